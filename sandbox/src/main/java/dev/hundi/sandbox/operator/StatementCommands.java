package dev.hundi.sandbox.operator;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;
import static dev.hundi.sandbox.operator.OperatorRequest.query;

/**
 * Sends bank statements, and tells what became of them and what is wrong with them.
 */
final class StatementCommands {

	static final String USAGE = """
			load FILE [--account N]     sends a bank statement; N where the file may not name it
			files [--limit N]           what became of files
			show FILE_ID
			list [--limit N]
			problems [--limit N]        gaps, wrong sums, duplicates, rejected files""";

	private static final String PATH = "/statements";

	private StatementCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		return switch (line.action()) {
			case "load" -> load(line);
			case "files" -> line.names(0) ? get(PATH + "/files" + query(line.options())) : null;
			case "show" -> line.names(1) ? get(PATH + "/files/" + line.operand(0)) : null;
			case "list" -> line.names(0) ? get(PATH + query(line.options())) : null;
			case "problems" -> line.names(0) ? get(PATH + "/problems" + query(line.options())) : null;
			default -> null;
		};
	}

	private static @Nullable OperatorRequest load(CommandLine line) {
		if (!line.names(1) || !Set.of("account").containsAll(line.options().keySet())) {
			return null;
		}
		Path file = Path.of(line.operands().getFirst());
		Map<String, String> query = new LinkedHashMap<>(Map.of("name", String.valueOf(file.getFileName())));
		query.putAll(line.options());
		return post(PATH + "/files" + query(query), file);
	}

}
