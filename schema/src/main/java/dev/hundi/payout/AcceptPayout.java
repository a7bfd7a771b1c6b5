package dev.hundi.payout;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hundi.payout.Acceptance.Replayed;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Stores a payout for a verified request: one statement, one round trip, one commit. It
 * is the request's only write, so the nonce, the idempotency key, the payout and its
 * CREATED event stand or fall together. Requests that arrive together may share the
 * statement; each is answered as if it had come alone.
 */
@Component
public class AcceptPayout {

	private static final int ATTEMPTS = 3;

	static final int MAX_LANES = 2;

	private static final int MAX_GROUP = 64;

	private final AcceptSql statement;

	private final AcceptTogether together;

	private final Payouts payouts;

	@Autowired
	AcceptPayout(JdbcTemplate jdbc, Payouts payouts) {
		this(jdbc, payouts, () -> PublicCode.transactionId(Instant.now()));
	}

	AcceptPayout(JdbcTemplate jdbc, Payouts payouts, Supplier<String> transactionIds) {
		this.statement = new AcceptSql(jdbc, transactionIds);
		this.together = new AcceptTogether(MAX_LANES, MAX_GROUP, this::store);
		this.payouts = payouts;
	}

	/** The statement that is run for every request, to be measured by itself. */
	public static String sql() {
		return AcceptSql.SQL;
	}

	/**
	 * Accepts a payout, or says why not. Call it outside a transaction: it commits by
	 * itself.
	 * @throws DuplicateKeyException if three transaction ids in a row were taken
	 */
	public Acceptance accept(NewPayout payout) {
		return this.together.accept(payout).orElseGet(() -> new Replayed(winner(payout)));
	}

	private List<Optional<Acceptance>> store(List<NewPayout> payouts) {
		for (int attempt = 1;; attempt++) {
			try {
				return this.statement.run(payouts);
			}
			catch (DuplicateKeyException ex) {
				// A taken transaction id undoes the statement, its nonces too.
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	/**
	 * The payout of a request with the same idempotency key that was stored while this
	 * one ran, too late for its snapshot.
	 */
	private PayoutReceipt winner(NewPayout payout) {
		String key = payout.idempotencyKey();
		if (key == null) {
			throw new IllegalStateException("A payout without idempotency key was neither stored nor refused");
		}
		return this.payouts.byIdempotencyKey(payout.businessId(), key)
			.orElseThrow(() -> new IllegalStateException("The payout of an idempotency key in use is not there"));
	}

}
