package dev.hundi.sandbox;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.hundi.sandbox.server.StartFailedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code ./hundi reconciliation …}: asks the operators' door of batch-jobs and prints
 * what it answers.
 */
public final class ReconciliationCommand {

	static final String USAGE = """
			usage: ./hundi reconciliation runs [--limit N]
			       ./hundi reconciliation run DAY --by WHO [--dry true]     closes a day that is over; rehearses any
			       ./hundi reconciliation show RUN                          progress, balances and figures
			       ./hundi reconciliation report RUN FILE.csv|.xls|.pdf
			       ./hundi reconciliation sign-off RUN --by WHO
			       ./hundi reconciliation breaks [--type T] [--closed true] [--limit N]
			       ./hundi reconciliation break BREAK                       its items and history
			       ./hundi reconciliation own BREAK --owner WHO --by WHO
			       ./hundi reconciliation matches --of UTR|REFERENCE        what is matched of these lines
			       ./hundi reconciliation resolutions [--waiting false]
			       ./hundi reconciliation match BREAK... --reason R --evidence E --by WHO
			       ./hundi reconciliation suspense|write-off BREAK... --reason R --evidence E --by WHO
			       ./hundi reconciliation adjust-wallet BREAK... --business ID --reason R --evidence E --by WHO
			       ./hundi reconciliation carry-forward BREAK... --to DAY --reason R --evidence E --by WHO
			       ./hundi reconciliation revoke MATCH --reason R --evidence E --by WHO
			       ./hundi reconciliation approve|reject RESOLUTION --by ANOTHER
			       ./hundi reconciliation calendar YEAR
			       ./hundi reconciliation day DAY --open true|false --name N   writes a day of the bank calendar down
			Days are such as 2026-11-21, in India.""";

	private static final JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

	private final OperatorAccess access;

	private final PrintStream out;

	ReconciliationCommand(OperatorAccess access, PrintStream out) {
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
			System.exit(new ReconciliationCommand(access, System.out).run(words) ? 0 : 1);
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
		HttpRequest.BodyPublisher body = (request.body != null)
				? HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(request.body))
				: HttpRequest.BodyPublishers.noBody();
		URI url = URI.create(this.access.door(true) + "/internal/reconciliation" + request.path);
		try (HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
			HttpResponse<byte[]> answer = http.send(HttpRequest.newBuilder(url)
				.method((request.body != null) ? "POST" : "GET", body)
				.header("Authorization", "Bearer " + this.access.token())
				.header("Content-Type", "application/json")
				.build(), HttpResponse.BodyHandlers.ofByteArray());
			boolean done = answer.statusCode() == 200;
			Path file = request.file;
			if (done && file != null) {
				Files.write(file, answer.body());
				this.out.println(file);
			}
			else {
				this.out.println((answer.body().length > 0) ? json.writeValueAsString(json.readTree(answer.body()))
						: "HTTP " + answer.statusCode());
			}
			return done;
		}
	}

	private static @Nullable Request request(List<String> words) {
		List<String> operands = new ArrayList<>();
		Map<String, String> options = new LinkedHashMap<>();
		for (int i = 0; i < words.size(); i++) {
			if (!words.get(i).startsWith("--")) {
				operands.add(words.get(i));
			}
			else if (i + 1 < words.size()) {
				options.put(words.get(i).substring(2), words.get(++i));
			}
			else {
				return null;
			}
		}
		if (operands.isEmpty()) {
			return null;
		}
		String action = operands.removeFirst();
		return switch (action) {
			case "runs", "breaks", "matches", "resolutions" ->
				operands.isEmpty() ? get("/" + action + query(options)) : null;
			case "match", "suspense", "write-off", "adjust-wallet", "carry-forward", "revoke" ->
				resolution(action, operands, options);
			default -> ofOne(action, operands, options);
		};
	}

	private static @Nullable Request ofOne(String action, List<String> operands, Map<String, String> options) {
		if (operands.size() != (action.equals("report") ? 2 : 1)) {
			return null;
		}
		String what = URLEncoder.encode(operands.getFirst(), StandardCharsets.UTF_8);
		return switch (action) {
			case "run" -> has(options, "by") ? post("/runs", with(options, "businessDate", operands.getFirst())) : null;
			case "show" -> get("/runs/" + what);
			case "report" -> report(what, operands.getLast());
			case "sign-off" -> has(options, "by") ? post("/runs/" + what + "/sign-off", options) : null;
			case "break" -> get("/breaks/" + what);
			case "own" -> has(options, "owner", "by") ? post("/breaks/" + what + "/owner", options) : null;
			case "approve", "reject" ->
				has(options, "by") ? post("/resolutions/" + what + "/" + action, options) : null;
			case "calendar" -> get("/calendar/" + what);
			case "day" ->
				has(options, "open", "name") ? post("/calendar", with(options, "day", operands.getFirst())) : null;
			default -> null;
		};
	}

	private static @Nullable Request report(String run, String file) {
		int dot = file.lastIndexOf('.');
		return (dot < 0) ? null : new Request("/runs/" + run + "/report" + file.substring(dot), null, Path.of(file));
	}

	private static @Nullable Request resolution(String action, List<String> operands, Map<String, String> options) {
		if (operands.isEmpty() || !has(options, "reason", "evidence", "by")) {
			return null;
		}
		Map<String, Object> body = new LinkedHashMap<>(options);
		body.put("action", action.replace('-', '_').toUpperCase(Locale.ROOT));
		body.put("breakIds", action.equals("revoke") ? List.of() : operands);
		if (action.equals("revoke")) {
			body.put("matchId", operands.getFirst());
		}
		rename(body, "business", "businessId");
		rename(body, "to", "carryTo");
		return post("/resolutions", body);
	}

	private static void rename(Map<String, Object> body, String from, String to) {
		Object value = body.remove(from);
		if (value != null) {
			body.put(to, value);
		}
	}

	private static boolean has(Map<String, String> options, String... names) {
		return options.keySet().containsAll(Arrays.asList(names));
	}

	private static Map<String, Object> with(Map<String, String> options, String name, String value) {
		Map<String, Object> body = new LinkedHashMap<>(options);
		body.put(name, value);
		return body;
	}

	private static String query(Map<String, String> options) {
		StringBuilder query = new StringBuilder();
		options.forEach((name, value) -> query.append((query.length() == 0) ? '?' : '&')
			.append(URLEncoder.encode(name, StandardCharsets.UTF_8))
			.append('=')
			.append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
		return query.toString();
	}

	private static Request get(String path) {
		return new Request(path, null, null);
	}

	private static Request post(String path, Map<String, ?> body) {
		return new Request(path, body, null);
	}

	private record Request(String path, @Nullable Map<String, ?> body, @Nullable Path file) {
	}

}
