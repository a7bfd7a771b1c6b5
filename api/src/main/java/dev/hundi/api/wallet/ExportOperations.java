package dev.hundi.api.wallet;

import java.util.List;

import dev.hundi.api.openapi.AnswerHeader;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.api.openapi.Schema;

/**
 * The export of movements, described; in the document where it is a bean.
 */
class ExportOperations implements Operations {

	@Override
	public List<Operation> all() {
		return List.of(Operation.of(Group.WALLET, "GET", "/v1/wallet/transactions/export", "exportMovements")
			.says("Movements as a file",
					"The rows of `GET /v1/wallet/transactions`, oldest first, at most 50,000 of them. Text that a "
							+ "spreadsheet would take for a formula is written with a leading `'` in csv and xls.")
			.takes(Parameter.query("format", "Kind of file, csv where absent.",
					Schema.oneOf("", List.of("csv", "xls", "pdf")).with((node) -> node.put("default", "csv")), "csv"),
					Lists.search("Part of any field of a movement or of its metadata.", "ORD-1001"), Lists.SINCE,
					Lists.UNTIL)
			.answersFile("The file.", List.of("text/csv; charset=UTF-8", "application/vnd.ms-excel", "application/pdf"))
			.withHeaders(
					new AnswerHeader("Content-Disposition", true,
							"Names the file: `attachment; filename=\"wallet-<businessCode>-<from>-<to>.<ext>\"`.",
							Schema.text("")),
					new AnswerHeader("X-Row-Count", true, "Rows in the file.", Schema.integer("")), new AnswerHeader(
							"X-Truncated", true, "Whether the window has more rows than the file.", Schema.bool(""))));
	}

}
