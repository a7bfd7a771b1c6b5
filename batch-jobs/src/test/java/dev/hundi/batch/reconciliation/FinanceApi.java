package dev.hundi.batch.reconciliation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.filestore.FileStore;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.ReconciliationRuns;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the staff asks about the books, by the paths of the staff portal's JSON routes:
 * Bharat proposes, Chandni approves.
 */
final class FinanceApi {

	private static final JsonMapper json = JsonMapper.shared();

	private static final int MANY = 1_000;

	private final BooksOnDatabase books;

	FinanceApi(BooksOnDatabase books) {
		this.books = books;
	}

	/** The result of a request, with the status that the staff portal answers. */
	@SuppressWarnings("ArrayRecordComponent")
	record Answer(int statusCode, byte[] body) {

		static Answer of(OperatorRequest request) {
			JsonNode result = request.result();
			if (request.state() == RequestState.DONE && result != null) {
				return new Answer(200,
						json.writeValueAsBytes((result.size() == 1) ? result.values().iterator().next() : result));
			}
			assertThat(request.state()).as(request.toString()).isEqualTo(RequestState.REFUSED);
			return new Answer(409, String.valueOf(request.failure()).getBytes(StandardCharsets.UTF_8));
		}

	}

	/** Reads what a path shows; a report is written by this application. */
	Answer get(String path) throws IOException {
		String[] parts = path.substring(1).split("[/?]");
		int dot = path.lastIndexOf("/report.");
		if (dot < 0) {
			return new Answer(200, json.writeValueAsBytes(shown(parts)));
		}
		OperatorRequest request = requests().ask(RequestKind.READ_RECONCILIATION_REPORT,
				Map.of("runId", Long.valueOf(parts[1]), "format", path.substring(dot + "/report.".length())), "Asha");
		Answer answer = Answer.of(request);
		if (answer.statusCode != 200) {
			return answer;
		}
		String storedAs = json.readTree(answer.body).path("storedAs").asString();
		try (InputStream content = Channels
			.newInputStream(this.books.context.getBean(FileStore.class).open(storedAs).orElseThrow())) {
			return new Answer(200, content.readAllBytes());
		}
	}

	private Object shown(String... parts) {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		Breaks breaks = this.books.bean(Breaks.class);
		BankCalendar calendar = this.books.bean(BankCalendar.class);
		return switch (parts[0]) {
			case "runs" -> (parts.length > 2) ? breaks.ofRun(Long.parseLong(parts[1]), MANY)
					: Map.of("run", runs.find(Long.parseLong(parts[1])).orElseThrow(), "figures",
							runs.figures(Long.parseLong(parts[1])), "reports",
							runs.reportDigests(Long.parseLong(parts[1])));
			case "breaks" -> {
				long id = Long.parseLong(parts[1]);
				yield Map.of("found", breaks.find(id).orElseThrow(), "items", breaks.items(id), "proposals",
						breaks.proposals(id), "history", breaks.history(id));
			}
			case "matches" -> breaks.matched(parts[1].substring("of=".length()), MANY);
			case "calendar" ->
				parts[1].equals("changes") ? calendar.changes(MANY) : calendar.of(Integer.parseInt(parts[1]));
			default -> throw new IllegalArgumentException(List.of(parts).toString());
		};
	}

	JsonNode json(String path) throws IOException {
		return json.readTree(get(path).body);
	}

	/** Asks for an act as the person {@code by} of the body. */
	Answer post(String path, Object body) {
		Map<String, Object> arguments = new HashMap<>();
		json.valueToTree(body).properties().forEach((field) -> arguments.put(field.getKey(), field.getValue()));
		String by = json.valueToTree(body).path("by").asString();
		arguments.remove("by");
		String[] parts = path.substring(1).split("/");
		String act = parts[parts.length - 1];
		RequestKind kind = switch (parts[0] + " " + act) {
			case "runs runs" -> RequestKind.REQUEST_CLOSING;
			case "runs sign-off" -> RequestKind.SIGN_OFF_CLOSING;
			case "breaks owner" -> RequestKind.OWN_BREAK;
			case "resolutions resolutions" -> RequestKind.PROPOSE_RESOLUTION;
			case "resolutions approve" -> RequestKind.APPROVE_RESOLUTION;
			case "resolutions reject" -> RequestKind.REJECT_RESOLUTION;
			case "calendar calendar" -> RequestKind.PROPOSE_BANK_DAY;
			case "calendar approve" -> RequestKind.APPROVE_BANK_DAY;
			case "calendar reject" -> RequestKind.REJECT_BANK_DAY;
			default -> throw new IllegalArgumentException(path);
		};
		if (parts.length > 2) {
			String id = Map
				.of("runs", "runId", "breaks", "breakId", "resolutions", "resolutionId", "calendar", "changeId")
				.get(parts[0]);
			arguments.put(String.valueOf(id), Long.valueOf(parts[parts.length - 2]));
		}
		return Answer.of(requests().ask(kind, arguments, by));
	}

	/** Uploads a bank statement file. */
	void upload(String name, String content) throws IOException {
		upload(name, null, content);
	}

	/**
	 * Uploads a bank statement file.
	 * @param account for formats that do not name it
	 */
	void upload(String name, @Nullable String account, String content) throws IOException {
		assertThat(requests().statement(name, account, content).state()).isEqualTo(RequestState.DONE);
	}

	String propose(String action, Long... breaks) {
		return propose(action, Map.of(), breaks);
	}

	String propose(String action, Map<String, ?> more, Long... breaks) {
		Map<String, Object> body = new HashMap<>(Map.of("action", action, "breakIds", Arrays.asList(breaks), "reason",
				"It is clear", "evidence", "The bank's letter 7", "by", "Bharat"));
		body.putAll(more);
		Answer answer = post("/resolutions", body);
		assertThat(answer.statusCode).as(text(answer)).isEqualTo(200);
		return json.readTree(answer.body).path("resolutionId").asString();
	}

	String revoke(long matchId) {
		return propose("REVOKE", Map.of("matchId", matchId));
	}

	/** Requests to release or withdraw a statement. */
	String propose(String action, UUID statement, Map<String, ?> more) {
		Map<String, Object> wanted = new HashMap<>(Map.of("bankStatementId", statement));
		wanted.putAll(more);
		return propose(action, Map.of("statement", wanted));
	}

	void approve(String resolution) {
		Answer answer = post("/resolutions/" + resolution + "/approve", Map.of("by", "Chandni"));
		assertThat(answer.statusCode).as(text(answer)).isEqualTo(200);
	}

	/** Signs a run off, after the days before it. */
	void signOff(long runId) {
		signOffBefore(runId);
		Answer answer = post("/runs/" + runId + "/sign-off", Map.of("by", "Chandni", "completedAt",
				String.valueOf(this.books.bean(ReconciliationRuns.class).find(runId).orElseThrow().completedAt())));
		assertThat(answer.statusCode).as(text(answer)).isEqualTo(200);
	}

	/** Signs the days before that of a run off, the earliest first. */
	void signOffBefore(long runId) {
		ReconciliationRuns runs = this.books.bean(ReconciliationRuns.class);
		LocalDate day = runs.find(runId).orElseThrow().businessDate();
		runs.newest(MANY)
			.stream()
			.filter((run) -> !run.dry() && run.state().equals("DONE") && run.businessDate().isBefore(day))
			.findFirst()
			.ifPresent((before) -> signOff(before.runId()));
	}

	/** The message of a refused request. */
	String refused(String path, Object body) {
		Answer answer = post(path, body);
		assertThat(answer.statusCode).as(text(answer)).isEqualTo(409);
		return text(answer);
	}

	private StaffRequests requests() {
		return this.books.requests();
	}

	private static String text(Answer answer) {
		return new String(answer.body, StandardCharsets.UTF_8);
	}

}
