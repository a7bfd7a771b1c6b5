package dev.hundi.api.wallet;

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
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportStatus;

import org.springframework.stereotype.Component;

/**
 * The exports of movements, described.
 */
@Component
class ExportOperations implements Operations {

	private static final List<String> FORMATS = Arrays.stream(ExportFormat.values())
		.map(ExportFormat::extension)
		.toList();

	private static final List<String> MEDIA_TYPES = Arrays.stream(ExportFormat.values())
		.map(ExportFormat::mediaType)
		.toList();

	private static final AnswerHeader[] FILE_HEADERS = { new AnswerHeader("Content-Disposition", true,
			"Names the file: `attachment; filename=\"wallet-<businessCode>-<from>-<to>.<ext>\"`.", Schema.text("")),
			new AnswerHeader("X-Row-Count", true, "Rows in the file.", Schema.integer("")),
			new AnswerHeader("X-Truncated", true, "Whether the window has more rows than the file.", Schema.bool("")),
			new AnswerHeader("X-Content-Type-Options", true, "Always nosniff.", Schema.text("").only("nosniff")) };

	private static final Schema EXPORT = Schema.object("An export and how far it is.")
		.field("exportId", Schema.uuid("The export."))
		.field("format", Schema.oneOf("Kind of file.", FORMATS))
		.field("search", Schema.text("What it was searched for.").orNull())
		.field("since", Schema.time("Movements from this time on.").orNull())
		.field("until", Schema.time("Movements before this time.").orNull())
		.field("status",
				Schema.oneOf("How far it is; the file of a DONE one can be fetched, an EXPIRED one's is removed.",
						Arrays.stream(ExportStatus.values()).map(Enum::name).toList()))
		.field("progress", Schema.integer("Percent.").range(0, 100))
		.field("fileName", Schema.text("Name of the file; like the following null until it is done.").orNull())
		.field("rowCount", Schema.integer("Rows in it.").orNull())
		.field("truncated", Schema.bool("Whether the window has more rows.").orNull())
		.field("sizeBytes", Schema.integer("Its size.").orNull())
		.field("sha256", Schema.text("Its SHA-256 in hex.").orNull())
		.field("expiresAt", Schema.time("When it will be removed.").orNull())
		.field("createdAt", Schema.time("When it was asked for."))
		.named("WalletExport");

	@Override
	public List<Operation> all() {
		return List.of(export(), list(), file());
	}

	private static Operation export() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/transactions/export", "exportMovements")
			.says("Movements as a file",
					"The rows of `GET /v1/wallet/transactions`, oldest first, at most 50,000 of them. Text that a "
							+ "spreadsheet would take for a formula is written with a leading `'` in csv and xls. A file "
							+ "that takes long answers 503 with Retry-After; the same request then finds it.")
			.takes(Parameter.query("format", "Kind of file, csv where absent.",
					Schema.oneOf("", FORMATS).with((node) -> node.put("default", "csv")), "csv"),
					Lists.search("Part of any field of a movement or of its metadata.", "ORD-1001"), Lists.SINCE,
					Lists.UNTIL)
			.answersFile("The file.", MEDIA_TYPES)
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BUSINESS_NOT_FOUND, ErrorCode.EXPORT_NOT_FOUND);
	}

	private static Operation list() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/exports", "listExports")
			.says("Exports of the business", "Newest first, monthly statements among them.")
			.takes(Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of exports.", Schema.arrayOf(EXPORT, "Newest first."), null, """
					[{"exportId":"0199aa20-1c2d-7e3f-8a4b-5c6d7e8f9a0b","format":"csv","search":null,
					"since":"2026-11-01T00:00:00.000Z","until":null,"status":"DONE","progress":100,
					"fileName":"wallet-BIZ7H3K9QWX-20261101-20261121.csv","rowCount":2,"truncated":false,
					"sizeBytes":702,"sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
					"expiresAt":"2026-11-28T08:20:00.000Z","createdAt":"2026-11-21T08:20:00.000Z"}]""");
	}

	private static Operation file() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/exports/{exportId}/file", "getExportFile")
			.says("The file of an export", "While it is being written the answer is 503 with Retry-After.")
			.takes(Parameter.path("exportId", "The export."))
			.answersFile("The file.", MEDIA_TYPES)
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.EXPORT_NOT_FOUND);
	}

}
