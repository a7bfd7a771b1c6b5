package dev.hundi.api.bulk;

import java.util.Collection;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFile.Counts;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkRow.Paid;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.Decision.ShortOfMoney;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowError;
import dev.hundi.bulk.RowStatus;

/**
 * Bulk files and their rows in answers.
 */
final class BulkJson {

	private static final JsonShape<Counts> ROW_COUNTS = JsonShape.<Counts>of("Numbers of rows.")
		.named("BulkRowCounts")
		.field("read", JsonType.integer("Rows read so far."), 2, Counts::read)
		.field("valid", JsonType.integer("Rows that can be paid."), 2, Counts::valid)
		.field("invalid", JsonType.integer("Rows that break a rule."), 0, Counts::invalid)
		.field("duplicate", JsonType.integer("Rows that repeat an earlier row or payout."), 0, Counts::duplicate)
		.field("released", JsonType.integer("Rows that became payouts."), 0, Counts::released)
		.field("successful", JsonType.integer("Rows whose payout succeeded."), 0, Counts::successful)
		.field("failed", JsonType.integer("Rows whose payout failed or was returned."), 0, Counts::failed);

	private static final JsonShape<Counts> AMOUNTS = JsonShape.<Counts>of("Sums of amounts.")
		.named("BulkAmounts")
		.field("total", JsonType.rupees("All rows with a readable amount."), "3000.00", Counts::totalPaise)
		.field("valid", JsonType.rupees("Valid rows."), "3000.00", Counts::validPaise)
		.field("totalDebit", JsonType.rupees("Valid rows with commission and GST."), "3009.44", Counts::debitPaise)
		.field("released", JsonType.rupees("Rows that became payouts."), "0.00", Counts::releasedPaise)
		.field("successful", JsonType.rupees("Successful payouts."), "0.00", Counts::successfulPaise)
		.field("failed", JsonType.rupees("Failed or returned payouts."), "0.00", Counts::failedPaise);

	static final JsonShape<BulkFile> FILE = JsonShape.<BulkFile>of("A bulk file and its progress.")
		.named("BulkFile")
		.field("bulkFileId", JsonType.uuid("Id of the file."), "0199aa30-2d3e-7f40-9b5c-6d7e8f9a0b1c",
				BulkFile::bulkFileId)
		.field("fileName", JsonType.text("Name of the file."), "salaries.csv", BulkFile::fileName)
		.field("clientReference", JsonType.text("Your own reference.").orNull(), "SALARIES-2026-11",
				BulkFile::clientReference)
		.field("format", JsonType.constant("File format.", BulkFormat.values()), "CSV", BulkFile::format)
		.field("sizeBytes", JsonType.integer("Size in bytes."), 412, BulkFile::sizeBytes)
		.field("sha256", JsonType.text("SHA-256 in hex."),
				"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", BulkFile::sha256)
		.field("releaseMode",
				JsonType.constant("Whether a file with invalid rows can be released.", ReleaseMode.values()),
				"VALID_ROWS", BulkFile::releaseMode)
		.field("declaredRows", JsonType.integer("rowCount of the upload.").orNull(), 2, BulkFile::declaredRows)
		.field("declaredTotal", JsonType.rupees("totalAmount of the upload.").orNull(), "3000.00",
				BulkFile::declaredTotalPaise)
		.field("status", JsonType.constant("Processing status.", BulkStatus.values()), "AWAITING_RELEASE",
				BulkFile::status)
		.field("percent", JsonType.integer("Progress in percent.").with((schema) -> schema.range(0, 100)), 10,
				BulkFile::percent)
		.field("rows", ROW_COUNTS, BulkFile::counts)
		.field("amounts", AMOUNTS, BulkFile::counts)
		.field("uploadedBy", JsonType.text("API key of the upload."), "pk_0123456789ABCDEFGHJKMNPQ",
				BulkFile::uploadedBy)
		.field("releasedBy", JsonType.text("API key of the release.").orNull(), null, BulkFile::releasedBy)
		.field("peopleNeeded",
				JsonType.integer("1, or 2 if the release must be signed with another key than the upload.").orNull(), 1,
				BulkFile::peopleNeeded)
		.field("reasonCode", JsonType.text("Reason for the rejection.").orNull(), null, BulkFile::reasonCode)
		.field("reason", JsonType.text("Reason for people.").orNull(), null, BulkFile::reason)
		.field("createdAt", JsonType.time("Time of the upload."), "2026-11-21T08:15:30.123Z", BulkFile::createdAt)
		.field("loadedAt", JsonType.time("Time when all rows were validated.").orNull(), "2026-11-21T08:15:31.456Z",
				BulkFile::loadedAt)
		.field("releasedAt", JsonType.time("Time of the release.").orNull(), null, BulkFile::releasedAt)
		.field("completedAt", JsonType.time("Time of the final status.").orNull(), null, BulkFile::completedAt);

	static final JsonType<Collection<BulkFile>> FILES = FILE.list("Newest first.");

	static final JsonShape<ShortOfMoney> SHORT_OF_MONEY = JsonShape
		.<ShortOfMoney>of("A bulk file and the balance that does not cover it.")
		.named("BulkFileAndMoney")
		.fieldsOf(FILE, ShortOfMoney::file)
		.field("spendable", JsonType.rupees("Spendable balance of the wallet."), "1200.00",
				ShortOfMoney::spendablePaise);

	private static final JsonShape<RowError> ROW_ERROR = JsonShape.<RowError>of("A rule that the row breaks.")
		.field("column", JsonType.text("Heading of the column."), "Amount", RowError::column)
		.field("code", JsonType.text("The rule."), "INVALID", RowError::code)
		.field("message", JsonType.text("Explanation for people."),
				"Amount must be rupees with at most two decimals and nothing else, such as 1500.00", RowError::message)
		.field("value", JsonType.text("The value, masked.").orNull(), "1,500.00", RowError::value);

	private static final JsonShape<Paid> PAYOUT = JsonShape.<Paid>of("")
		.field("payoutTransactionId", JsonType.uuid("payoutTransactionId of the payout.").orNull(), null,
				Paid::payoutId)
		.field("transactionId", JsonType.text("transactionId of the payout.").orNull(), null, Paid::transactionId)
		.field("payoutStatus", JsonType.integer("Status code of the payout.").orNull(), null, Paid::status)
		.field("utr", JsonType.text("UTR of the bank.").orNull(), null, Paid::utr)
		.field("responseCode", JsonType.text("responseCode of the payout.").orNull(), null, Paid::responseCode)
		.field("responseMessage", JsonType.text("responseMessage of the payout.").orNull(), null, Paid::responseMessage)
		.field("updatedAt", JsonType.time("Time of the latest change of the payout.").orNull(), null, Paid::updatedAt);

	static final JsonType<Collection<BulkRow>> ROWS = JsonShape.<BulkRow>of("A row of a bulk file.")
		.named("BulkRow")
		.field("rowNumber", JsonType.integer("Position from 1, without headings and blank rows."), 1,
				BulkRow::rowNumber)
		.field("status", JsonType.constant("Processing status.", RowStatus.values()), "INVALID", BulkRow::status)
		.field("merchantReferenceId", JsonType.text("Your own reference.").orNull(), "EMP-1001",
				BulkRow::merchantReferenceId)
		.field("amount", JsonType.rupees("Amount, if readable.").orNull(), null, BulkRow::amountPaise)
		.field("errors", ROW_ERROR.list("All rules that the row breaks."), BulkRow::errors)
		.fieldsOf(PAYOUT, BulkRow::payout)
		.list("In the order of the file.");

	private BulkJson() {
	}

}
