package dev.hundi.sandbox.operator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import static dev.hundi.sandbox.operator.OperatorRequest.get;
import static dev.hundi.sandbox.operator.OperatorRequest.post;
import static dev.hundi.sandbox.operator.OperatorRequest.query;

/**
 * Looks webhooks up, redelivers them, enables endpoints and rotates secrets.
 */
final class WebhookCommands {

	static final String USAGE = """
			list --from T --to T [--business ID] [--states FAILED,DELIVERED,PENDING]
			show DELIVERY               every try with status, time and answer
			redeliver DELIVERY...
			redeliver --from T --to T [--business ID] [--states FAILED]
			endpoints                   those that are parked or disabled
			enable ENDPOINT
			rotate ENDPOINT --from T    prints the new secret, in use from then on
			                            T is ISO 8601 in UTC, such as 2026-11-21T08:00:00Z""";

	private static final String PATH = "/webhooks";

	private WebhookCommands() {
	}

	static @Nullable OperatorRequest request(CommandLine line) {
		return switch (line.action()) {
			case "list" -> line.names(0) ? get(PATH + "/deliveries" + query(renamed(line.options()))) : null;
			case "show" -> line.names(1) ? get(PATH + "/deliveries/" + line.operand(0)) : null;
			case "redeliver" -> redeliver(line);
			case "endpoints" -> line.names(0) ? get(PATH + "/endpoints") : null;
			case "enable" -> line.names(1) ? post(PATH + "/endpoints/" + line.operand(0) + "/enable") : null;
			case "rotate" -> (line.names(1) && line.hasOnly("from"))
					? post(PATH + "/endpoints/" + line.operand(0) + "/secret", line.options()) : null;
			default -> null;
		};
	}

	private static @Nullable OperatorRequest redeliver(CommandLine line) {
		if (line.operands().isEmpty() == line.options().isEmpty()) {
			return null;
		}
		if (line.options().isEmpty()) {
			return post(PATH + "/redeliver", Map.of("deliveryIds", line.operands()));
		}
		Map<String, Object> body = new LinkedHashMap<>(renamed(line.options()));
		body.computeIfPresent("states", (key, states) -> List.of(states.toString().split(",")));
		return post(PATH + "/redeliver", body);
	}

	private static Map<String, String> renamed(Map<String, String> options) {
		Map<String, String> parameters = new LinkedHashMap<>();
		options.forEach((name, value) -> parameters.put(name.equals("business") ? "businessId" : name, value));
		return parameters;
	}

}
