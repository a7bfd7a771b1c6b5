package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.startup.AcceptDatabase;
import dev.hundi.work.LockTimeouts;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Stores a payout for a verified request: one SQL statement, one round trip, one commit.
 * It is the request's only write, so that nonce, idempotency key, payout and CREATED
 * event are atomic. Requests that arrive together may share it without affecting each
 * other's result.
 */
@Component
public class AcceptPayout {

	private static final int ATTEMPTS = 3;

	static final int MAX_LANES = 2;

	/**
	 * The statement ends within {@link AcceptDatabase#STATEMENT_TIMEOUT} unless its
	 * commit is stuck.
	 */
	static final AcceptTogether.Limits LIMITS = new AcceptTogether.Limits(MAX_LANES, 64, Duration.ofMillis(12), 12,
			Duration.ofSeconds(4), AcceptDatabase.STATEMENT_TIMEOUT.plusSeconds(2), Duration.ofSeconds(12));

	private final AcceptSql sql;

	private final AcceptTogether together;

	private final Payouts payouts;

	@Autowired
	AcceptPayout(AcceptDatabase database, Payouts payouts) {
		this(database.jdbc(), payouts);
	}

	AcceptPayout(JdbcTemplate jdbc, Payouts payouts) {
		this(jdbc, payouts, () -> PublicCode.transactionId(Instant.now()), LIMITS);
	}

	AcceptPayout(JdbcTemplate jdbc, Payouts payouts, Supplier<String> transactionIds, AcceptTogether.Limits limits) {
		this.sql = new AcceptSql(jdbc, transactionIds);
		this.together = new AcceptTogether(limits, this::store);
		this.payouts = payouts;
	}

	/** The SQL of every request, for benchmarks. */
	public static String sql() {
		return AcceptSql.SQL;
	}

	/**
	 * Accepts or refuses a payout. Call it outside a transaction: it commits by itself.
	 * @throws org.springframework.dao.QueryTimeoutException if the database is too slow;
	 * the payout is not stored, unless its commit was stuck
	 * @throws DuplicateKeyException if three transaction ids in a row were taken
	 */
	public Acceptance accept(NewPayout payout) {
		return this.together.accept(payout).orElseGet(() -> new Replayed(storedConcurrently(payout)));
	}

	private List<Optional<Acceptance>> store(List<NewPayout> payouts) {
		for (int attempt = 1;; attempt++) {
			try {
				return this.sql.run(payouts);
			}
			catch (UncategorizedSQLException ex) {
				throw LockTimeouts.translate(ex);
			}
			catch (DuplicateKeyException ex) {
				// A duplicate transaction id rolls the group back, nonces included.
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	/**
	 * The payout with the same idempotency key that another transaction stored
	 * concurrently, too late for this one's snapshot.
	 */
	private PayoutReceipt storedConcurrently(NewPayout payout) {
		String key = payout.idempotencyKey();
		if (key == null) {
			throw new IllegalStateException("A payout without idempotency key was neither stored nor refused");
		}
		return this.payouts.byIdempotencyKey(payout.businessId(), key)
			.orElseThrow(() -> new IllegalStateException("A used idempotency key has no payout"));
	}

}
