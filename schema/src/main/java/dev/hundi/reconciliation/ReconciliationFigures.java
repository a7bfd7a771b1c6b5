package dev.hundi.reconciliation;

import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The figures of runs, counted in the transactions that change them.
 */
final class ReconciliationFigures {

	private final JdbcClient jdbc;

	ReconciliationFigures(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void add(long runId, ReconciliationFigure figure) {
		if (figure.count() == 0 && figure.amountPaise() == 0) {
			return;
		}
		write(runId, figure, "reconciliation_figure.item_count + excluded.item_count",
				"reconciliation_figure.amount_paise + excluded.amount_paise");
	}

	void set(long runId, ReconciliationFigure figure) {
		write(runId, figure, "excluded.item_count", "excluded.amount_paise");
	}

	private void write(long runId, ReconciliationFigure figure, String count, String amount) {
		this.jdbc.sql("""
				INSERT INTO reconciliation_figure (run_id, section, name, item_count, amount_paise)
				VALUES (:runId, :section, :name, :count, :amount)
				ON CONFLICT (run_id, section, name) DO UPDATE SET item_count = %s, amount_paise = %s
				""".formatted(count, amount))
			.param("runId", runId)
			.param("section", figure.section())
			.param("name", figure.name())
			.param("count", figure.count())
			.param("amount", figure.amountPaise())
			.update();
	}

	/** Deletes the figures of a section before they are counted again. */
	void clear(long runId, String section) {
		this.jdbc.sql("DELETE FROM reconciliation_figure WHERE run_id = :runId AND section = :section")
			.param("runId", runId)
			.param("section", section)
			.update();
	}

	void replace(long runId, List<ReconciliationFigure> figures) {
		this.jdbc.sql("DELETE FROM reconciliation_figure WHERE run_id = :runId").param("runId", runId).update();
		figures.forEach((figure) -> set(runId, figure));
	}

	/** The figures of a run, without what withdrawn statements counted in them. */
	List<ReconciliationFigure> of(long runId) {
		return this.jdbc.sql("""
				SELECT section, name, item_count, amount_paise FROM reconciliation_present_figure
				 WHERE run_id = :runId ORDER BY section, name
				""")
			.param("runId", runId)
			.query((row, number) -> new ReconciliationFigure(row.getString(1), row.getString(2), row.getLong(3),
					row.getLong(4)))
			.list();
	}

}
