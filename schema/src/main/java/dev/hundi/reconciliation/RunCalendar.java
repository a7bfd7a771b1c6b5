package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The days of a month with the state of their closings, and the newest dry runs. */
@Repository
public class RunCalendar {

	private final JdbcClient jdbc;

	RunCalendar(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A day, Asia/Kolkata.
	 *
	 * @param bankDay whether banks work
	 * @param runId the closing of the day, or null
	 * @param state of the closing: DUE, RUNNING, DONE, FAILED or SIGNED; null without one
	 * @param unexplainedPaise null until it is known
	 * @param breaks open at the end of the closing
	 */
	public record Day(LocalDate date, boolean bankDay, @Nullable Long runId, @Nullable String state,
			@Nullable Long unexplainedPaise, long breaks) {
	}

	/** The days of a month. */
	@Transactional(readOnly = true)
	public List<Day> of(YearMonth month) {
		return this.jdbc
			.sql("""
					SELECT d.day::date AS day, is_bank_day(d.day::date) AS bank_day, r.run_id, r.state, r.unexplained_paise,
					       coalesce((SELECT sum(item_count) FROM reconciliation_figure f WHERE f.run_id = r.run_id AND f.section = 'BREAK'), 0) AS breaks
					  FROM generate_series(:first::date, :last::date, interval '1 day') AS d (day)
					  LEFT JOIN LATERAL (
					    SELECT run_id, state, unexplained_paise FROM reconciliation_run
					     WHERE NOT is_dry AND business_date = d.day::date ORDER BY run_id DESC LIMIT 1) AS r ON true
					 ORDER BY d.day
					""")
			.param("first", month.atDay(1))
			.param("last", month.atEndOfMonth())
			.query((row, number) -> new Day(row.getObject("day", LocalDate.class), row.getBoolean("bank_day"),
					row.getObject("run_id", Long.class), row.getString("state"),
					row.getObject("unexplained_paise", Long.class), row.getLong("breaks")))
			.list();
	}

	/** The newest dry runs first. */
	@Transactional(readOnly = true)
	public List<Long> dryRuns(int limit) {
		return this.jdbc.sql("SELECT run_id FROM reconciliation_run WHERE is_dry ORDER BY run_id DESC LIMIT :limit")
			.param("limit", limit)
			.query(Long.class)
			.list();
	}

}
