package dev.hundi.stream.relay;

import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.payout.Stage;
import org.apache.kafka.connect.data.Struct;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces a few payouts that were accepted after a pause. Under load, messages form
 * groups that cost the database less, and each copy of stream-processors gets its part of
 * them. Not thread-safe.
 */
final class AnnounceAccepted {

	private static final Logger logger = LoggerFactory.getLogger(AnnounceAccepted.class);

	/** More payouts are a group that Kafka can divide. */
	static final int MAX_PAYOUTS = 4;

	static final Duration PAUSE = Duration.ofMillis(20);

	private final AcceptedPayouts next;

	private final LongSupplier nanoTime;

	private long lastNanos;

	AnnounceAccepted(AcceptedPayouts next, LongSupplier nanoTime) {
		this.next = next;
		this.nanoTime = nanoTime;
		this.lastNanos = nanoTime.getAsLong() - PAUSE.toNanos();
	}

	/** Announces those rows of {@code payout_event} that a debit follows. */
	void captured(Stream<Struct> payoutEvents) {
		List<Struct> accepted = payoutEvents.filter(AnnounceAccepted::waitsForDebit).toList();
		if (accepted.isEmpty()) {
			return;
		}
		long now = this.nanoTime.getAsLong();
		boolean afterPause = now - this.lastNanos >= PAUSE.toNanos();
		this.lastNanos = now;
		if (afterPause && accepted.size() <= MAX_PAYOUTS) {
			announce(accepted);
		}
	}

	private void announce(List<Struct> accepted) {
		List<PayoutMessage> messages;
		try {
			messages = accepted.stream().map(EventRecords::message).toList();
		}
		catch (RuntimeException ex) {
			logger.debug("{} payouts are left to their messages", accepted.size(), ex);
			return;
		}
		this.next.accepted(messages);
	}

	/** A row of another schema is not readable, and becomes a dead letter. */
	private static boolean waitsForDebit(Struct row) {
		Object stage = (row.schema().field("stage") != null) ? row.get("stage") : null;
		return Stage.CREATED.name().equals(stage) || Stage.RELEASED.name().equals(stage);
	}

}
