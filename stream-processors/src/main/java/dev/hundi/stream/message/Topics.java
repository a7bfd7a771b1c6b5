package dev.hundi.stream.message;

import java.util.List;
import java.util.Map;

import dev.hundi.stream.processor.Processor;

/** The Kafka topics of the platform. Messages with the same key keep their order. */
public final class Topics {

	/** Accepted payouts; keyed by business, so each wallet is debited in order. */
	public static final String PAYOUT_CREATED = "hundi.payout.created.v1";

	/** Debited payouts; keyed by payout, so dispatch uses all partitions. */
	public static final String PAYOUT_DEBITED = "hundi.payout.debited.v1";

	/** Payout events that webhooks announce; keyed by business. */
	public static final String PAYOUT_STATUS = "hundi.payout.status.v1";

	/** All beneficiary events; keyed by business. */
	public static final String BENEFICIARY = "hundi.beneficiary.v1";

	private static final String DEAD_LETTERS = ".dlt";

	private Topics() {
	}

	/** All topics except dead-letter topics. */
	public static List<String> all() {
		return List.of(PAYOUT_CREATED, PAYOUT_DEBITED, PAYOUT_STATUS, BENEFICIARY);
	}

	/** The processors that consume, with the topic of each. */
	public static Map<Processor, String> byReader() {
		return Map.of(Processor.DEBIT, PAYOUT_CREATED, Processor.DISPATCH, PAYOUT_DEBITED, Processor.WEBHOOK,
				PAYOUT_STATUS, Processor.BENEFICIARY, BENEFICIARY);
	}

	/**
	 * Returns the topic of a processor.
	 * @throws IllegalArgumentException if the processor does not consume
	 */
	public static String readBy(Processor reader) {
		String topic = byReader().get(reader);
		if (topic == null) {
			throw new IllegalArgumentException(reader + " reads no topic");
		}
		return topic;
	}

	public static boolean isDeadLetters(String topic) {
		return topic.endsWith(DEAD_LETTERS);
	}

	public static String deadLettersOf(String topic) {
		return topic + DEAD_LETTERS;
	}

}
