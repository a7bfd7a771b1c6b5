package dev.hundi.payout;

import java.util.UUID;

import dev.hundi.payout.CancelPayout.Result.Cancelled;
import dev.hundi.payout.CancelPayout.Result.NotCancellable;
import dev.hundi.payout.CancelPayout.Result.NotFound;
import dev.hundi.work.LockTimeouts;

import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Cancels payouts that are held or queued, without a movement. The database decides in
 * one place between cancel, release and debit: a held payout changes under the lock of
 * its hold, a queued one under the lock of its wallet.
 */
@Component
public class CancelPayout {

	private static final ResponseCode CODE = ResponseCode.CANCELLED_BY_MERCHANT;

	/** A payout can be released, queued and held again between two reads. */
	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	private final Payouts payouts;

	CancelPayout(JdbcClient jdbc, Payouts payouts) {
		this.jdbc = jdbc;
		this.payouts = payouts;
	}

	/** What became of a cancellation. */
	public sealed interface Result {

		/** It is in status 12 and was never debited. */
		record Cancelled(PayoutDetail payout) implements Result {
		}

		/** It is neither held nor queued: being debited, at a bank, or ended. */
		record NotCancellable(PayoutDetail payout) implements Result {
		}

		/** The business has no such payout. */
		record NotFound() implements Result {
		}

	}

	/**
	 * Cancels a payout.
	 * @param source the component that cancels: {@code API} or {@code PORTAL}
	 * @throws org.springframework.dao.PessimisticLockingFailureException if the wallet is
	 * locked for too long; nothing is changed
	 */
	public Result cancel(UUID businessId, UUID payoutId, String source) {
		try {
			for (int attempt = 1;; attempt++) {
				boolean cancelled = end("end_held_payout", businessId, payoutId, source)
						|| end("cancel_queued_payout", businessId, payoutId, source);
				Result result = result(businessId, payoutId, cancelled);
				if (attempt == ATTEMPTS || !(result instanceof NotCancellable(PayoutDetail payout))
						|| !payout.waits()) {
					return result;
				}
			}
		}
		catch (UncategorizedSQLException ex) {
			throw LockTimeouts.translate(ex);
		}
	}

	/** Each call commits by itself unless the caller has a transaction. */
	private boolean end(String function, UUID businessId, UUID payoutId, String source) {
		return this.jdbc.sql("SELECT " + function + "(:businessId, :payoutId, :code, :message, :source)")
			.param("businessId", businessId)
			.param("payoutId", payoutId)
			.param("code", CODE.name())
			.param("message", CODE.message())
			.param("source", source)
			.query(Boolean.class)
			.single();
	}

	private Result result(UUID businessId, UUID payoutId, boolean cancelled) {
		return this.payouts.detail(businessId, payoutId)
			.<Result>map((payout) -> cancelled ? new Cancelled(payout) : new NotCancellable(payout))
			.orElseGet(NotFound::new);
	}

}
