package dev.hundi.bench.seed;

import java.time.LocalDate;
import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Open breaks of 60 days on the active nodal account, of four types and two owners. */
public final class BreakSeed {

	private BreakSeed() {
	}

	/**
	 * Inserts breaks.
	 * @param lastDay on which breaks were opened, Asia/Kolkata
	 */
	public static void create(JdbcClient jdbc, LocalDate lastDay, int count) {
		Map<String, Object> parameters = Map.of("last", lastDay, "count", count);
		Unguarded.update(jdbc,
				"""
						INSERT INTO reconciliation_book (nodal_account_id, first_date, baseline_paise, collected_to, ledger_paise)
						SELECT nodal_account_id, :last::date - 60, :count * 0, :last::date, 0 FROM nodal_account WHERE active
						""",
				parameters);
		Unguarded.update(jdbc,
				"""
						INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count,
						                                  detail, opened_on, owner, due_on)
						SELECT nodal_account_id, 'seed:' || n, (ARRAY['MISSING_IN_BANK', 'MISSING_IN_LEDGER', 'AMOUNT', 'UNKNOWN_CREDIT'])[1 + n % 4],
						       n * 7919::bigint % 5000000, n * 7919::bigint % 5000000, n % 2, 1 - n % 2, 'Seeded break ' || n,
						       :last::date - n * 60 / :count, (ARRAY['finance.maker@hundi.example', 'finance.checker@hundi.example', NULL])[1 + n % 3],
						       CASE WHEN n % 3 < 2 THEN :last::date + n % 30 END
						  FROM nodal_account CROSS JOIN generate_series(0, :count - 1) AS n WHERE active
						""",
				parameters);
		jdbc.sql("VACUUM ANALYZE reconciliation_break").update();
	}

}
