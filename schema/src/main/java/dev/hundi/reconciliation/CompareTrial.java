package dev.hundi.reconciliation;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Compares a trial, in its temporary tables, with the closing of the day. Breaks about
 * statements and about the books do not depend on the rules and are left out.
 */
final class CompareTrial {

	private static final String CLOSED = """
			(SELECT b.break_key, r.type, r.difference_paise, r.detail
			   FROM public.reconciliation_run_break r
			   JOIN public.reconciliation_break b ON b.break_id = r.break_id
			  WHERE r.run_id = :runId AND r.type NOT IN ('STATEMENT_GAP', 'LEDGER_AGAINST_PAYOUT') AND b.break_key NOT LIKE 'reversed:%')
			""";

	private final JdbcClient jdbc;

	private final int shown;

	CompareTrial(JdbcClient jdbc, int shown) {
		this.jdbc = jdbc;
		this.shown = shown;
	}

	RulesTrial with(ClaimedRun run, @Nullable Integer rulesVersion) {
		return new RulesTrial(run.runId(), run.businessDate(), rulesVersion, figures(run), changes(run), breaks(run));
	}

	/** An effect that was posted by the closing is only found by the trial. */
	private List<RulesTrial.Figure> figures(ClaimedRun run) {
		return this.jdbc
			.sql("""
					SELECT coalesce(closed.section, tried.section) AS section, coalesce(closed.name, tried.name) AS name,
					       coalesce(closed.items, 0), coalesce(closed.paise, 0), coalesce(tried.items, 0), coalesce(tried.paise, 0)
					  FROM (SELECT section, regexp_replace(name, '_FOUND$', '') AS name, sum(item_count) AS items, sum(amount_paise) AS paise
					          FROM reconciliation_present_figure
					         WHERE run_id = :runId AND section IN ('LINES', 'ENTRIES', 'MATCHED', 'EFFECT') GROUP BY 1, 2
					        UNION ALL
					        SELECT 'BREAK', type, count(*), sum(difference_paise) FROM %s AS found GROUP BY type) AS closed
					  FULL JOIN (SELECT section, regexp_replace(name, '_FOUND$', '') AS name, sum(item_count) AS items, sum(amount_paise) AS paise
					               FROM pg_temp.reconciliation_figure
					              WHERE section IN ('LINES', 'ENTRIES', 'MATCHED', 'EFFECT') GROUP BY 1, 2
					             UNION ALL
					             SELECT 'BREAK', type, count(*), sum(difference_paise) FROM reconciliation_now GROUP BY type) AS tried
					    ON tried.section = closed.section AND tried.name = closed.name
					 ORDER BY array_position(ARRAY['LINES', 'ENTRIES', 'MATCHED', 'EFFECT', 'BREAK'], coalesce(closed.section, tried.section)), 2
					"""
				.formatted(CLOSED))
			.param("runId", run.runId())
			.query((row, number) -> new RulesTrial.Figure(row.getString(1), row.getString(2), row.getLong(3),
					row.getLong(4), row.getLong(5), row.getLong(6)))
			.list();
	}

	private static final String DIFFERENCES = """
			FROM %s AS closed
			FULL JOIN reconciliation_now AS tried ON tried.key = closed.break_key
			WHERE closed.type IS DISTINCT FROM tried.type OR closed.difference_paise IS DISTINCT FROM tried.difference_paise
			"""
		.formatted(CLOSED);

	private RulesTrial.Changes changes(ClaimedRun run) {
		return this.jdbc
			.sql("""
					SELECT count(*) FILTER (WHERE tried.type IS NULL), count(*) FILTER (WHERE num_nulls(closed.type, tried.type) = 0),
					       count(*) FILTER (WHERE closed.type IS NULL)
					"""
					+ DIFFERENCES)
			.param("runId", run.runId())
			.query((row, number) -> new RulesTrial.Changes(row.getLong(1), row.getLong(2), row.getLong(3)))
			.single();
	}

	private List<RulesTrial.Difference> breaks(ClaimedRun run) {
		return this.jdbc
			.sql("""
					SELECT closed.type, tried.type, closed.difference_paise, tried.difference_paise::bigint, coalesce(tried.detail, closed.detail)
					"""
					+ DIFFERENCES + " ORDER BY coalesce(tried.key, closed.break_key) LIMIT :shown")
			.param("runId", run.runId())
			.param("shown", this.shown)
			.query((row, number) -> new RulesTrial.Difference(row.getString(1), row.getString(2),
					row.getObject(3, Long.class), row.getObject(4, Long.class), row.getString(5)))
			.list();
	}

}
