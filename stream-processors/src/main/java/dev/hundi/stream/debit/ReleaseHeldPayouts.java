package dev.hundi.stream.debit;

import java.util.function.IntUnaryOperator;

import dev.hundi.payout.ReleasePayouts;
import dev.hundi.work.DueCondition;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Releases held payouts whose time has come, and ends those whose approval expired. Every
 * copy polls: copies pass over each other's rows. The events reach the debit as those of
 * acceptances do, and the sweep finds what Kafka loses.
 */
@Component
class ReleaseHeldPayouts {

	private static final Logger logger = LoggerFactory.getLogger(ReleaseHeldPayouts.class);

	private static final int BATCH = 500;

	private final ReleasePayouts payouts;

	private final MeterRegistry meters;

	ReleaseHeldPayouts(ReleasePayouts payouts, MeterRegistry meters) {
		this.payouts = payouts;
		this.meters = meters;
	}

	/** The condition of {@link #release}. */
	DueCondition whenDue() {
		return this.payouts.whenDue();
	}

	/** One round over everything that is due. */
	void release() {
		if (!this.payouts.areDue()) {
			return;
		}
		each("released", this.payouts::releaseDue);
		each("expired", this.payouts::endExpired);
	}

	private void each(String outcome, IntUnaryOperator batch) {
		try {
			int done;
			do {
				done = batch.applyAsInt(BATCH);
				this.meters.counter("hundi.holds", "outcome", outcome).increment(done);
			}
			while (done == BATCH);
		}
		catch (PessimisticLockingFailureException ex) {
			logger.warn("Held payouts are locked; the next round tries again", ex);
		}
	}

}
