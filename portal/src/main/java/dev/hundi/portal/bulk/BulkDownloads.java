package dev.hundi.portal.bulk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

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

	BulkDownloads(CurrentPerson current, BulkFiles files, TransactionOperations transactions) {
		this.current = current;
		this.files = files;
		this.transactions = transactions;
	}

	@GetMapping("/bulk/template.csv")
	@PreAuthorize(Rights.READS_MONEY)
	public void template(HttpServletResponse response) throws IOException {
		write(response, "bulk-payouts-template.csv", BulkColumn.headings(), null);
	}

	@GetMapping("/bulk/template.xlsx")
	@PreAuthorize(Rights.READS_MONEY)
	public void workbook(HttpServletResponse response) throws IOException {
		response.setContentType(BulkFormat.XLSX.mediaType());
		response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"bulk-payouts-template.xlsx\"");
		new TextWorkbook(response.getOutputStream(), BulkColumn.headings()).close();
	}

	/** Writes outside a transaction: a slow reader would hold a connection. */
	@GetMapping("/bulk/{id}/failed-rows.csv")
	@PreAuthorize(Rights.READS_MONEY)
	public void failedRows(@PathVariable UUID id, HttpServletResponse response) throws IOException {
		Optional<BulkFile> stored = Objects
			.requireNonNull(this.transactions.execute((transaction) -> this.files.find(this.current.businessId(), id)));
		BulkFile file = stored.filter((found) -> found.status().isLoaded() && !found.headings().isEmpty())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		write(response, "bulk-payouts-" + id + "-failed.csv", file.headings(), file);
	}

	private void write(HttpServletResponse response, String name, List<String> headings, @Nullable BulkFile file)
			throws IOException {
		response.setContentType(FileFormat.CSV.mediaType());
		response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + name + "\"");
		List<Column<BulkRow>> columns = new ArrayList<>();
		for (int i = 0; i < headings.size(); i++) {
			int place = i;
			columns.add(new Column.Text<>(headings.get(i).isBlank() ? "Column " + (i + 1) : headings.get(i),
					(row) -> (place < row.cells().size()) ? row.cells().get(place) : null));
		}
		try (Table<BulkRow> table = Table.start(FileFormat.CSV, new ReportHeader("Bulk payouts", List.of()), columns,
				response.getOutputStream())) {
			if (file != null) {
				this.files.readUnpaid(file.businessId(), file.bulkFileId(), table::add);
			}
		}
	}

}
