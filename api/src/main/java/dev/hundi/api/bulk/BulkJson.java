package dev.hundi.api.bulk;

import java.util.Collection;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFile.Amounts;
import dev.hundi.bulk.BulkFile.Approval;
import dev.hundi.bulk.BulkFile.Declared;
import dev.hundi.bulk.BulkFile.Rejection;
import dev.hundi.bulk.BulkFile.Rows;
import dev.hundi.bulk.BulkFile.Times;
import dev.hundi.bulk.BulkFile.Upload;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkOutcome;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkRow.Paid;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.BulkDecisionResult.ShortOfMoney;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowError;
import dev.hundi.bulk.RowStatus;

/**
 * Bulk files and their rows in answers.
 */
final class BulkJson {

	private static final JsonShape<Rows> ROW_COUNTS = JsonShape.<Rows>named("BulkRowCounts", "Numbers of rows.")
		.integer("read", "Rows read so far.", 2, Rows::read)
		.integer("valid", "Rows that can be paid.", 2, Rows::valid)
		.integer("invalid", "Rows that break a rule.", 0, Rows::invalid)
		.integer("duplicate", "Rows that repeat an earlier row or payout.", 0, Rows::duplicate)
		.integer("warned", "Valid rows with warnings; read them before the release.", 0, Rows::warned)
		.integer("released", "Rows that became payouts.", 0, Rows::released)
		.integer("successful", "Rows whose payout succeeded.", 0, Rows::successful)
		.integer("failed", "Rows whose payout failed or was returned.", 0, Rows::failed);

	private static final JsonShape<Amounts> AMOUNTS = JsonShape.<Amounts>named("BulkAmounts", "Sums of amounts.")
		.rupees("total", "All rows with a readable amount.", "3000.00", Amounts::totalPaise)
		.rupees("valid", "Valid rows.", "3000.00", Amounts::validPaise)
		.rupees("totalDebit", "Valid rows with commission and GST.", "3009.44", Amounts::debitPaise)
		.rupees("released", "Rows that became payouts.", "0.00", Amounts::releasedPaise)
		.rupees("successful", "Successful payouts.", "0.00", Amounts::successfulPaise)
		.rupees("failed", "Failed or returned payouts.", "0.00", Amounts::failedPaise);

	private static final JsonShape<Declared> DECLARED = JsonShape.<Declared>of("")
		.integerOrNull("declaredRows", "rowCount of the upload.", 2, Declared::rows)
		.rupeesOrNull("declaredTotal", "totalAmount of the upload.", "3000.00", Declared::totalPaise);

	private static final JsonShape<Upload> UPLOAD = JsonShape.<Upload>of("")
		.text("fileName", "Name of the file.", "salaries.csv", Upload::fileName)
		.textOrNull("clientReference", "Your own reference.", "SALARIES-2026-11", Upload::clientReference)
		.field("format", JsonType.constant("File format.", BulkFormat.values()), "CSV", Upload::format)
		.integer("sizeBytes", "Size in bytes.", 412, Upload::sizeBytes)
		.text("sha256", "SHA-256 in hex.", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
				Upload::sha256)
		.field("releaseMode",
				JsonType.constant("Whether a file with invalid rows can be released.", ReleaseMode.values()),
				"VALID_ROWS", Upload::releaseMode)
		.fieldsOf(DECLARED, Upload::declared);

	private static final JsonShape<Approval> APPROVAL = JsonShape.<Approval>of("")
		.text("uploadedBy", "Who uploaded it: an API key, or `person:` and the id of a person of the portal.",
				"pk_0123456789ABCDEFGHJKMNPQ", Approval::uploadedBy)
		.textOrNull("releasedBy", "Who released it, in the same form; null before the release.", null,
				Approval::releasedBy)
		.integerOrNull("peopleNeeded", "1, or 2 if who uploaded the file must not release it.", 1,
				Approval::peopleNeeded);

	private static final JsonShape<Rejection> REJECTION = JsonShape.<Rejection>of("")
		.textOrNull("reasonCode", "Reason for the rejection, such as COUNT_MISMATCH; docs/integrating.md lists all.",
				null, Rejection::code)
		.textOrNull("reason", "Reason for people.", null, Rejection::reason);

	private static final JsonShape<Times> TIMES = JsonShape.<Times>of("")
		.time("createdAt", "Time of the upload.", "2026-11-21T08:15:30.123Z", Times::createdAt)
		.timeOrNull("loadedAt", "Time when all rows were validated.", "2026-11-21T08:15:31.456Z", Times::loadedAt)
		.timeOrNull("releasedAt", "Time of the release.", null, Times::releasedAt)
		.timeOrNull("completedAt", "Time of the final status.", null, Times::completedAt);

	static final JsonShape<BulkFile> FILE = JsonShape.<BulkFile>named("BulkFile", "A bulk file and its progress.")
		.uuid("bulkFileId", "Id of the file.", "0199aa30-2d3e-7f40-9b5c-6d7e8f9a0b1c", BulkFile::bulkFileId)
		.fieldsOf(UPLOAD, BulkFile::upload)
		.field("status", JsonType.constant("Processing status.", BulkStatus.values()), "AWAITING_RELEASE",
				BulkFile::status)
		.field("outcome",
				JsonType.constant("What became of the rows, once all payouts are final.", BulkOutcome.values())
					.orNull(),
				null, BulkFile::outcome)
		.field("percent", JsonType.integer("Progress in percent.").with((schema) -> schema.range(0, 100)), 10,
				BulkFile::percent)
		.field("rows", ROW_COUNTS, BulkFile::rows)
		.field("amounts", AMOUNTS, BulkFile::amounts)
		.fieldsOf(APPROVAL, BulkFile::approval)
		.fieldsOf(REJECTION, BulkFile::rejection)
		.fieldsOf(TIMES, BulkFile::times);

	static final JsonType<Collection<BulkFile>> FILES = FILE.list("Newest first.");

	static final JsonShape<ShortOfMoney> SHORT_OF_MONEY = JsonShape
		.<ShortOfMoney>named("BulkFileAndMoney", "A bulk file and the balance that does not cover it.")
		.fieldsOf(FILE, ShortOfMoney::file)
		.rupees("spendable", "Spendable balance of the wallet.", "1200.00", ShortOfMoney::spendablePaise);

	private static final String COLUMN = "Heading of the column, or `Row` for the whole row.";

	private static final JsonShape<RowError> ROW_ERROR = JsonShape.<RowError>of("A rule that the row breaks.")
		.text("column", COLUMN, "Amount", RowError::column)
		.text("code", "The rule; docs/integrating.md lists all.", "INVALID", RowError::code)
		.text("message", "Explanation for people.",
				"Amount must be rupees with at most two decimals and nothing else, such as 1500.00", RowError::message)
		.textOrNull("value", "The value, masked.", "1.500,00", RowError::value);

	private static final JsonShape<RowError> ROW_WARNING = JsonShape.<RowError>of("A warning about a cell or the row.")
		.text("column", COLUMN, "Amount", RowError::column)
		.text("code", "The kind of warning.", "FORMULA_RESULT", RowError::code)
		.text("message", "Explanation for people.", "Amount is the result that the workbook stores for a formula",
				RowError::message)
		.textOrNull("value", "The value, masked.", null, RowError::value);

	private static final JsonShape<Paid> PAYOUT = JsonShape.<Paid>of("")
		.uuidOrNull("payoutTransactionId", "payoutTransactionId of the payout.", null, Paid::payoutId)
		.textOrNull("transactionId", "transactionId of the payout.", null, Paid::transactionId)
		.integerOrNull("payoutStatus", "Status code of the payout.", null, Paid::status)
		.textOrNull("utr", "UTR of the bank.", null, Paid::utr)
		.textOrNull("responseCode", "responseCode of the payout.", null, Paid::responseCode)
		.textOrNull("responseMessage", "responseMessage of the payout.", null, Paid::responseMessage)
		.timeOrNull("updatedAt", "Time of the latest change of the payout.", null, Paid::updatedAt);

	static final JsonType<Collection<BulkRow>> ROWS = JsonShape.<BulkRow>named("BulkRow", "A row of a bulk file.")
		.integer("rowNumber", "Position from 1, without headings and blank rows.", 1, BulkRow::rowNumber)
		.field("status", JsonType.constant("Processing status.", RowStatus.values()), "INVALID", BulkRow::status)
		.textOrNull("merchantReferenceId", "Your own reference.", "EMP-1001", BulkRow::merchantReferenceId)
		.rupeesOrNull("amount", "Amount, if readable.", null, BulkRow::amountPaise)
		.field("errors", ROW_ERROR.list("All rules that the row breaks."), BulkRow::errors)
		.field("warnings", ROW_WARNING.list("What to know of the row before its release; none prevents its payment."),
				BulkRow::warnings)
		.textOrNull("narration", "What the bank passes on to the beneficiary: the remarks, cleaned.", "Salary Nov 2026",
				BulkRow::narration)
		.fieldsOf(PAYOUT, BulkRow::payout)
		.list("In the order of the file.");

	private BulkJson() {
	}

}
