package dev.hundi.sandbox.operator;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;
import static dev.hundi.sandbox.operator.OperatorRequest.query;

/**
 * Lists and settles what is left to a person about banks.
 */
final class QuestionCommands {

	static final String USAGE = """
			list [--limit N]
			ask BUSINESS PAYOUT         has the bank be asked once more
			settle BUSINESS payout|beneficiary ID --by NAME --note TEXT""";

	private static final Map<String, String> KINDS = Map.of("payout", "payouts", "beneficiary", "beneficiaries");

	private QuestionCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		return switch (line.action()) {
			case "list" -> line.names(0) ? get("/questions" + query(line.options())) : null;
			case "ask" -> line.names(2) ? post(business(line) + "/payouts/" + line.operand(1) + "/ask") : null;
			case "settle" -> settle(line);
			default -> null;
		};
	}

	private static @Nullable OperatorRequest settle(CommandLine line) {
		if (!line.names(3) || !line.hasOnly("by", "note") || !KINDS.containsKey(line.operands().get(1))) {
			return null;
		}
		return post(business(line) + "/" + KINDS.get(line.operands().get(1)) + "/" + line.operand(2) + "/settle",
				Map.of("settledBy", line.option("by"), "note", line.option("note")));
	}

	private static String business(CommandLine line) {
		return "/questions/businesses/" + line.operand(0);
	}

}
