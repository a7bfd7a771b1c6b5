package dev.hundi.api.bulk;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.bulk.BulkColumn;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.RowError;
import dev.hundi.bulk.RowStatus;
import dev.hundi.export.Column;
import dev.hundi.export.Fact;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.export.TextWorkbook;
import dev.hundi.filestore.FileStore;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Downloads: the template, the result of every row, and the unpaid rows as a file that
 * can be uploaded again. Streams rows from the database into the file, except into a
 * workbook of the result, which is built in memory by one request at a time.
 */
@RestController
class BulkDownloadsEndpoint {

	/** A workbook is built in memory. */
	static final int MAX_XLS_ROWS = 50_000;

	static final String CSV = "text/csv;charset=UTF-8";

	private static final int CONCURRENT_XLS = 1;

	private static final List<Column<BulkRow>> RESULT_COLUMNS = List.of(
			new Column.WholeNumber<>("Row Number", BulkRow::rowNumber),
			new Column.Text<>("Status", (row) -> row.status().name()),
			new Column.Text<>("Payout ID", (row) -> (row.payout() != null) ? row.payout().payoutId().toString() : null),
			new Column.Text<>("Transaction ID", (row) -> (row.payout() != null) ? row.payout().transactionId() : null),
			new Column.Text<>("UTR", (row) -> (row.payout() != null) ? row.payout().utr() : null),
			new Column.Text<>("Narration", BulkRow::narration),
			new Column.Text<>("Error Code", BulkDownloadsEndpoint::errorCodes),
			new Column.Text<>("Error Field", (row) -> errors(row, RowError::column)),
			new Column.Text<>("Error Message", BulkDownloadsEndpoint::errorMessages),
			new Column.Text<>("Warnings", BulkDownloadsEndpoint::warnings),
			new Column.Moment<>("Updated At", (row) -> (row.payout() != null) ? row.payout().updatedAt() : null));

	private final BulkFiles files;

	private final FileStore store;

	private final Semaphore xls = new Semaphore(CONCURRENT_XLS);

	BulkDownloadsEndpoint(BulkFiles files, FileStore store) {
		this.files = files;
		this.store = store;
	}

	@GetMapping("/v1/bulk-payouts/template")
	void template(HttpServletRequest request, HttpServletResponse response) throws IOException {
		QueryFields query = QueryFields.read(request);
		boolean xlsx = "xlsx".equals(query.oneOf("format", List.of("csv", "xlsx")));
		query.finish();
		BulkFormat format = xlsx ? BulkFormat.XLSX : BulkFormat.CSV;
		head(response, xlsx ? format.mediaType() : CSV, "bulk-payouts-template." + format.extension());
		if (xlsx) {
			new TextWorkbook(body(response), BulkColumn.headings()).close();
			return;
		}
		List<Column<BulkRow>> columns = new ArrayList<>();
		for (String heading : BulkColumn.headings()) {
			columns.add(new Column.Text<>(heading, (row) -> null));
		}
		Table.start(FileFormat.CSV, new ReportHeader("Bulk payouts", List.of()), columns, body(response)).close();
	}

	@GetMapping("/v1/bulk-payouts/{id}/result")
	void result(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		BulkFile file = loaded(id, request);
		QueryFields query = QueryFields.read(request);
		FileFormat format = "xls".equals(query.oneOf("format", List.of("csv", "xls"))) ? FileFormat.XLS
				: FileFormat.CSV;
		if (format == FileFormat.XLS && file.rows().read() > MAX_XLS_ROWS) {
			query.reject("format", Rule.INVALID, "A result of more than %,d rows is csv only".formatted(MAX_XLS_ROWS));
		}
		query.finish();
		List<Column<BulkRow>> columns = merchantColumns(file);
		columns.addAll(RESULT_COLUMNS);
		if (format == FileFormat.CSV) {
			send(file, format, "result", columns, response, (reader) -> this.files.read(file.businessId(),
					file.bulkFileId(), EnumSet.allOf(RowStatus.class), reader));
			return;
		}
		try (FileChannel workbook = this.store.temporary()) {
			write(file, columns, workbook);
			head(response, format.mediaType(), "bulk-payouts-%s-result.xls".formatted(file.bulkFileId()));
			response.setContentLengthLong(workbook.size());
			Channels.newInputStream(workbook.position(0)).transferTo(response.getOutputStream());
		}
	}

	/** Ends before the caller, who may be slow, reads the workbook. */
	private void write(BulkFile file, List<Column<BulkRow>> columns, FileChannel workbook) throws IOException {
		if (!this.xls.tryAcquire()) {
			throw new Refusal(ErrorCode.TEMPORARILY_UNAVAILABLE, "Another workbook is being written; try again later");
		}
		try (OutputStream out = StreamUtils.nonClosing(Channels.newOutputStream(workbook));
				Table<BulkRow> table = Table.start(FileFormat.XLS, reportHeader(file), columns, out)) {
			this.files.read(file.businessId(), file.bulkFileId(), EnumSet.allOf(RowStatus.class), table::add);
		}
		finally {
			this.xls.release();
		}
	}

	/** The unpaid rows in the columns of the merchant, for correction and upload. */
	@GetMapping("/v1/bulk-payouts/{id}/failed-rows")
	void failedRows(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		BulkFile file = loaded(id, request);
		QueryFields query = QueryFields.read(request);
		boolean xlsx = "xlsx".equals(query.oneOf("format", List.of("csv", "xlsx")));
		query.finish();
		if (!xlsx) {
			send(file, FileFormat.CSV, "failed", merchantColumns(file), response,
					(reader) -> this.files.readUnpaid(file, reader));
			return;
		}
		head(response, BulkFormat.XLSX.mediaType(), "bulk-payouts-%s-failed.xlsx".formatted(file.bulkFileId()));
		List<String> headings = merchantColumns(file).stream().map(Column::heading).toList();
		try (TextWorkbook workbook = new TextWorkbook(body(response), headings)) {
			this.files.readUnpaid(file, (row) -> workbook.add(row.cells()));
		}
	}

	private static void send(BulkFile file, FileFormat format, String name, List<Column<BulkRow>> columns,
			HttpServletResponse response, Consumer<Consumer<BulkRow>> rows) throws IOException {
		head(response, format.mediaType(),
				"bulk-payouts-%s-%s.%s".formatted(file.bulkFileId(), name, format.extension()));
		try (Table<BulkRow> table = Table.start(format, reportHeader(file), columns, body(response))) {
			rows.accept(table::add);
		}
	}

	private BulkFile loaded(String id, HttpServletRequest request) {
		BulkFile file = this.files
			.find(SignedCall.of(request).caller().businessId(), RequestIds.ofPath(BulkFilesEndpoint.ID, id))
			.orElseThrow(() -> new Refusal(ErrorCode.BULK_FILE_NOT_FOUND));
		if (!file.isLoaded()) {
			throw new Refusal(ErrorCode.BULK_FILE_NOT_FOUND, "The rows of this file are not loaded");
		}
		return file;
	}

	private static ReportHeader reportHeader(BulkFile file) {
		return new ReportHeader("Result of a bulk file",
				List.of(new Fact.Text("File", file.upload().fileName()), new Fact.Text("Status", file.status().name()),
						new Fact.Text("Bulk file ID", file.bulkFileId().toString())));
	}

	private static List<Column<BulkRow>> merchantColumns(BulkFile file) {
		List<Column<BulkRow>> columns = new ArrayList<>();
		for (int i = 0; i < file.headings().size(); i++) {
			int place = i;
			String heading = file.headings().get(i);
			columns.add(new Column.Text<>(heading.isBlank() ? "Column " + (i + 1) : heading,
					(row) -> (place < row.cells().size()) ? row.cells().get(place) : null));
		}
		return columns;
	}

	private static @Nullable String errorCodes(BulkRow row) {
		return (row.payout() != null && row.status() == RowStatus.FAILED) ? row.payout().responseCode()
				: errors(row, RowError::code);
	}

	private static @Nullable String errorMessages(BulkRow row) {
		return (row.payout() != null && row.status() == RowStatus.FAILED) ? row.payout().responseMessage()
				: errors(row, RowError::message);
	}

	private static @Nullable String errors(BulkRow row, Function<RowError, String> part) {
		return row.errors().isEmpty() ? null : row.errors().stream().map(part).collect(Collectors.joining("; "));
	}

	private static @Nullable String warnings(BulkRow row) {
		return row.warnings().isEmpty() ? null
				: row.warnings().stream().map(RowError::message).collect(Collectors.joining("; "));
	}

	/**
	 * Not closed with the file, so that an answer that fails does not end like a whole
	 * one.
	 */
	private static OutputStream body(HttpServletResponse response) throws IOException {
		return StreamUtils.nonClosing(response.getOutputStream());
	}

	private static void head(HttpServletResponse response, String mediaType, String name) {
		response.setContentType(mediaType);
		response.setHeader("Content-Disposition", "attachment; filename=\"" + name + "\"");
	}

}
