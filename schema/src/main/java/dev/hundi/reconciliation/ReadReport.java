package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The report of a run, row by row: proof of balances, rules, items, match rate by rule,
 * breaks by type and age, suspense, overrides, sign-offs, and every break.
 */
@Component
public class ReadReport {

	private static final String BREAKS = "Breaks by type and age";

	private static final DateTimeFormatter SIGNED_AT = DateTimeFormatter
		.ofPattern("uuuu-MM-dd HH:mm:ss.SSS 'IST'", Locale.ROOT)
		.withZone(India.ZONE);

	private final JdbcClient jdbc;

	private final ReconciliationRuns runs;

	ReadReport(JdbcClient jdbc, ReconciliationRuns runs) {
		this.jdbc = jdbc;
		this.runs = runs;
	}

	/** Reads the report of a completed run. */
	@Transactional(readOnly = true)
	public void read(ReconciliationRun run, Consumer<ReportRow> rows) {
		proof(run, rows);
		books(run, rows);
		rules(run, rows);
		List<ReconciliationFigure> figures = this.runs.figures(run.runId());
		items(figures, rows);
		matchRate(figures, rows);
		breaksByAge(run, rows);
		suspense(figures, rows);
		overrides(run, rows);
		signOffs(run, rows);
		breaks(run, rows);
	}

	private static void proof(ReconciliationRun run, Consumer<ReportRow> rows) {
		String section = "Proof of balances";
		ReconciliationRun.Proof proof = run.proof();
		amount(rows, section, "Opening balance at the bank", proof.bankOpeningPaise(), "First statement of the day");
		amount(rows, section, "Closing balance at the bank", proof.bankClosingPaise(),
				"Newest statement up to the day");
		amount(rows, section, "Ledger at the end of the day", proof.ledgerPaise(),
				"Minus the sum of the account nodal");
		amount(rows, section, "Posted later for the day", proof.latePaise(),
				"Top-ups, settled doubts, returns and corrections posted after midnight for lines of the day");
		amount(rows, section, "Open breaks", proof.breaksPaise(), "What the bank has more than the ledger");
		amount(rows, section, "Unexplained", proof.unexplainedPaise(),
				"Closing less ledger less later less breaks: must be 0");
	}

	private static void books(ReconciliationRun run, Consumer<ReportRow> rows) {
		LocalDate after = run.proof().provedAfter();
		rows.accept(new ReportRow("Proof of the books", (after != null) ? "Rows since " + after : "Every row",
				Objects.requireNonNullElse(run.violations(), 0), 0,
				(after != null) ? "Violated rules; continues what was proved when " + after + " was signed"
						: "Violated rules"));
	}

	private void rules(ReconciliationRun run, Consumer<ReportRow> rows) {
		rows.accept(new ReportRow("Rules", "Reconciliation rules", 0, 0,
				(run.rulesVersion() != null) ? "Version " + run.rulesVersion() : "Not recorded"));
		this.runs.profileVersions(run.runId())
			.forEach((versions) -> rows.accept(new ReportRow("Rules", "Statement profiles", 0, 0, versions)));
	}

	private static void amount(Consumer<ReportRow> rows, String section, String item, @Nullable Long paise,
			String detail) {
		rows.accept(new ReportRow(section, item, 0, Objects.requireNonNullElse(paise, 0L),
				(paise != null) ? detail : "Not known"));
	}

	private static void items(List<ReconciliationFigure> figures, Consumer<ReportRow> rows) {
		for (ReconciliationFigure figure : figures) {
			if (figure.section().equals("LINES") || figure.section().equals("ENTRIES")) {
				rows.accept(new ReportRow("Items", figure.name(), figure.count(), figure.amountPaise(), ""));
			}
		}
	}

	private static void matchRate(List<ReconciliationFigure> figures, Consumer<ReportRow> rows) {
		long lines = sum(figures, "LINES");
		for (ReconciliationFigure figure : figures) {
			switch (figure.section()) {
				case "MATCHED" ->
					rows.accept(new ReportRow("Match rate by rule", figure.name(), figure.count(), figure.amountPaise(),
							(lines > 0)
									? String.format(Locale.ROOT, "%.2f %% of new lines", 100.0 * figure.count() / lines)
									: "No new lines"));
				case "PROPOSED" -> rows.accept(new ReportRow("Match rate by rule", figure.name(), figure.count(),
						figure.amountPaise(), "Proposed only; for two people to confirm"));
				case "EFFECT" -> rows.accept(
						new ReportRow("Effects of the statement", figure.name(), figure.count(), figure.amountPaise(),
								figure.name().endsWith("_FOUND") ? "Posted by another; only matched" : "Posted"));
				case "CLOSED" -> rows.accept(new ReportRow("Breaks closed", figure.name(), figure.count(),
						figure.amountPaise(), "No longer there in this run"));
				default -> {
				}
			}
		}
	}

	private static long sum(List<ReconciliationFigure> figures, String section) {
		return figures.stream()
			.filter((figure) -> figure.section().equals(section))
			.mapToLong(ReconciliationFigure::count)
			.sum();
	}

	private void breaksByAge(ReconciliationRun run, Consumer<ReportRow> rows) {
		this.jdbc
			.sql("""
					SELECT type, bucket, count(*), sum(difference_paise) FROM (
					  SELECT *, CASE WHEN bank_days = 0 THEN '0 bank days' WHEN bank_days = 1 THEN '1 bank day'
					                 WHEN bank_days <= 3 THEN '2 to 3 bank days' WHEN bank_days <= 7 THEN '4 to 7 bank days'
					                 WHEN bank_days <= 30 THEN '8 to 30 bank days' ELSE 'More than 30 bank days' END AS bucket
					    FROM reconciliation_run_break WHERE run_id = :runId) AS aged
					 GROUP BY type, bucket ORDER BY type, min(bank_days)
					""")
			.param("runId", run.runId())
			.query((row, number) -> new ReportRow(BREAKS, row.getString(1), row.getLong(3), row.getLong(4),
					row.getString(2)))
			.list()
			.forEach(rows);
	}

	private static void suspense(List<ReconciliationFigure> figures, Consumer<ReportRow> rows) {
		for (ReconciliationFigure figure : figures) {
			if (figure.section().equals("SUSPENSE")) {
				rows.accept(new ReportRow("Suspense", figure.name(), figure.count(), figure.amountPaise(),
						"Postings by resolutions, and what is left of them"));
			}
		}
	}

	/**
	 * Resolutions that were decided while this run was the open one, and those about its
	 * breaks that wait. A dry run also shows those that the next run will take.
	 */
	private void overrides(ReconciliationRun run, Consumer<ReportRow> rows) {
		this.jdbc
			.sql("""
					SELECT action, resolution_id, coalesce(amount_paise, 0), coalesce(decision, 'WAITS') || ', requested by ' || maker
					       || coalesce(', decided by ' || checker, '') || ': ' || reason || ' (' || evidence || ')'
					  FROM reconciliation_resolution r
					 WHERE r.nodal_account_id = :account
					   AND (r.run_id = :runId OR :dry AND r.run_id IS NULL AND r.decision IS NOT NULL
					        OR r.decision IS NULL AND EXISTS (
					             SELECT FROM reconciliation_run_break b WHERE b.run_id = :runId AND b.break_id = ANY (r.break_ids)))
					 ORDER BY resolution_id
					""")
			.param("account", run.accountId())
			.param("runId", run.runId())
			.param("dry", run.dry())
			.query((row, number) -> new ReportRow("Overrides", row.getString(1) + " " + row.getLong(2), 1,
					row.getLong(3), row.getString(4)))
			.list()
			.forEach(rows);
	}

	private static void signOffs(ReconciliationRun run, Consumer<ReportRow> rows) {
		String signedBy = run.signedBy();
		Instant signedAt = run.signedAt();
		rows.accept(new ReportRow("Sign-offs", (signedBy != null) ? "Signed off" : "Not signed off", 1, 0,
				"Requested by " + run.requestedBy() + ((signedBy != null && signedAt != null)
						? ", signed by " + signedBy + " at " + SIGNED_AT.format(signedAt) : "")));
	}

	private void breaks(ReconciliationRun run, Consumer<ReportRow> rows) {
		this.jdbc
			.sql("""
					SELECT r.type, coalesce(b.break_id::text, '(dry run)'), r.difference_paise, r.bank_days || ' bank days, ' || r.detail
					       || coalesce(', owned by ' || b.owner, '') || coalesce(', carried to ' || b.carried_to, '')
					  FROM reconciliation_run_break r
					  LEFT JOIN reconciliation_break b ON b.break_id = r.break_id
					 WHERE r.run_id = :runId ORDER BY r.type, r.break_id
					""")
			.param("runId", run.runId())
			.query((row) -> {
				rows.accept(new ReportRow("Breaks", row.getString(1) + " " + row.getString(2), 1, row.getLong(3),
						row.getString(4)));
			});
	}

}
