package dev.hundi.stream.message;

import java.util.List;

/**
 * Every topic of the platform. The key tells what is kept in order.
 */
public final class Topics {

	/** A payout was accepted; keyed by business, so one wallet is debited in order. */
	public static final String PAYOUT_CREATED = "hundi.payout.created.v1";

	/** A payout's wallet was debited; keyed by payout, so dispatch spreads out. */
	public static final String PAYOUT_DEBITED = "hundi.payout.debited.v1";

	/** Every status event of every payout; keyed by business. */
	public static final String PAYOUT_STATUS = "hundi.payout.status.v1";

	/** Every change of every beneficiary; keyed by business. */
	public static final String BENEFICIARY = "hundi.beneficiary.v1";

	private static final String DEAD_LETTERS = ".dlt";

	private Topics() {
	}

	/** The topics that carry work, without their dead-letter topics. */
	public static List<String> all() {
		return List.of(PAYOUT_CREATED, PAYOUT_DEBITED, PAYOUT_STATUS, BENEFICIARY);
	}

	/** Where the messages of a topic go that nothing can be done with. */
	public static String deadLettersOf(String topic) {
		return topic + DEAD_LETTERS;
	}

}
