package dev.hundi.api.bulk;

import java.util.Arrays;
import java.util.List;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.AnswerHeader;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.api.openapi.Schema;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.export.FileFormat;

import org.springframework.stereotype.Component;

/**
 * Bulk payouts, described.
 */
@Component
class BulkOperations implements Operations {

	private static final AnswerHeader[] FILE_HEADERS = {
			new AnswerHeader("Content-Disposition", true, "Names the file: `attachment; filename=\"…\"`.",
					Schema.text("")),
			new AnswerHeader("X-Content-Type-Options", true, "Always nosniff.", Schema.text("").only("nosniff")) };

	private static final Parameter ID = Parameter.path("bulkFileId", "The file.");

	@Override
	public List<Operation> all() {
		return List.of(upload(), list(), show(), rows(), release(), cancel(), result(), failedRows(), template());
	}

	private static Operation upload() {
		return Operation.of(Group.BULK, "POST", "/v1/bulk-payouts", "uploadBulkFile")
			.says("Upload a file of payouts",
					"The body is the file itself, at most 50 MB and 500,000 rows: csv (UTF-8, UTF-16 or Windows-1252), an "
							+ ".xlsx workbook without macros, or an ISO 20022 pain.001 message, whose NbOfTxs and CtrlSum must "
							+ "hold for the whole and for each PmtInf. It is loaded and checked after the answer; `GET /v1/bulk-payouts/{bulkFileId}` tells how "
							+ "far it is. The columns are those of the template, in any order; further columns are kept and "
							+ "come back in the result. A file with the content or client reference of an earlier one that was "
							+ "neither rejected nor cancelled is refused.")
			.takes(new Parameter("query", "fileName", true,
					"Name of the file; it ends with .csv, .xlsx or .xml, as its Content-Type says.",
					Schema.text("").length(1, UploadFields.MAX_FILE_NAME), "salaries.csv"),
					query("clientReference", "Your own reference of the file, 1 to 128 characters.",
							Schema.text("").length(1, 128), "SALARIES-2026-11"),
					query("rowCount", "How many rows the file has; another number rejects it.", Schema.integer(""),
							"2"),
					query("totalAmount",
							"What all rows add up to, in rupees with two decimals; another sum rejects it.",
							Schema.text(""), "3000.00"),
					query("releaseMode",
							"Whether the good rows of a file with bad ones are paid, VALID_ROWS where absent.",
							Schema.oneOf("", words(ReleaseMode.values())), "VALID_ROWS"))
			.takesFile("The exact bytes of the file, which the signature covers.",
					Arrays.stream(BulkFormat.values()).map(BulkFormat::mediaType).toList())
			.answers(202, "The file is stored and will be loaded.", BulkSchemas.FILE, "File received",
					BulkSchemas.FILE_EXAMPLE)
			.refuses(ErrorCode.BULK_FILE_EXISTS, BulkSchemas.FILE, BulkSchemas.FILE_EXAMPLE);
	}

	private static Operation list() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts", "listBulkFiles")
			.says("Bulk files of the business", "Newest first.")
			.takes(Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of files.", Schema.arrayOf(BulkSchemas.FILE, "Newest first."), null,
					"[" + BulkSchemas.FILE_EXAMPLE + "]");
	}

	private static Operation show() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts/{bulkFileId}", "getBulkFile")
			.says("How far a file is", "Statuses: " + String.join(", ", words(BulkStatus.values()))
					+ ". COMPLETED: every row was paid. "
					+ "PARTIALLY_COMPLETED: every payout has ended and some rows were paid. FAILED: none was. A bank "
					+ "that returns money later moves the file down this list.")
			.takes(ID)
			.answers(200, "The file.", BulkSchemas.FILE, null, BulkSchemas.FILE_EXAMPLE)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation rows() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts/{bulkFileId}/rows", "listBulkRows")
			.says("Rows of a file", "In the order of the file, with every rule that a bad one breaks.")
			.takes(ID,
					query("status", "Only rows of a status.", Schema.oneOf("", words(RowStatus.values())), "INVALID"),
					Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of rows.", Schema.arrayOf(BulkSchemas.ROW, "In the order of the file."), null,
					BulkSchemas.ROWS_EXAMPLE)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation release() {
		return Operation.of(Group.BULK, "POST", "/v1/bulk-payouts/{bulkFileId}/release", "releaseBulkFile")
			.says("Release a file",
					"Its valid rows become payouts. Where `peopleNeeded` is 2, the key that signs this must be another than "
							+ "the one that signed the upload. A wallet that does not cover `amounts.totalDebit` refuses it, "
							+ "unless the business lets payouts wait for money; the debit of each payout checks again. "
							+ "Releasing again with the same key answers the same.")
			.takes(ID)
			.answers(200, "The file, on its way.", BulkSchemas.FILE, "File released", BulkSchemas.FILE_EXAMPLE)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND, ErrorCode.SECOND_PERSON_REQUIRED, ErrorCode.WALLET_NOT_PROVISIONED)
			.refuses(ErrorCode.BULK_FILE_NOT_OPEN, BulkSchemas.FILE, BulkSchemas.FILE_EXAMPLE)
			.refuses(ErrorCode.INSUFFICIENT_BALANCE, BulkSchemas.FILE_AND_MONEY, BulkSchemas.FILE_AND_MONEY_EXAMPLE);
	}

	private static Operation cancel() {
		return Operation.of(Group.BULK, "POST", "/v1/bulk-payouts/{bulkFileId}/cancel", "cancelBulkFile")
			.says("Cancel a file", "One that is not released. Cancelling again answers the same.")
			.takes(ID)
			.answers(200, "The file, cancelled.", BulkSchemas.FILE, "File cancelled", BulkSchemas.FILE_EXAMPLE)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND)
			.refuses(ErrorCode.BULK_FILE_NOT_OPEN, BulkSchemas.FILE, BulkSchemas.FILE_EXAMPLE);
	}

	private static Operation result() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts/{bulkFileId}/result", "getBulkResult")
			.says("What became of each row",
					"Your columns in your order, then row number, status, payout id, transaction id, UTR, error code, field "
							+ "and message, and the time of the latest change. xls up to 50,000 rows. Text that a spreadsheet "
							+ "would take for a formula is written with a leading `'`.")
			.takes(ID,
					query("format", "Kind of file, csv where absent.", Schema.oneOf("", List.of("csv", "xls")), "csv"))
			.answersFile("The file.", List.of(BulkDownloadsEndpoint.CSV, FileFormat.XLS.mediaType()))
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation failedRows() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts/{bulkFileId}/failed-rows", "getBulkFailedRows")
			.says("The rows that were not paid",
					"Invalid, duplicate and failed rows as a csv with your columns, to be mended and uploaded.")
			.takes(ID)
			.answersFile("The file.", List.of(BulkDownloadsEndpoint.CSV))
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation template() {
		return Operation.of(Group.BULK, "GET", "/v1/bulk-payouts/template", "getBulkTemplate")
			.says("An empty file to fill in",
					"A beneficiary is named by id, by code, or by name, phone and a target, and is then created or found "
							+ "again by its target.")
			.takes(query("format", "Kind of file, csv where absent.", Schema.oneOf("", List.of("csv", "xlsx")), "csv"))
			.answersFile("The template.", List.of(BulkDownloadsEndpoint.CSV, BulkFormat.XLSX.mediaType()))
			.withHeaders(FILE_HEADERS);
	}

	private static Parameter query(String name, String description, Schema schema, String example) {
		return Parameter.query(name, description, schema, example);
	}

	private static List<String> words(Enum<?>[] values) {
		return Arrays.stream(values).map(Enum::name).toList();
	}

}
