package dev.hundi.api.bulk;

import java.util.Arrays;
import java.util.List;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.json.Schema;
import dev.hundi.api.openapi.AnswerHeader;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.export.FileFormat;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operations of bulk payouts.
 */
@Component
class BulkOperations implements Operations {

	private static final String PATH = "/v1/bulk-payouts";

	private static final AnswerHeader[] FILE_HEADERS = { AnswerHeader.fileName("`attachment; filename=\"…\"`."),
			AnswerHeader.NO_SNIFFING };

	private static final Parameter ID = Parameter.path("bulkFileId", "Id of the file.");

	@Override
	public List<Operation> all() {
		return List.of(upload(), list(), show(), rows(), release(), cancel(), result(), failedRows(), template());
	}

	private static Operation upload() {
		return Operation.of(Group.BULK, "POST", PATH, "uploadBulkFile")
			.says("Upload a file of payouts",
					"The body is the file itself, at most 50 MB and 500,000 rows: csv (UTF-8, UTF-16 or Windows-1252), an "
							+ ".xlsx workbook without macros and with one sheet of payouts, or an ISO 20022 pain.001 message whose NbOfTxs and CtrlSum match "
							+ "in the group header and in each PmtInf. The file is loaded and validated after the answer; poll "
							+ "`GET /v1/bulk-payouts/{bulkFileId}` for progress. Columns may be in any order; the template has "
							+ "their headings. Additional columns are kept and returned in the result. The answer is 409 with the "
							+ "earlier file if one that was neither rejected nor cancelled has the same content or client reference.")
			.takes(new Parameter("query", "fileName", true,
					"File name, ending with .csv, .xlsx or .xml to match the Content-Type.",
					Schema.text("").length(1, UploadFields.MAX_FILE_NAME), "salaries.csv"),
					Parameter.query("clientReference", "Your own reference for the file, 1 to 128 characters.",
							Schema.text("").length(1, 128), "SALARIES-2026-11"),
					Parameter.query("rowCount", "Expected number of rows. A different number rejects the file.",
							Schema.integer(""), "2"),
					Parameter.query("totalAmount",
							"Expected sum of all amounts in rupees with two decimals. A different sum rejects the file.",
							Schema.text(""), "3000.00"),
					Parameter.query("releaseMode",
							"Whether the valid rows of a file with invalid rows can be released; VALID_ROWS by default.",
							Schema.oneOf("", names(ReleaseMode.values())), "VALID_ROWS"))
			.takesFile("The exact bytes of the file, which the signature covers.", UploadFields.mediaTypes(), """
					Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference
					Ramesh Kumar,9876543210,026291800001191,YESB0000262,1500.00,IMPS,SAL-11-001
					Meera Nair,9876543211,026291800001192,YESB0000262,1500.00,IMPS,SAL-11-002
					""")
			.answers(202, "The file is stored and queued for loading.", BulkJson.FILE, "File received")
			.refusesWith(ErrorCode.PAYLOAD_TOO_LARGE, Upload.tooLarge(50))
			.refusesWith(ErrorCode.UNSUPPORTED_MEDIA_TYPE, UploadFields.WRONG_TYPE)
			.refuses(ErrorCode.BULK_FILE_EXISTS, BulkJson.FILE);
	}

	private static Operation list() {
		return Operation.of(Group.BULK, "GET", PATH, "listBulkFiles")
			.says("List bulk files", "Newest first.")
			.takes(Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of files.", BulkJson.FILES, null);
	}

	private static Operation show() {
		return Operation.of(Group.BULK, "GET", PATH + "/{bulkFileId}", "getBulkFile")
			.says("Get the progress of a file", "Statuses: " + String.join(", ", names(BulkStatus.values()))
					+ ". COMPLETED: every row was paid. PARTIALLY_COMPLETED: all payouts are final and some rows were paid; "
					+ "`outcome` is ALL_VALID_ROWS_PAID if only invalid rows and duplicates are missing, or else "
					+ "SOME_ROWS_PAID. FAILED: no row was paid. If a bank returns money later, or finds that it had not paid, "
					+ "status and outcome change accordingly. REJECTED: nothing was paid, see `reasonCode`; a release can end so too.")
			.takes(ID)
			.answers(200, "The file.", BulkJson.FILE, null)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation rows() {
		return Operation.of(Group.BULK, "GET", PATH + "/{bulkFileId}/rows", "listBulkRows")
			.says("List the rows of a file",
					"In the order of the file. Invalid rows list every rule they break. Valid rows list warnings, such as a name "
							+ "that differs from that of the registered beneficiary, or a merchant reference that differs from "
							+ "another only in case. A warning does not prevent the payment.")
			.takes(ID,
					Parameter.query("status", "Only rows with this status.",
							Schema.oneOf("", names(RowStatus.values())), "INVALID"),
					Parameter.query("warned",
							"`true`: only valid rows with warnings, which `rows.warned` of the file counts.",
							Schema.oneOf("", List.of("true", "false")), "true"),
					Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of rows.", BulkJson.ROWS, null)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation release() {
		return Operation.of(Group.BULK, "POST", PATH + "/{bulkFileId}/release", "releaseBulkFile")
			.says("Release a file",
					"Turns the valid rows into payouts. If `peopleNeeded` is 2, sign the release with another key than the "
							+ "upload; a file that a person uploaded is released in the portal then. "
							+ "The release is rejected if the wallet does not cover `amounts.totalDebit`, unless the "
							+ "business lets payouts wait for funds; each payout is checked again when it is debited. "
							+ "Idempotent for the same key, also for concurrent calls. The rows are checked again: a beneficiary "
							+ "may have been archived and a merchant reference paid since. If no row can be paid, or with "
							+ "ALL_OR_NOTHING if one cannot, the file ends REJECTED with `reasonCode` NO_VALID_ROWS or BAD_ROWS and "
							+ "nothing is paid.")
			.takes(ID)
			.answers(200, "The released file.", BulkJson.FILE, "File released")
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND, ErrorCode.SECOND_PERSON_REQUIRED, ErrorCode.WALLET_NOT_PROVISIONED)
			.refuses(ErrorCode.BULK_FILE_NOT_OPEN, BulkJson.FILE)
			.refuses(ErrorCode.INSUFFICIENT_BALANCE, BulkJson.SHORT_OF_MONEY);
	}

	private static Operation cancel() {
		return Operation.of(Group.BULK, "POST", PATH + "/{bulkFileId}/cancel", "cancelBulkFile")
			.says("Cancel a file", "Possible until the file is released. Idempotent.")
			.takes(ID)
			.answers(200, "The cancelled file.", BulkJson.FILE, "File cancelled")
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND)
			.refuses(ErrorCode.BULK_FILE_NOT_OPEN, BulkJson.FILE);
	}

	private static Operation result() {
		return Operation.of(Group.BULK, "GET", PATH + "/{bulkFileId}/result", "getBulkResult")
			.says("Download the result of every row",
					"Your columns in your order, then row number, status, payout id, transaction id, UTR, narration, error "
							+ "code, field and message, warnings, and the time of the latest change. xls is limited to 50,000 rows. Text that a "
							+ "spreadsheet would read as a formula gets a leading `'`.")
			.takes(ID, format("xls"))
			.answersFile("The file.", List.of(BulkDownloadsEndpoint.CSV, FileFormat.XLS.mediaType()))
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation failedRows() {
		return Operation.of(Group.BULK, "GET", PATH + "/{bulkFileId}/failed-rows", "getBulkFailedRows")
			.says("Download the unpaid rows",
					"Invalid, duplicate and failed rows with your columns, ready to be corrected and uploaded again; all rows "
							+ "of a file that was rejected or cancelled, because the file paid none of them; none of a re-run that was, "
							+ "because its first file has them again. Rows that repeat another without a merchant reference, and failed rows that a re-run pays, are left "
							+ "out: they would be paid twice. All cells of an xlsx are text: a spreadsheet that opens a csv "
							+ "drops the leading zeros of account numbers.")
			.takes(ID, format("xlsx"))
			.answersFile("The file.", List.of(BulkDownloadsEndpoint.CSV, BulkFormat.XLSX.mediaType()))
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BULK_FILE_NOT_FOUND);
	}

	private static Operation template() {
		return Operation.of(Group.BULK, "GET", PATH + "/template", "getBulkTemplate")
			.says("Download an empty template",
					"Identify a beneficiary by id, by code, or by name, phone number and target. In the last case an existing "
							+ "beneficiary with the same target is used, or else a new one is created.")
			.takes(format("xlsx"))
			.answersFile("The template.", List.of(BulkDownloadsEndpoint.CSV, BulkFormat.XLSX.mediaType()))
			.withHeaders(FILE_HEADERS);
	}

	private static Parameter format(String other) {
		return Parameter.query("format", "File format; csv by default.", Schema.oneOf("", List.of("csv", other)),
				"csv");
	}

	private static List<String> names(Enum<?>[] constants) {
		return Arrays.stream(constants).map(Enum::name).toList();
	}

}
