package dev.hundi.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OperatorCommandTests {

	private static final Answer ACCEPTED = new Answer(202, "{\"requestId\":\"7\"}");

	private static final Answer DONE = new Answer(200, "{\"state\":\"DONE\",\"result\":{\"storedAs\":\"f\"}}");

	private final List<String> requests = new ArrayList<>();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private final List<String> paths = new ArrayList<>();

	private HttpServer server;

	private final Deque<Answer> answers = new ArrayDeque<>();

	private boolean authenticated = true;

	@BeforeEach
	void startServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.createContext("/", this::record);
		this.server.start();
	}

	@AfterEach
	void stopServer() {
		this.server.stop(0);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					webhooks list --from a --to b --business c --states FAILED,PENDING | GET /webhooks/deliveries?from=a&to=b&businessId=c&states=FAILED%2CPENDING
					webhooks show d/1            | GET /webhooks/deliveries/d%2F1
					webhooks redeliver d1 d2 --reason r | POST /webhooks/redeliver {"deliveryIds":["d1","d2"],"reason":"r"}
					webhooks redeliver --from a --to b --states FAILED,PENDING --reason r | POST /webhooks/redeliver {"from":"a","to":"b","states":["FAILED","PENDING"],"reason":"r"}
					webhooks endpoints           | GET /webhooks/endpoints
					webhooks enable e --reason r | POST /webhooks/endpoints/e/enable {"reason":"r"}
					webhooks rotate e --from a --reason r | POST /webhooks/endpoints/e/secret {"from":"a","reason":"r"}
					reviews list --limit 5       | GET /reviews?limit=5
					reviews enquire b p --reason r | POST /reviews/businesses/b/payouts/p/enquire {"reason":"r"}
					reviews settle b beneficiary i --shown s --note n | POST /reviews/businesses/b/beneficiaries/i/settle {"shown":"s","note":"n"}
					dead-letters list --replayed true | GET /dead-letters?replayed=true
					dead-letters show t 0        | GET /dead-letters/t/0
					dead-letters replay t 0 --reason r | POST /dead-letters/t/0/replay {"reason":"r"}
					dead-letters replay all --reason r | POST /dead-letters/replay {"reason":"r"}
					statements files             | GET /statements/files
					statements show 7            | GET /statements/files/7
					statements list --limit 1    | GET /statements?limit=1
					statements problems          | GET /statements/problems
					statements release s --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"RELEASE_STATEMENT","breakIds":[],"statement":{"bankStatementId":"s"}}
					statements withdraw s --replacement f --uncovered-to-suspense true --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"WITHDRAW_STATEMENT","breakIds":[],"statement":{"bankStatementId":"s","replacementFileId":"f","uncoveredToSuspense":"true"}}
					bulk tiers b                 | GET /bulk/businesses/b/approval-tiers
					bulk tiers b 0.00=1 9.00=2 --reason r | POST /bulk/businesses/b/approval-tiers {"reason":"r","tiers":[{"above":"0.00","people":"1"},{"above":"9.00","people":"2"}]}
					bulk tiers b none --reason r  | POST /bulk/businesses/b/approval-tiers {"reason":"r","tiers":[]}
					bulk completed-webhook b off --reason r | POST /bulk/businesses/b/completed-webhook {"reason":"r","sent":false}
					reconciliation runs --limit 1 | GET /reconciliation/runs?limit=1
					reconciliation run 2026-11-21 --reason r --dry true | POST /reconciliation/runs {"reason":"r","dry":"true","businessDate":"2026-11-21"}
					reconciliation run 2026-11-21 --reason r --dry true --full true | POST /reconciliation/runs {"reason":"r","dry":"true","full":"true","businessDate":"2026-11-21"}
					reconciliation show 1        | GET /reconciliation/runs/1
					reconciliation sign-off 1 --reason r | POST /reconciliation/runs/1/sign-off {"reason":"r"}
					reconciliation sign-off 1 --completed-at T --reason r | POST /reconciliation/runs/1/sign-off {"reason":"r","completedAt":"T"}
					reconciliation breaks --type T --closed true | GET /reconciliation/breaks?type=T&closed=true
					reconciliation break 3       | GET /reconciliation/breaks/3
					reconciliation own 3 --owner c --reason r | POST /reconciliation/breaks/3/owner {"owner":"c","reason":"r"}
					reconciliation matches --of u | GET /reconciliation/matches?of=u
					reconciliation resolutions --waiting false | GET /reconciliation/resolutions?waiting=false
					reconciliation match 1 2 --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"MATCH","breakIds":["1","2"]}
					reconciliation suspense 1 --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"SUSPENSE","breakIds":["1"]}
					reconciliation write-off 1 --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"WRITE_OFF","breakIds":["1"]}
					reconciliation adjust-wallet 1 --business b --reason r --evidence e | POST /reconciliation/resolutions {"businessId":"b","reason":"r","evidence":"e","action":"ADJUST_WALLET","breakIds":["1"]}
					reconciliation carry-forward 1 --to d --reason r --evidence e | POST /reconciliation/resolutions {"carryTo":"d","reason":"r","evidence":"e","action":"CARRY_FORWARD","breakIds":["1"]}
					reconciliation refund-unpaid 1 --reason r --evidence e | POST /reconciliation/resolutions {"reason":"r","evidence":"e","action":"REFUND_UNPAID","breakIds":["1"]}
					reconciliation revoke 9 --reason r --evidence e | POST /reconciliation/resolutions {"matchId":"9","reason":"r","evidence":"e","action":"REVOKE","breakIds":[]}
					reconciliation approve 4 --reason r | POST /reconciliation/resolutions/4/approve {"reason":"r"}
					reconciliation reject 4 --reason r | POST /reconciliation/resolutions/4/reject {"reason":"r"}
					reconciliation calendar 2026 | GET /reconciliation/calendar/2026
					reconciliation day d --open false --name Diwali --reason r | POST /reconciliation/calendar {"open":"false","name":"Diwali","day":"d","reason":"r"}
					reconciliation calendar-changes | GET /reconciliation/calendar/changes
					reconciliation approve-day 5 --reason r | POST /reconciliation/calendar/changes/5/approve {"reason":"r"}
					reconciliation reject-day 5 --reason r | POST /reconciliation/calendar/changes/5/reject {"reason":"r"}
					reconciliation breaks --run 7 | GET /reconciliation/runs/7/breaks
					statements uploads           | GET /statements/uploads
					requests show 7              | GET /requests/7
					statements approve u --reason r | POST /statements/uploads/u/approve {"reason":"r"}
					statements reject u --reason r | POST /statements/uploads/u/reject {"reason":"r"}
					""")
	void sendsOneRequestPerCommand(String words, String request) {
		assertThat(run(words.split(" "))).isZero();
		assertThat(this.requests).containsExactly(request);
		assertThat(printed(this.out)).isEqualTo("{\n  \"ok\" : true\n}\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "webhooks", "webhooks show", "webhooks redeliver", "webhooks redeliver id --from x",
			"webhooks rotate id", "webhooks enable id", "webhooks list --from",
			"webhooks list --from a --to b --color red", "reviews enquire business",
			"reviews settle business payout id", "reviews list --unknown 1",
			"reviews settle business x id --shown s --note b", "reconciliation sign-off 1 --shown T --reason r",
			"reviews settle business payout id --note b", "reviews settle business payout id --by a --shown s --note b",
			"dead-letters replay", "dead-letters replay topic", "dead-letters show topic", "bulk tiers",
			"bulk tiers id 1.00=2", "bulk tiers id 1.00=2 --by asha", "bulk tiers id --reason r",
			"bulk tiers id 2 --reason r", "bulk completed-webhook id maybe --reason r", "reconciliation run 2026-11-21",
			"statements withdraw id --reason r", "reconciliation breaks --run 7 --type STATUS",
			"reconciliation report id csv", "reconciliation match --reason r --evidence e",
			"reconciliation adjust-wallet 1 --reason r --evidence e", "nonsense x" })
	void rejectsUsageErrors(String words) {
		assertThat(run(words.isEmpty() ? new String[0] : words.split(" "))).isEqualTo(2);
		assertThat(this.requests).isEmpty();
		assertThat(printed(this.err)).containsAnyOf("Usage: ./hundi", "Did you mean");
	}

	@Test
	void printsUsageOfEveryCommand() {
		assertThat(run("dead-letters", "--help")).isZero();
		assertThat(printed(this.out)).contains("Usage: ./hundi dead-letters", "list", "show", "replay");
		assertThat(run("webhooks", "redeliver", "--help")).isZero();
		assertThat(printed(this.out)).contains("[DELIVERY...]", "--states=STATE,...");
	}

	@Test
	void uploadsAndDownloadsFiles(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("day.csv"), "a,b");
		assertThat(run("statements", "load", file.toString(), "--account", "12", "--reason", "r")).isZero();
		this.answers.addAll(List.of(ACCEPTED, DONE));
		Path report = Files.writeString(directory.resolve("report.csv"), "longer than what replaces it");
		assertThat(run("reconciliation", "report", "1", report.toString())).isZero();
		assertThat(this.requests).containsExactly("POST /statements/uploads?name=day.csv&account=12&reason=r a,b",
				"GET /reconciliation/runs/1/report.csv", "GET /requests/7", "GET /reconciliation/reports/7");
		assertThat(report).hasContent("{\"ok\":true}");
		this.answers.addAll(List.of(ACCEPTED, DONE));
		Path journal = directory.resolve("journal.xml");
		assertThat(run("reconciliation", "ledger", "journal", journal.toString(), "--from", "2026-11-01", "--to",
				"2026-11-30", "--business", "BIZ00000001"))
			.isZero();
		assertThat(this.requests).contains(
				"GET /reconciliation/ledger/journal.xml?from=2026-11-01&to=2026-11-30&business=BIZ00000001",
				"GET /reconciliation/ledger/files/7");
		assertThat(journal).hasContent("{\"ok\":true}");
		this.answers.addAll(List.of(ACCEPTED, DONE, new Answer(404, "{\"ok\":false}")));
		assertThat(run("reconciliation", "ledger", "journal", journal.toString(), "--from", "2026-11-01", "--to",
				"2026-11-30"))
			.isOne();
		assertThat(journal).as("an error does not replace a file").hasContent("{\"ok\":true}");
		assertThat(directory).isDirectoryContaining((found) -> found.equals(journal))
			.isDirectoryNotContaining((found) -> found.toString().endsWith(".part"));
	}

	@Test
	void doesNotBlameThePortalForFilesOfThisComputer(@TempDir Path directory) throws IOException {
		Path missing = directory.resolve("missing");
		assertThat(run("statements", "load", missing.resolve("day.csv").toString(), "--account", "12", "--reason", "r"))
			.isOne();
		assertThat(run("reconciliation", "report", "1", missing.resolve("report.csv").toString())).isOne();
		Path folder = Files.createDirectory(directory.resolve("folder.csv"));
		assertThat(run("reconciliation", "report", "1", folder.toString())).isOne();
		assertThat(this.requests).isEmpty();
		assertThat(printed(this.err))
			.contains("day.csv is not a readable file", "A file cannot be read or written", "report.csv",
					"is a directory")
			.doesNotContain("The staff portal does not answer");
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 202, 403, 502 })
	void printsTheStatusOfAnAnswerThatIsNotJson(int status, @TempDir Path directory) {
		Answer page = new Answer(status, "<html>Bad gateway</html>");
		this.answers.addAll(List.of(page, page));
		assertThat(run("webhooks", "endpoints")).isOne();
		assertThat(run("reconciliation", "report", "1", directory.resolve("report.csv").toString())).isOne();
		assertThat(printed(this.out)).isEqualTo("HTTP %1$d\nHTTP %1$d\n".formatted(status));
		assertThat(printed(this.err)).isEmpty();
		assertThat(directory).isEmptyDirectory();
	}

	@Test
	void waitsForWhatAnotherProcessCarriesOut() {
		this.answers.addAll(List.of(ACCEPTED, new Answer(200, "{\"state\":\"PENDING\"}"),
				new Answer(200, "{\"state\":\"DONE\",\"result\":{\"letters\":[1]}}")));
		assertThat(run("dead-letters", "list")).isZero();
		assertThat(printed(this.out)).isEqualTo("[ 1 ]\n");
		this.answers.addAll(List.of(ACCEPTED, new Answer(200, "{\"state\":\"REFUSED\",\"failure\":\"too old\"}")));
		assertThat(run("dead-letters", "replay", "all", "--reason", "r")).isEqualTo(1);
		assertThat(printed(this.out)).contains("\"detail\" : \"too old\"", "\"state\" : \"REFUSED\"");
	}

	@Test
	void exitsWithOneOnRefusalsAndOutages(@TempDir Path directory) {
		this.answers.add(new Answer(409, "{\"ok\":true}"));
		assertThat(run("webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.out)).contains("\"ok\"");
		this.server.stop(0);
		assertThat(run("webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.err)).contains("The staff portal does not answer");
		assertThat(run(Map.of("HOME", directory.toString()), "webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.err)).contains("No sandbox is ready", "HUNDI_STAFF_URL");
		assertThat(run(Map.of("HUNDI_STAFF_URL", url(), "HOME", directory.toString()), "webhooks", "endpoints"))
			.isEqualTo(1);
		assertThat(printed(this.err)).contains("You are not signed in. Run ./hundi login");
	}

	@Test
	void signsInByDeviceAndStoresTheLoginForItsUserOnly(@TempDir Path directory) throws IOException {
		Map<String, String> environment = Map.of("HUNDI_STAFF_URL", url(), "XDG_CONFIG_HOME", directory.toString());
		this.answers.addAll(List.of(new Answer(200,
				"{\"deviceCode\":\"d\",\"userCode\":\"BCDF-GHJK\",\"address\":\"http://s/device?code=BCDF-GHJK\",\"expiresInSeconds\":60,\"pollSeconds\":0}"),
				new Answer(202, "{}"),
				new Answer(200, "{\"token\":\"token\",\"expiresAt\":\"2099-01-01T00:00:00Z\"}")));
		this.authenticated = false;
		assertThat(run(environment, "login")).as(printed(this.err)).isZero();
		assertThat(printed(this.out)).contains("http://s/device?code=BCDF-GHJK", "BCDF-GHJK", "Signed in until 2099");
		Path stored = directory.resolve("hundi/login.json");
		assertThat(Files.getPosixFilePermissions(stored)).containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ,
				PosixFilePermission.OWNER_WRITE);
		this.authenticated = true;
		assertThat(run(environment, "webhooks", "endpoints")).isZero();
		assertThat(run(environment, "logout")).isZero();
		assertThat(this.requests).containsExactly("POST /device {}", "POST /device/token {\"deviceCode\":\"d\"}",
				"POST /device/token {\"deviceCode\":\"d\"}", "GET /webhooks/endpoints", "DELETE /token");
		assertThat(stored).doesNotExist();
	}

	@Test
	void logoutRevokesTheStoredLoginOnly(@TempDir Path directory) throws IOException {
		Path stored = directory.resolve("hundi/login.json");
		new StoredLogin(URI.create(url()), "token", Instant.EPOCH).write(stored);
		Map<String, String> environment = Map.of("HUNDI_STAFF_URL", "http://other.example", "HUNDI_TOKEN",
				"token of a script", "XDG_CONFIG_HOME", directory.toString());
		for (Answer failure : List.of(new Answer(503, "{}"), new Answer(502, "<html>"), new Answer(401, "<html>"),
				new Answer(200, "<html>"))) {
			this.answers.add(failure);
			assertThat(run(environment, "logout")).as("%s", failure).isOne();
			assertThat(stored).as("%s", failure).exists();
		}
		assertThat(run(environment, "logout")).as(printed(this.err)).isZero();
		assertThat(this.requests).hasSize(5).containsOnly("DELETE /token");
		assertThat(stored).doesNotExist();
		assertThat(run(environment, "logout")).isOne();
		assertThat(printed(this.err)).contains("There is no login in " + stored);
		assertThat(this.requests).hasSize(5);

		new StoredLogin(URI.create(url()), "token", Instant.EPOCH).write(stored);
		this.answers.add(new Answer(401, "{\"code\":\"token_invalid\"}"));
		assertThat(run(environment, "logout")).as("a token that was invalid already").isZero();
		assertThat(stored).doesNotExist();
	}

	@Test
	void explainsADamagedLogin(@TempDir Path directory) throws IOException {
		Path stored = Files.createDirectory(directory.resolve("hundi")).resolve("login.json");
		Map<String, String> environment = Map.of("HUNDI_STAFF_URL", url(), "XDG_CONFIG_HOME", directory.toString());
		for (String content : List.of("", "{\"staffUrl\":", "{}", "null")) {
			Files.writeString(stored, content);
			assertThat(run(environment, "webhooks", "endpoints")).as(content).isOne();
			assertThat(run(environment, "logout")).as(content).isOne();
			assertThat(stored).as(content).doesNotExist();
		}
		assertThat(printed(this.err)).contains("You are not signed in", "was damaged").doesNotContain("\tat ");
		assertThat(this.requests).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "staff.example.com", "localhost:8095", "ftp://staff.example.com", "https://",
			"https://staff.example.com/?a=b", "https://not an address" })
	void rejectsAddressesThatAreNone(String url) {
		assertThat(run(Map.of("HUNDI_STAFF_URL", url, "HUNDI_TOKEN", "token"), "webhooks", "endpoints")).isOne();
		assertThat(run(Map.of("HUNDI_STAFF_URL", url), "login")).isOne();
		assertThat(printed(this.err)).contains("HUNDI_STAFF_URL must be an address such as", url)
			.doesNotContain("\tat ");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "hundi_secret\nline", "hundi_secret\u00e9" })
	void doesNotShowATokenThatIsNone(String token) {
		assertThat(run(Map.of("HUNDI_STAFF_URL", url(), "HUNDI_TOKEN", token), "webhooks", "endpoints")).isOne();
		assertThat(printed(this.err)).contains("HUNDI_TOKEN is not an access token.")
			.doesNotContain("hundi_secret", "\tat ");
		assertThat(run(Map.of("HUNDI_STAFF_URL", url(), "HUNDI_TOKEN", "token\r\n"), "webhooks", "endpoints"))
			.as("the end of a line in a file")
			.isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/data/2026.11/report", "report 2026.11.21 final", "report.docx", "report.xml" })
	void namesTheEndingsOfAReport(String file) {
		assertThat(run("reconciliation", "report", "12", file)).isEqualTo(2);
		assertThat(printed(this.err)).contains("FILE must end in .csv or .xls or .pdf").doesNotContain("\tat ");
		assertThat(this.paths).isEmpty();
	}

	@Test
	void aLoginThatCannotBeStoredIsNotBegun(@TempDir Path directory) throws IOException {
		Path file = Files.createFile(directory.resolve("file"));
		assertThat(run(Map.of("HUNDI_STAFF_URL", url(), "XDG_CONFIG_HOME", file.toString()), "login")).isOne();
		assertThat(printed(this.err)).contains("A file cannot be read or written").doesNotContain("\tat ");
		assertThat(this.paths).isEmpty();
	}

	@Test
	void acceptsASlashAtTheEndOfTheAddress() {
		assertThat(run(Map.of("HUNDI_STAFF_URL", url() + "/", "HUNDI_TOKEN", "token"), "webhooks", "endpoints"))
			.isZero();
		assertThat(this.paths).containsExactly("/commands/webhooks/endpoints");
	}

	@ParameterizedTest
	@ValueSource(ints = { 200, 403, 502 })
	void explainsALoginThatAProxyAnswers(int status, @TempDir Path directory) {
		this.authenticated = false;
		Map<String, String> environment = Map.of("HUNDI_STAFF_URL", url(), "XDG_CONFIG_HOME", directory.toString());
		this.answers.add(new Answer(status, "<html>Sign in to the network</html>"));
		assertThat(run(environment, "login")).isOne();
		this.answers.add(new Answer(200,
				"{\"deviceCode\":\"d\",\"userCode\":\"u\",\"address\":\"a\",\"expiresInSeconds\":60,\"pollSeconds\":0}"));
		this.answers.add(new Answer(status, "<html>Sign in to the network</html>"));
		assertThat(run(environment, "login")).isOne();
		assertThat(printed(this.err))
			.isEqualTo("%s does not answer as a staff portal does: HTTP %d\n".formatted(url(), status).repeat(2));
		assertThat(directory.resolve("hundi")).isEmptyDirectory();
	}

	@Test
	void readsRequestsOfEarlierCommands(@TempDir Path directory) {
		Path file = directory.resolve("report.csv");
		for (String kind : List.of("READ_RECONCILIATION_REPORT", "READ_LEDGER_EXPORT", "READ_DEAD_LETTERS")) {
			this.answers.add(new Answer(200, "{\"kind\":\"%s\",\"state\":\"DONE\"}".formatted(kind)));
			assertThat(run("requests", "show", "7", file.toString())).as(kind)
				.isEqualTo(kind.equals("READ_DEAD_LETTERS") ? 1 : 0);
		}
		assertThat(file).hasContent("{\"ok\":true}");
		this.answers.add(new Answer(200, "{\"kind\":\"READ_LEDGER_EXPORT\",\"state\":\"PENDING\"}"));
		assertThat(run("requests", "show", "7", directory.resolve("pending.csv").toString())).isOne();
		assertThat(printed(this.out)).contains("PENDING");
		assertThat(directory).isDirectoryContaining((found) -> found.equals(file))
			.isDirectoryNotContaining((found) -> !found.equals(file));
		assertThat(this.requests).containsExactly("GET /requests/7", "GET /reconciliation/reports/7", "GET /requests/7",
				"GET /reconciliation/ledger/files/7", "GET /requests/7", "GET /requests/7");
	}

	@Test
	void aLoginIsForItsPortalAndUntilItExpires(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("login.json");
		URI here = URI.create("http://here");
		new StoredLogin(here, "token", Instant.parse("2099-01-01T00:00:00Z")).write(file);
		assertThat(StoredLogin.in(file, here)).isPresent().get().asString().doesNotContain("token");
		assertThat(StoredLogin.in(file, URI.create("http://there"))).isEmpty();
		new StoredLogin(here, "token", Instant.EPOCH).write(file);
		assertThat(StoredLogin.in(file, here)).isEmpty();
	}

	@Test
	void codesAreThoseOfRfc6238() {
		byte[] secret = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
		assertThat(DemoBrowser.code(secret, 59 / 30)).isEqualTo("287082");
		assertThat(DemoBrowser.code(secret, 1111111109 / 30)).isEqualTo("081804");
		assertThat(DemoBrowser.bytes("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")).isEqualTo(secret);
	}

	private String url() {
		return "http://localhost:" + this.server.getAddress().getPort();
	}

	private int run(String... words) {
		return run(Map.of("HUNDI_STAFF_URL", url(), "HUNDI_TOKEN", "token"), words);
	}

	private int run(Map<String, String> environment, String... words) {
		return new OperatorCommand(new Access(environment, Path.of("missing")),
				new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8))
			.run(words);
	}

	private void record(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		if (this.authenticated) {
			assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer token");
		}
		this.paths.add(exchange.getRequestURI().getPath());
		this.requests.add("%s %s %s"
			.formatted(exchange.getRequestMethod(), exchange.getRequestURI().toString().split("/commands", 2)[1], body)
			.strip());
		Answer answer = this.answers.isEmpty() ? new Answer(200, "{\"ok\":true}") : this.answers.removeFirst();
		byte[] response = answer.body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(answer.status, response.length);
		exchange.getResponseBody().write(response);
		exchange.close();
	}

	private static String printed(ByteArrayOutputStream stream) {
		return stream.toString(StandardCharsets.UTF_8);
	}

	private record Answer(int status, String body) {
	}

}
