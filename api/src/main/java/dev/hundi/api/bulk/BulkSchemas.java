package dev.hundi.api.bulk;

import java.util.Arrays;
import java.util.List;

import dev.hundi.api.openapi.Schema;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;

/**
 * The schemas of bulk files and rows, with an example of each.
 */
final class BulkSchemas {

	private static final Schema ROW_COUNTS = Schema.object("Numbers of rows.")
		.field("read", Schema.integer("Read so far."))
		.field("valid", Schema.integer("That can be paid."))
		.field("invalid", Schema.integer("That break a rule."))
		.field("duplicate", Schema.integer("That pay what an earlier row or payout pays."))
		.field("released", Schema.integer("That are payouts."))
		.field("successful", Schema.integer("Whose payout was paid."))
		.field("failed", Schema.integer("Whose payout was not paid, or was returned."))
		.named("BulkRowCounts");

	private static final Schema AMOUNTS = Schema.object("Amounts.")
		.field("total", Schema.rupees("Of every row whose amount could be read."))
		.field("valid", Schema.rupees("Of valid rows."))
		.field("totalDebit", Schema.rupees("Of valid rows with commission and GST."))
		.field("released", Schema.rupees("Of rows that are payouts."))
		.field("successful", Schema.rupees("Of rows that were paid."))
		.field("failed", Schema.rupees("Of payouts that were not paid, or were returned."))
		.named("BulkAmounts");

	private static final Schema FIELDS = Schema.object("A bulk file and how far it is.")
		.field("bulkFileId", Schema.uuid("The file."))
		.field("fileName", Schema.text("Its name."))
		.field("clientReference", Schema.text("Your reference.").orNull())
		.field("format", Schema.oneOf("Kind of file.", words(BulkFormat.values())))
		.field("sizeBytes", Schema.integer("Its size."))
		.field("sha256", Schema.text("Its SHA-256 in hex."))
		.field("releaseMode", Schema.oneOf("What a file with bad rows comes to.", words(ReleaseMode.values())))
		.field("declaredRows", Schema.integer("How many rows you said.").orNull())
		.field("declaredTotal", Schema.rupees("What you said they add up to.").orNull())
		.field("status", Schema.oneOf("How far it is.", words(BulkStatus.values())))
		.field("percent", Schema.integer("The same as a number.").range(0, 100))
		.field("rows", ROW_COUNTS)
		.field("amounts", AMOUNTS)
		.field("uploadedBy", Schema.text("API key of the upload."))
		.field("releasedBy", Schema.text("API key of the release.").orNull())
		.field("peopleNeeded",
				Schema.integer("1, or 2 where the key of the release must be another than that of the upload.")
					.orNull())
		.field("reasonCode", Schema.text("Why it was rejected.").orNull())
		.field("reason", Schema.text("The same for a person.").orNull())
		.field("createdAt", Schema.time("When it was uploaded."))
		.field("loadedAt", Schema.time("When its rows were checked.").orNull())
		.field("releasedAt", Schema.time("When it was released.").orNull())
		.field("completedAt", Schema.time("When it ended.").orNull());

	static final Schema FILE = FIELDS.named("BulkFile");

	static final Schema FILE_AND_MONEY = Schema.object("A bulk file and what the wallet could pay.")
		.fieldsOf(FIELDS)
		.field("spendable", Schema.rupees("Spendable balance of the wallet."))
		.named("BulkFileAndMoney");

	static final Schema ROW = Schema.object("A row of a bulk file.")
		.field("rowNumber", Schema.integer("From 1, without the headings and blank rows."))
		.field("status", Schema.oneOf("What became of it.", words(RowStatus.values())))
		.field("merchantReferenceId", Schema.text("Your reference.").orNull())
		.field("amount", Schema.rupees("Its amount, where it could be read.").orNull())
		.field("errors",
				Schema.arrayOf(
						Schema.object("A rule that it breaks.")
							.field("column", Schema.text("Heading of the column."))
							.field("code", Schema.text("The rule."))
							.field("message", Schema.text("The same for a person."))
							.field("value", Schema.text("What stood there, masked.").orNull()),
						"Every rule that it breaks."))
		.field("payoutTransactionId", Schema.uuid("Its payout.").orNull())
		.field("transactionId", Schema.text("Transaction id of its payout.").orNull())
		.field("payoutStatus", Schema.integer("Status code of its payout.").orNull())
		.field("utr", Schema.text("The bank's reference.").orNull())
		.field("responseCode", Schema.text("Of its payout.").orNull())
		.field("responseMessage", Schema.text("Of its payout.").orNull())
		.field("updatedAt", Schema.time("Latest change of its payout.").orNull())
		.named("BulkRow");

	private static final String EXAMPLE_FIELDS = """
			"bulkFileId":"0199aa30-2d3e-7f40-9b5c-6d7e8f9a0b1c","fileName":"salaries.csv",
			"clientReference":"SALARIES-2026-11","format":"CSV","sizeBytes":412,
			"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","releaseMode":"VALID_ROWS",
			"declaredRows":2,"declaredTotal":"3000.00","status":"AWAITING_RELEASE","percent":10,
			"rows":{"read":2,"valid":2,"invalid":0,"duplicate":0,"released":0,"successful":0,"failed":0},
			"amounts":{"total":"3000.00","valid":"3000.00","totalDebit":"3009.44","released":"0.00","successful":"0.00",
			"failed":"0.00"},"uploadedBy":"pk_0123456789ABCDEFGHJKMNPQ","releasedBy":null,"peopleNeeded":1,
			"reasonCode":null,"reason":null,"createdAt":"2026-11-21T08:15:30.123Z",
			"loadedAt":"2026-11-21T08:15:31.456Z","releasedAt":null,"completedAt":null""";

	static final String FILE_EXAMPLE = "{" + EXAMPLE_FIELDS + "}";

	static final String FILE_AND_MONEY_EXAMPLE = "{" + EXAMPLE_FIELDS + ",\"spendable\":\"1200.00\"}";

	static final String ROWS_EXAMPLE = """
			[{"rowNumber":1,"status":"INVALID","merchantReferenceId":"EMP-1001","amount":null,
			"errors":[{"column":"Amount","code":"INVALID",
			"message":"Amount must be rupees with at most two decimals and nothing else, such as 1500.00",
			"value":"1,500.00"}],"payoutTransactionId":null,"transactionId":null,"payoutStatus":null,"utr":null,
			"responseCode":null,"responseMessage":null,"updatedAt":null}]""";

	private BulkSchemas() {
	}

	private static List<String> words(Enum<?>[] values) {
		return Arrays.stream(values).map(Enum::name).toList();
	}

}
