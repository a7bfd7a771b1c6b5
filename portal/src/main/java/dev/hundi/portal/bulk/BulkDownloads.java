package dev.hundi.portal.bulk;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.bulk.BulkColumn;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.export.Column;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.export.TextWorkbook;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/**
 * The template of bulk files, and the unpaid rows of one in the merchant's own columns.
 */
@MerchantOnly
@Controller
class BulkDownloads {

	private final CurrentPerson current;

	private final BulkFiles files;

	private final TransactionOperations transactions;

	private final AuditTrail audit;

	BulkDownloads(CurrentPerson current, BulkFiles files, TransactionOperations transactions, AuditTrail audit) {
		this.current = current;
		this.audit = audit;
		this.files = files;
		this.transactions = transactions;
	}

	@GetMapping("/bulk/template.csv")
	@PreAuthorize(Rights.READS_MONEY)
	public void template(HttpServletResponse response) throws IOException {
		writeCsv(response, "bulk-payouts-template.csv", BulkColumn.headings(), null);
	}

	@GetMapping("/bulk/template.xlsx")
	@PreAuthorize(Rights.READS_MONEY)
	public void workbook(HttpServletResponse response) throws IOException {
		writeWorkbook(response, "bulk-payouts-template.xlsx", BulkColumn.headings(), null);
	}

	@GetMapping("/bulk/{id}/failed-rows.csv")
	@PreAuthorize(Rights.READS_MONEY)
	public void failedRows(@PathVariable UUID id, HttpServletResponse response) throws IOException {
		BulkFile file = exported(id, FileFormat.CSV.extension());
		writeCsv(response, "bulk-payouts-" + id + "-failed.csv", headings(file), file);
	}

	/** A spreadsheet keeps the zeros of this one. */
	@GetMapping("/bulk/{id}/failed-rows.xlsx")
	@PreAuthorize(Rights.READS_MONEY)
	public void failedRowsAsWorkbook(@PathVariable UUID id, HttpServletResponse response) throws IOException {
		BulkFile file = exported(id, "xlsx");
		writeWorkbook(response, "bulk-payouts-" + id + "-failed.xlsx", headings(file), file);
	}

	/** Rows are read outside this transaction: a slow reader would hold a connection. */
	private BulkFile exported(UUID id, String format) {
		UUID businessId = this.current.businessId();
		return Objects.requireNonNull(this.transactions.execute((transaction) -> {
			BulkFile file = this.files.find(businessId, id)
				.filter(BulkFile::isLoaded)
				.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
			this.audit.record(businessId, this.current.actor(), "BULK_ROWS_EXPORTED", id.toString(), Map.of(),
					Map.of("format", format));
			return file;
		}));
	}

	private static List<String> headings(BulkFile file) {
		List<String> headings = new ArrayList<>();
		for (String heading : file.headings()) {
			headings.add(heading.isBlank() ? "Column " + (headings.size() + 1) : heading);
		}
		return headings;
	}

	private void writeCsv(HttpServletResponse response, String name, List<String> headings, @Nullable BulkFile file)
			throws IOException {
		List<Column<BulkRow>> columns = new ArrayList<>();
		for (String heading : headings) {
			int place = columns.size();
			columns
				.add(new Column.Text<>(heading, (row) -> (place < row.cells().size()) ? row.cells().get(place) : null));
		}
		try (Table<BulkRow> table = Table.start(FileFormat.CSV, new ReportHeader("Bulk payouts", List.of()), columns,
				body(response, FileFormat.CSV.mediaType(), name))) {
			if (file != null) {
				this.files.readUnpaid(file, table::add);
			}
		}
	}

	private void writeWorkbook(HttpServletResponse response, String name, List<String> headings,
			@Nullable BulkFile file) throws IOException {
		try (TextWorkbook workbook = new TextWorkbook(body(response, BulkFormat.XLSX.mediaType(), name), headings)) {
			if (file != null) {
				this.files.readUnpaid(file, (row) -> workbook.add(row.cells()));
			}
		}
	}

	/**
	 * Not closed with the file, so that an answer that fails does not end like a whole
	 * one.
	 */
	private static OutputStream body(HttpServletResponse response, String mediaType, String name) throws IOException {
		response.setContentType(mediaType);
		response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"");
		return StreamUtils.nonClosing(response.getOutputStream());
	}

}
