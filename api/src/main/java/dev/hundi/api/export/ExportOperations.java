package dev.hundi.api.export;

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
import dev.hundi.walletexport.ExportFormat;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operations of exports.
 */
@Component
class ExportOperations implements Operations {

	private static final List<String> FORMATS = Arrays.stream(ExportFormat.values())
		.map(ExportFormat::extension)
		.toList();

	private static final List<String> MEDIA_TYPES = Arrays.stream(ExportFormat.values())
		.map(ExportFormat::mediaType)
		.toList();

	private static final AnswerHeader[] FILE_HEADERS = {
			AnswerHeader.fileName("`attachment; filename=\"wallet-<businessCode>-<from>-<to>.<ext>\"`."),
			new AnswerHeader("X-Row-Count", true, "Number of rows in the file.", Schema.integer("")),
			new AnswerHeader("X-Truncated", true, "Whether the window has more rows than the file.", Schema.bool("")),
			AnswerHeader.NO_SNIFFING };

	@Override
	public List<Operation> all() {
		return List.of(export(), list(), file());
	}

	private static Operation export() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/transactions/export", "exportMovements")
			.says("Download movements as a file",
					"The rows of `GET /v1/wallet/transactions`, oldest first, at most 50,000. In csv and xls, text that a "
							+ "spreadsheet would read as a formula gets a leading `'`. If the file takes too long, the answer "
							+ "is 503 with Retry-After; repeat the request to get the same file. Set `until` to the time of "
							+ "the first request or earlier: without it, each new movement of the wallet makes the repeated "
							+ "request another file.")
			.takes(Parameter.query("format", "File format; csv by default.",
					Schema.oneOf("", FORMATS).with("default", "csv"), "csv"), Lists.SEARCH_MOVEMENTS, Lists.SINCE,
					Lists.UNTIL)
			.answersFile("The file.", MEDIA_TYPES)
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.BUSINESS_NOT_FOUND, ErrorCode.EXPORT_NOT_FOUND);
	}

	private static Operation list() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/exports", "listExports")
			.says("List exports", "Newest first, including monthly statements.")
			.takes(Lists.LIMIT, Lists.OFFSET)
			.answers(200, "A page of exports.", ExportJson.EXPORTS, null);
	}

	private static Operation file() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/exports/{exportId}/file", "getExportFile")
			.says("Download the file of an export", "Answers 503 with Retry-After until the file is complete.")
			.takes(Parameter.path("exportId", "Id of the export."))
			.answersFile("The file.", MEDIA_TYPES)
			.withHeaders(FILE_HEADERS)
			.refuses(ErrorCode.EXPORT_NOT_FOUND);
	}

}
