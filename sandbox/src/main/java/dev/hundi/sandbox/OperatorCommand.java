package dev.hundi.sandbox;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hundi.sandbox.server.StartFailedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./hundi webhooks …}, {@code ./hundi questions …},
 * {@code ./hundi dead-letters …}, {@code ./hundi statements …} and
 * {@code ./hundi bulk …}: asks the operators' doors and prints what they answer.
 */
public final class OperatorCommand {

	static final String USAGE = """
			usage: ./hundi webhooks list --from T --to T [--business ID] [--states FAILED,DELIVERED,PENDING]
			       ./hundi webhooks show DELIVERY               every try with status, time and answer
			       ./hundi webhooks redeliver DELIVERY...
			       ./hundi webhooks redeliver --from T --to T [--business ID] [--states FAILED]
			       ./hundi webhooks endpoints                   those that are parked or disabled
			       ./hundi webhooks enable ENDPOINT
			       ./hundi webhooks rotate ENDPOINT --from T    prints the new secret, in use from then on
			       ./hundi statements load FILE [--account N]   sends a bank statement; N where the file may not name it
			       ./hundi statements files [--limit N]         what became of files
			       ./hundi statements show FILE_ID
			       ./hundi statements list [--limit N]
			       ./hundi statements problems [--limit N]      gaps, wrong sums, duplicates, rejected files
			       ./hundi questions list [--limit N]           what is left to a person about banks
			       ./hundi questions ask BUSINESS PAYOUT        has the bank be asked once more
			       ./hundi questions settle BUSINESS payout|beneficiary ID --by NAME --note TEXT
			       ./hundi bulk tiers BUSINESS                  how many people its files need, by amount
			       ./hundi bulk tiers BUSINESS ABOVE=PEOPLE... --by WHO
			                                                    such as 0.00=1 100000.00=2; replaces all; 'none' for none
			       ./hundi bulk completed-webhook BUSINESS on|off --by WHO
			       ./hundi dead-letters list [--replayed true]
			       ./hundi dead-letters show TOPIC OFFSET
			       ./hundi dead-letters replay TOPIC OFFSET
			       ./hundi dead-letters replay all
			Times are ISO 8601 in UTC, such as 2026-11-21T08:00:00Z.""";

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private final OperatorAccess access;

	private final PrintStream out;

	OperatorCommand(OperatorAccess access, PrintStream out) {
		this.access = access;
		this.out = out;
	}

	/**
	 * Runs one command. Ends with 0 if it was done, with 1 if not and with 2 if it is no
	 * command.
	 */
	public static void main(String[] args) throws Exception {
		List<String> words = List.of(args);
		if (request(words) == null) {
			System.err.println(USAGE);
			System.exit(2);
		}
		try {
			OperatorAccess access = OperatorAccess.find(System.getenv(), Path.of("var").toAbsolutePath());
			System.exit(new OperatorCommand(access, System.out).run(words) ? 0 : 1);
		}
		catch (StartFailedException | IOException ex) {
			System.err
				.println((ex instanceof StartFailedException) ? ex.getMessage() : "The door does not answer: " + ex);
			System.exit(1);
		}
	}

	/** Whether it was done; prints the answer in either case. */
	boolean run(List<String> words) throws IOException, InterruptedException {
		Request request = request(words);
		if (request == null) {
			throw new IllegalArgumentException(USAGE);
		}
		HttpRequest.BodyPublisher body = switch (request.body) {
			case null -> HttpRequest.BodyPublishers.noBody();
			case Path file -> HttpRequest.BodyPublishers.ofFile(file);
			default -> HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(request.body));
		};
		URI url = URI.create(this.access.door(request.ofBatch()) + "/internal" + request.path);
		try (HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
			HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(url)
				.method(request.method, body)
				.header("Authorization", "Bearer " + this.access.token())
				.header("Content-Type",
						(request.body instanceof Path) ? "application/octet-stream" : "application/json")
				.build(), HttpResponse.BodyHandlers.ofByteArray());
			this.out.println((answer.body().length > 0) ? json.writeValueAsString(json.readTree(answer.body()))
					: "HTTP " + answer.statusCode());
			return answer.statusCode() == 200;
		}
	}

	private static @Nullable Request request(List<String> words) {
		List<String> plain = new ArrayList<>();
		Map<String, String> options = new LinkedHashMap<>();
		for (int i = 0; i < words.size(); i++) {
			if (!words.get(i).startsWith("--")) {
				plain.add(words.get(i));
			}
			else if (i + 1 < words.size()) {
				options.put(words.get(i).substring(2), words.get(++i));
			}
			else {
				return null;
			}
		}
		if (plain.size() < 2) {
			return null;
		}
		List<String> operands = plain.subList(2, plain.size());
		return switch (plain.get(0)) {
			case "webhooks" -> webhooks(plain.get(1), operands, options);
			case "statements" -> statements(plain.get(1), operands, options);
			case "questions" -> questions(plain.get(1), operands, options);
			case "bulk" -> operands.isEmpty() ? null : bulk(plain.get(1), operands, options);
			case "dead-letters" -> deadLetters(plain.get(1), operands, options);
			default -> null;
		};
	}

	private static @Nullable Request webhooks(String action, List<String> operands, Map<String, String> options) {
		String path = "/webhooks/";
		return switch (action) {
			case "list" -> operands.isEmpty() ? get(path + "deliveries" + query(options)) : null;
			case "show" -> (operands.size() == 1) ? get(path + "deliveries/" + encoded(operands.getFirst())) : null;
			case "redeliver" -> redeliver(path, operands, options);
			case "endpoints" -> operands.isEmpty() ? get(path + "endpoints") : null;
			case "enable" -> (operands.size() == 1)
					? post(path + "endpoints/" + encoded(operands.getFirst()) + "/enable", null) : null;
			case "rotate" -> (operands.size() == 1 && options.keySet().equals(Set.of("from")))
					? post(path + "endpoints/" + encoded(operands.getFirst()) + "/secret", Map.copyOf(options)) : null;
			default -> null;
		};
	}

	private static @Nullable Request redeliver(String path, List<String> operands, Map<String, String> options) {
		if (operands.isEmpty() == options.isEmpty()) {
			return null;
		}
		if (options.isEmpty()) {
			return post(path + "redeliver", Map.of("deliveryIds", operands));
		}
		Map<String, Object> body = new LinkedHashMap<>(renamed(options));
		body.computeIfPresent("states", (key, states) -> List.of(states.toString().split(",")));
		return post(path + "redeliver", body);
	}

	private static @Nullable Request statements(String action, List<String> operands, Map<String, String> options) {
		String path = "/statements";
		return switch (action) {
			case "load" -> {
				if (operands.size() != 1 || !Set.of("account").containsAll(options.keySet())) {
					yield null;
				}
				Path file = Path.of(operands.getFirst());
				Map<String, String> query = new LinkedHashMap<>(Map.of("name", String.valueOf(file.getFileName())));
				query.putAll(options);
				yield post(path + "/files" + query(query), file);
			}
			case "files" -> operands.isEmpty() ? get(path + "/files" + query(options)) : null;
			case "show" -> (operands.size() == 1) ? get(path + "/files/" + encoded(operands.getFirst())) : null;
			case "list" -> operands.isEmpty() ? get(path + query(options)) : null;
			case "problems" -> operands.isEmpty() ? get(path + "/problems" + query(options)) : null;
			default -> null;
		};
	}

	private static @Nullable Request questions(String action, List<String> operands, Map<String, String> options) {
		String path = "/questions";
		return switch (action) {
			case "list" -> operands.isEmpty() ? get(path + query(options)) : null;
			case "ask" -> (operands.size() == 2) ? post(
					path + "/businesses/" + encoded(operands.get(0)) + "/payouts/" + encoded(operands.get(1)) + "/ask",
					null) : null;
			case "settle" -> settle(path, operands, options);
			default -> null;
		};
	}

	private static @Nullable Request settle(String path, List<String> operands, Map<String, String> options) {
		Map<String, String> kinds = Map.of("payout", "payouts", "beneficiary", "beneficiaries");
		String by = options.get("by");
		String note = options.get("note");
		if (operands.size() != 3 || !kinds.containsKey(operands.get(1)) || by == null || note == null
				|| options.size() != 2) {
			return null;
		}
		return post("%s/businesses/%s/%s/%s/settle".formatted(path, encoded(operands.get(0)),
				kinds.get(operands.get(1)), encoded(operands.get(2))), Map.of("settledBy", by, "note", note));
	}

	private static @Nullable Request bulk(String action, List<String> operands, Map<String, String> options) {
		String path = "/bulk/businesses/" + encoded(operands.getFirst());
		List<String> wanted = operands.subList(1, operands.size());
		if (action.equals("tiers") && wanted.isEmpty() && options.isEmpty()) {
			return get(path + "/approval-tiers");
		}
		String by = options.get("by");
		if (by == null || options.size() > 1 || wanted.isEmpty()) {
			return null;
		}
		return switch (action) {
			case "tiers" -> tiers(path + "/approval-tiers", wanted, by);
			case "completed-webhook" -> (wanted.equals(List.of("on")) || wanted.equals(List.of("off")))
					? post(path + "/completed-webhook", Map.of("sent", wanted.contains("on"), "by", by)) : null;
			default -> null;
		};
	}

	private static @Nullable Request tiers(String path, List<String> wanted, String by) {
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
		return post(path, Map.of("tiers", tiers, "by", by));
	}

	private static @Nullable Request deadLetters(String action, List<String> operands, Map<String, String> options) {
		String path = "/dead-letters";
		String letter = (operands.size() == 2) ? path + "/" + encoded(operands.get(0)) + "/" + encoded(operands.get(1))
				: null;
		return switch (action) {
			case "list" -> operands.isEmpty() ? get(path + query(options)) : null;
			case "show" -> (letter != null) ? get(letter) : null;
			case "replay" -> (letter != null) ? post(letter + "/replay", null)
					: operands.equals(List.of("all")) ? post(path + "/replay", null) : null;
			default -> null;
		};
	}

	private static Map<String, String> renamed(Map<String, String> options) {
		Map<String, String> parameters = new LinkedHashMap<>();
		options.forEach((name, value) -> parameters.put(name.equals("business") ? "businessId" : name, value));
		return parameters;
	}

	private static String query(Map<String, String> options) {
		StringBuilder query = new StringBuilder();
		renamed(options).forEach((name, value) -> query.append((query.length() == 0) ? '?' : '&')
			.append(encoded(name))
			.append('=')
			.append(encoded(value)));
		return query.toString();
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static Request get(String path) {
		return new Request("GET", path, null);
	}

	private static Request post(String path, @Nullable Object body) {
		return new Request("POST", path, body);
	}

	private record Request(String method, String path, @Nullable Object body) {

		/**
		 * Webhooks, questions and dead letters are the stream processors', statements and
		 * bulk files are not.
		 */
		boolean ofBatch() {
			return this.path.startsWith("/statements") || this.path.startsWith("/bulk");
		}

	}

}
