package dev.hundi.sandbox.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;

/**
 * Says how many people the bulk files of a business need, and whether it is told of their
 * end.
 */
final class BulkCommands {

	static final String USAGE = """
			tiers BUSINESS              how many people its files need, by amount
			tiers BUSINESS ABOVE=PEOPLE... --by WHO
			                            such as 0.00=1 100000.00=2; replaces all; 'none' for none
			completed-webhook BUSINESS on|off --by WHO""";

	private BulkCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		if (line.operands().isEmpty()) {
			return null;
		}
		String path = "/bulk/businesses/" + line.operand(0);
		List<String> wanted = line.operands().subList(1, line.operands().size());
		if (line.action().equals("tiers") && wanted.isEmpty() && line.options().isEmpty()) {
			return get(path + "/approval-tiers");
		}
		if (wanted.isEmpty() || !line.hasOnly("by")) {
			return null;
		}
		return switch (line.action()) {
			case "tiers" -> tiers(path + "/approval-tiers", wanted, line);
			case "completed-webhook" -> (wanted.equals(List.of("on")) || wanted.equals(List.of("off")))
					? post(path + "/completed-webhook", line.with("sent", wanted.contains("on"))) : null;
			default -> null;
		};
	}

	private static @Nullable OperatorRequest tiers(String path, List<String> wanted, CommandLine line) {
		List<Map<String, String>> tiers = new ArrayList<>();
		if (!wanted.equals(List.of("none"))) {
			for (String tier : wanted) {
				int equals = tier.indexOf('=');
				if (equals < 0) {
					return null;
				}
				tiers.add(Map.of("above", tier.substring(0, equals), "people", tier.substring(equals + 1)));
			}
		}
		return post(path, line.with("tiers", tiers));
	}

}
