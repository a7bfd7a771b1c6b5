package dev.hundi.bench.seed;

import java.util.Collections;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Fills the lists of a business to the sizes of the search targets. Triggers and foreign
 * keys are disabled meanwhile, or a million payouts would take an hour. The rows have the
 * platform's format, but only lists read them.
 */
public final class SearchSeed {

	private static final String NAMES = """
			WITH name AS (
			  SELECT n, (ARRAY['Ramesh', 'Suresh', 'Sita', 'Meera', 'Anil', 'Kavita', 'Deepak', 'Pooja', 'Vijay', 'Lakshmi',
			                   'Arjun', 'Nisha', 'Rahul', 'Priya', 'Manoj', 'Sunita', 'Imran', 'Fatima', 'George',
			                   'Harpreet'])[1 + n % 20] || ' ' ||
			            (ARRAY['Kumar', 'Sharma', 'Nair', 'Patel', 'Singh', 'Iyer', 'Reddy', 'Das', 'Khan', 'Gupta', 'Joshi',
			                   'Mehta', 'Rao', 'Bose', 'Pillai', 'Verma', 'Shah', 'Menon', 'Dutta', 'Kaur', 'Chopra', 'Bhat',
			                   'Jain', 'Saxena', 'Mishra'])[1 + (n / 20) % 25] AS name
			    FROM generate_series(0, 499) AS n
			)
			""";

	private final JdbcClient jdbc;

	private final UUID business;

	public SearchSeed(JdbcClient jdbc, UUID business) {
		this.jdbc = jdbc;
		this.business = business;
	}

	public void beneficiaries(int count) {
		bare(NAMES
				+ """
						INSERT INTO beneficiary (business_id, beneficiary_id, beneficiary_code, name, email, phone_number,
						                         account_number, ifsc, vpa)
						SELECT :business, uuidv7(make_interval(secs => i - :count)),
						       'BEN' || upper(lpad(to_hex(i * 48271::bigint %% 1048576), 5, '0') || right(:business::text, 3)), name.name,
						       lower(replace(name.name, ' ', '.')) || i || '@example.com', (9000000000 + i * 7919::bigint %% 999999999)::text,
						       CASE WHEN i %% 3 < 2 THEN (100000000000 + i * 7919::bigint)::text END,
						       CASE WHEN i %% 3 < 2 THEN (ARRAY['HDFC0000001', 'ICIC0000104', 'SBIN0001234', 'UTIB0000077'])[1 + i %% 4] END,
						       CASE WHEN i %% 3 = 2 THEN lower(split_part(name.name, ' ', 1)) || i || '@upi' END
						  FROM generate_series(1, :count) AS i
						  JOIN name ON name.n = i * 7 %% 500
						""",
				count);
		this.jdbc.sql("VACUUM ANALYZE beneficiary").update();
	}

	/** Successful payouts, one per second up to now, searchable, without events. */
	public void payouts(int count) {
		bare("""
				INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code,
				                    beneficiary_name, beneficiary_phone, account_number, ifsc, vpa, rail, amount_paise,
				                    commission_paise, gst_paise, status, last_sequence, response_code, response_message, utr,
				                    bank_reference, merchant_reference_id, completed_at)
				SELECT :business, uuidv7(make_interval(secs => i - :count)),
				       'TXN20261121' || upper(lpad(to_hex(i * 48271::bigint %% 1099511627775), 10, '0')), b.beneficiary_id,
				       b.beneficiary_code, b.name, b.phone_number, b.account_number, b.ifsc, b.vpa,
				       CASE WHEN b.vpa IS NULL THEN 'I' ELSE 'U' END, 100 + i %% 100000, 200, 36, 11, 4, 'SUCCESS',
				       'Funds transferred', (325000000000 + i * 104729::bigint %% 999999937)::text, 'SB' || (90000000 + i),
				       'ORD-2026-' || lpad(i::text, 8, '0'), now()
				  FROM generate_series(1, :count) AS i
				  JOIN (SELECT *, row_number() OVER () AS number FROM beneficiary WHERE business_id = :business) AS b
				    ON b.number = 1 + i %% (SELECT count(*) FROM beneficiary WHERE business_id = :business)
				""",
				count);
		index(this.jdbc, this.business);
		this.jdbc.sql("VACUUM ANALYZE payout").update();
		this.jdbc.sql("VACUUM ANALYZE payout_search").update();
	}

	/** Writes the search index of a business or, for null, of all. */
	static void index(JdbcClient jdbc, @Nullable UUID business) {
		Map<String, @Nullable UUID> of = Collections.singletonMap("business", business);
		Unguarded.update(jdbc,
				"""
						INSERT INTO search_bucket (business_id, from_payout_id, payouts)
						SELECT business_id,
						       CASE place WHEN 0 THEN '00000000-0000-0000-0000-000000000000' ELSE (array_agg(payout_id ORDER BY payout_id))[1] END,
						       count(*)
						  FROM (SELECT business_id, payout_id,
						               (row_number() OVER (PARTITION BY business_id ORDER BY payout_id) - 1) / 8192 AS place
						          FROM payout WHERE :business::uuid IS NULL OR business_id = :business::uuid) AS placed
						 GROUP BY business_id, place
						 ORDER BY business_id, place
						""",
				of);
		Unguarded.update(jdbc, """
				INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
				SELECT p.business_id, p.payout_id, 0, concat_ws(E'\\n', present.accepted, nullif(present.bank, '')),
				       bucket.bucket_id, false
				  FROM payout p
				 CROSS JOIN LATERAL (SELECT b.bucket_id FROM search_bucket b
				                      WHERE b.business_id = p.business_id AND b.from_payout_id <= p.payout_id
				                      ORDER BY b.from_payout_id DESC LIMIT 1) AS bucket
				 CROSS JOIN LATERAL payout_search_text(p) AS present
				 WHERE :business::uuid IS NULL OR p.business_id = :business::uuid
				 ORDER BY p.payout_id
				""", of);
	}

	/** A debit for every payout and a top-up before every thousandth. */
	public void movements(int count) {
		bare("""
				INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
				                             balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
				                             ledger_transaction_id, payout_id, description, metadata, created_at)
				SELECT :business, sequence, CASE WHEN payout_id IS NULL THEN 'TOPUP' ELSE 'PAYOUT_DEBIT' END,
				       CASE WHEN payout_id IS NULL THEN 'CREDIT' ELSE 'DEBIT' END, amount, commission, gst,
				       1000000000000 + before, 1000000000000 + before + signed, credits, credit_count, gen_random_uuid(), payout_id,
				       CASE WHEN payout_id IS NULL THEN 'Top-up' ELSE 'Payout ' || transaction_id END,
				       CASE WHEN payout_id IS NULL THEN jsonb_build_object('utr', 'AXISR' || sequence) ELSE '{}' END,
				       moment
				  FROM (
				    SELECT row_number() OVER so_far AS sequence, line.*,
				           sum(signed) OVER so_far - signed AS before,
				           coalesce(sum(signed) FILTER (WHERE payout_id IS NULL) OVER so_far, 0) AS credits,
				           count(*) FILTER (WHERE payout_id IS NULL) OVER so_far AS credit_count
				      FROM (
				        SELECT payout_id, transaction_id, amount_paise AS amount, commission_paise AS commission,
				               gst_paise AS gst, -total_debit_paise AS signed, created_at AS moment
				          FROM payout WHERE business_id = :business
				        UNION ALL
				        SELECT NULL, NULL, 5000000, 0, 0, 5000000, now() - make_interval(secs => i * 1000)
				          FROM generate_series(1, :count / 1000) AS i) AS line
				    WINDOW so_far AS (ORDER BY moment, payout_id)) AS movement
				""",
				count);
		bare("""
				UPDATE wallet w
				   SET last_sequence = m.sequence, balance_paise = m.balance_after_paise,
				       total_credit_paise = m.total_credit_paise, credit_count = m.credit_count, updated_at = m.created_at
				  FROM (SELECT * FROM wallet_movement WHERE business_id = :business ORDER BY sequence DESC LIMIT 1) AS m
				 WHERE w.business_id = :business AND :count > 0
				""",
				count);
		this.jdbc.sql("VACUUM ANALYZE wallet_movement").update();
	}

	private void bare(String sql, int count) {
		Unguarded.update(this.jdbc, sql.replace("%%", "%"), Map.of("business", this.business, "count", count));
	}

}
