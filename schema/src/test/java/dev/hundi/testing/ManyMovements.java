package dev.hundi.testing;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.UUID;

import javax.sql.DataSource;

/**
 * Fills wallets with more movements than the money kernel could create within a test.
 * Triggers are disabled meanwhile, since every movement would need a ledger posting.
 */
public final class ManyMovements {

	private ManyMovements() {
	}

	/**
	 * Gives an empty wallet credits of ₹1.00, ₹2.00 and so on, a second apart.
	 * @param first time of the first credit and of the opening of the wallet
	 */
	public static void create(DataSource database, UUID businessId, int count, Instant first) {
		WithoutTriggers.run(database, (session) -> {
			session
				.sql("""
						INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
						                             balance_after_paise, total_credit_paise, credit_count,
						                             ledger_transaction_id, description, metadata, created_at)
						SELECT :id, n, 'ADJUSTMENT', 'CREDIT', n * 100, n * (n - 1) * 50, n * (n + 1) * 50,
						       n * (n + 1) * 50, n, uuidv7(), 'Adjustment ' || n, jsonb_build_object('utr', 'UTR' || n),
						       :first + (n - 1) * interval '1 second'
						  FROM generate_series(1, :count::bigint) AS n
						""")
				.param("id", businessId)
				.param("count", count)
				.param("first", first.atOffset(ZoneOffset.UTC))
				.update();
			session
				.sql("""
						UPDATE wallet
						   SET last_sequence = :count, balance_paise = :count::bigint * (:count + 1) * 50,
						       total_credit_paise = :count::bigint * (:count + 1) * 50, credit_count = :count, created_at = :first
						 WHERE business_id = :id
						""")
				.param("id", businessId)
				.param("count", count)
				.param("first", first.atOffset(ZoneOffset.UTC))
				.update();
		});
	}

	/** Adds a credit of ₹1.00. */
	public static void addOne(DataSource database, UUID businessId) {
		WithoutTriggers.run(database,
				(session) -> session
					.sql("""
							WITH credited AS (
							  UPDATE wallet SET last_sequence = last_sequence + 1, balance_paise = balance_paise + 100,
							                    total_credit_paise = total_credit_paise + 100, credit_count = credit_count + 1
							   WHERE business_id = :id RETURNING *
							)
							INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
							                             balance_after_paise, total_credit_paise, credit_count, ledger_transaction_id,
							                             description, created_at)
							SELECT business_id, last_sequence, 'ADJUSTMENT', 'CREDIT', 100, balance_paise - 100, balance_paise,
							       total_credit_paise, credit_count, uuidv7(), 'One more', now()
							  FROM credited
							""")
					.param("id", businessId)
					.update());
	}

}
