package dev.hundi.sandbox.operator;

import java.util.List;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;
import static dev.hundi.sandbox.operator.OperatorRequest.query;

/**
 * Lists, explains and replays messages that nothing could be done with.
 */
final class DeadLetterCommands {

	static final String USAGE = """
			list [--replayed true]
			show TOPIC OFFSET
			replay TOPIC OFFSET
			replay all""";

	private static final String PATH = "/dead-letters";

	private DeadLetterCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		return switch (line.action()) {
			case "list" -> line.names(0) ? get(PATH + query(line.options())) : null;
			case "show" -> line.names(2) ? get(letter(line)) : null;
			case "replay" -> line.names(2) ? post(letter(line) + "/replay")
					: line.operands().equals(List.of("all")) ? post(PATH + "/replay") : null;
			default -> null;
		};
	}

	private static String letter(CommandLine line) {
		return PATH + "/" + line.operand(0) + "/" + line.operand(1);
	}

}
