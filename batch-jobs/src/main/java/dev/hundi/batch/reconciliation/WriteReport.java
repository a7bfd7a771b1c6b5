package dev.hundi.batch.reconciliation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.hundi.export.Column;
import dev.hundi.export.Fact;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.reconciliation.ReadReport;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.reconciliation.ReportRow;
import dev.hundi.reconciliation.ReconciliationRun;

import org.springframework.stereotype.Component;

/**
 * Writes the report of a run as csv, xls or pdf.
 */
@Component
class WriteReport {

	private static final List<Column<ReportRow>> COLUMNS = List.of(new Column.Text<>("Section", ReportRow::section),
			new Column.Text<>("Item", ReportRow::item), new Column.WholeNumber<>("Count", ReportRow::count),
			new Column.Rupees<>("Amount", ReportRow::amountPaise), new Column.Text<>("Detail", ReportRow::detail));

	private final ReadReport report;

	WriteReport(ReadReport report) {
		this.report = report;
	}

	/** The report in every format. */
	Map<ReportFormat, byte[]> files(ReconciliationRun run) {
		Map<ReportFormat, byte[]> files = new EnumMap<>(ReportFormat.class);
		for (ReportFormat format : ReportFormat.values()) {
			files.put(format, file(run, FileFormat.valueOf(format.name())));
		}
		return files;
	}

	/** The report in one format. */
	byte[] file(ReconciliationRun run, FileFormat format) {
		ByteArrayOutputStream file = new ByteArrayOutputStream();
		try (Table<ReportRow> table = Table.start(format, header(run), COLUMNS, file)) {
			this.report.read(run, table::add);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return file.toByteArray();
	}

	private static ReportHeader header(ReconciliationRun run) {
		List<Fact> facts = new ArrayList<>();
		facts.add(new Fact.Text("Business date", run.businessDate().toString()));
		facts.add(new Fact.WholeNumber("Run", run.runId()));
		facts.add(new Fact.Text("State", run.dry() ? run.state() + ", dry run" : run.state()));
		Instant completedAt = run.completedAt();
		if (completedAt != null) {
			facts.add(new Fact.Moment("Completed at", completedAt));
		}
		return new ReportHeader("End-of-day reconciliation", facts);
	}

}
