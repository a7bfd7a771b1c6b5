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
import java.util.ArrayList;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OperatorCommandTests {

	private final List<String> requests = new ArrayList<>();

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private HttpServer server;

	private int status = 200;

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
					webhooks list --from a --to b --business c --states FAILED,PENDING | GET stream /webhooks/deliveries?from=a&to=b&businessId=c&states=FAILED%2CPENDING
					webhooks show d/1            | GET stream /webhooks/deliveries/d%2F1
					webhooks redeliver d1 d2     | POST stream /webhooks/redeliver {"deliveryIds":["d1","d2"]}
					webhooks redeliver --from a --to b --states FAILED,PENDING | POST stream /webhooks/redeliver {"from":"a","to":"b","states":["FAILED","PENDING"]}
					webhooks endpoints           | GET stream /webhooks/endpoints
					webhooks enable e            | POST stream /webhooks/endpoints/e/enable
					webhooks rotate e --from a   | POST stream /webhooks/endpoints/e/secret {"from":"a"}
					questions list --limit 5     | GET stream /questions?limit=5
					questions ask b p            | POST stream /questions/businesses/b/payouts/p/ask
					questions settle b beneficiary i --by Meera --note n | POST stream /questions/businesses/b/beneficiaries/i/settle {"settledBy":"Meera","note":"n"}
					dead-letters list --replayed true | GET stream /dead-letters?replayed=true
					dead-letters show t 0        | GET stream /dead-letters/t/0
					dead-letters replay t 0      | POST stream /dead-letters/t/0/replay
					dead-letters replay all      | POST stream /dead-letters/replay
					statements files             | GET batch /statements/files
					statements show 7            | GET batch /statements/files/7
					statements list --limit 1    | GET batch /statements?limit=1
					statements problems          | GET batch /statements/problems
					statements release s --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"reason":"r","evidence":"e","by":"a","action":"RELEASE_STATEMENT","breakIds":[],"statement":{"bankStatementId":"s"}}
					statements withdraw s --replacement f --uncovered-to-suspense true --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"reason":"r","evidence":"e","by":"a","action":"WITHDRAW_STATEMENT","breakIds":[],"statement":{"bankStatementId":"s","replacementFileId":"f","uncoveredToSuspense":"true"}}
					bulk tiers b                 | GET batch /bulk/businesses/b/approval-tiers
					bulk tiers b 0.00=1 9.00=2 --by a | POST batch /bulk/businesses/b/approval-tiers {"by":"a","tiers":[{"above":"0.00","people":"1"},{"above":"9.00","people":"2"}]}
					bulk tiers b none --by a     | POST batch /bulk/businesses/b/approval-tiers {"by":"a","tiers":[]}
					bulk completed-webhook b off --by a | POST batch /bulk/businesses/b/completed-webhook {"by":"a","sent":false}
					reconciliation runs --limit 1 | GET batch /reconciliation/runs?limit=1
					reconciliation run 2026-11-21 --by a --dry true | POST batch /reconciliation/runs {"by":"a","dry":"true","businessDate":"2026-11-21"}
					reconciliation run 2026-11-21 --by a --dry true --full true | POST batch /reconciliation/runs {"by":"a","dry":"true","full":"true","businessDate":"2026-11-21"}
					reconciliation show 1        | GET batch /reconciliation/runs/1
					reconciliation sign-off 1 --by b | POST batch /reconciliation/runs/1/sign-off {"by":"b"}
					reconciliation breaks --type T --closed true | GET batch /reconciliation/breaks?type=T&closed=true
					reconciliation break 3       | GET batch /reconciliation/breaks/3
					reconciliation own 3 --owner c --by a | POST batch /reconciliation/breaks/3/owner {"owner":"c","by":"a"}
					reconciliation matches --of u | GET batch /reconciliation/matches?of=u
					reconciliation resolutions --waiting false | GET batch /reconciliation/resolutions?waiting=false
					reconciliation match 1 2 --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"reason":"r","evidence":"e","by":"a","action":"MATCH","breakIds":["1","2"]}
					reconciliation suspense 1 --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"reason":"r","evidence":"e","by":"a","action":"SUSPENSE","breakIds":["1"]}
					reconciliation write-off 1 --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"reason":"r","evidence":"e","by":"a","action":"WRITE_OFF","breakIds":["1"]}
					reconciliation adjust-wallet 1 --business b --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"businessId":"b","reason":"r","evidence":"e","by":"a","action":"ADJUST_WALLET","breakIds":["1"]}
					reconciliation carry-forward 1 --to d --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"carryTo":"d","reason":"r","evidence":"e","by":"a","action":"CARRY_FORWARD","breakIds":["1"]}
					reconciliation revoke 9 --reason r --evidence e --by a | POST batch /reconciliation/resolutions {"matchId":"9","reason":"r","evidence":"e","by":"a","action":"REVOKE","breakIds":[]}
					reconciliation approve 4 --by b | POST batch /reconciliation/resolutions/4/approve {"by":"b"}
					reconciliation reject 4 --by b | POST batch /reconciliation/resolutions/4/reject {"by":"b"}
					reconciliation calendar 2026 | GET batch /reconciliation/calendar/2026
					reconciliation day d --open false --name Diwali --by a | POST batch /reconciliation/calendar {"open":"false","name":"Diwali","day":"d","by":"a"}
					reconciliation calendar-changes | GET batch /reconciliation/calendar/changes
					reconciliation approve-day 5 --by b | POST batch /reconciliation/calendar/changes/5/approve {"by":"b"}
					reconciliation reject-day 5 --by b | POST batch /reconciliation/calendar/changes/5/reject {"by":"b"}
					reconciliation breaks --run 7 | GET batch /reconciliation/runs/7/breaks
					""")
	void sendsOneRequestPerCommand(String words, String request) {
		assertThat(run(words.split(" "))).isZero();
		assertThat(this.requests).containsExactly(request);
		assertThat(printed(this.out)).isEqualTo("{\n  \"ok\" : true\n}\n");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "webhooks", "webhooks show", "webhooks redeliver", "webhooks redeliver id --from x",
			"webhooks rotate id", "webhooks list --from", "webhooks list --from a --to b --color red",
			"questions ask business", "questions settle business payout id", "questions list --unknown 1",
			"questions settle business x id --by a --note b", "dead-letters replay", "dead-letters replay topic",
			"dead-letters show topic", "bulk tiers", "bulk tiers id 1.00=2", "bulk tiers id --by asha",
			"bulk tiers id 2 --by asha", "bulk completed-webhook id maybe --by asha", "reconciliation run 2026-11-21",
			"statements withdraw id --by asha", "reconciliation breaks --run 7 --type STATUS",
			"reconciliation report id csv", "reconciliation match --reason r --evidence e --by a",
			"reconciliation adjust-wallet 1 --reason r --evidence e --by a", "nonsense x" })
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
		assertThat(run("statements", "load", file.toString(), "--account", "12")).isZero();
		Path report = directory.resolve("report.csv");
		assertThat(run("reconciliation", "report", "1", report.toString())).isZero();
		assertThat(this.requests).containsExactly("POST batch /statements/files?name=day.csv&account=12 a,b",
				"GET batch /reconciliation/runs/1/report.csv");
		assertThat(report).hasContent("{\"ok\":true}");
	}

	@Test
	void exitsWithOneOnRefusalsAndOutages() {
		this.status = 409;
		assertThat(run("webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.out)).contains("\"ok\"");
		this.server.stop(0);
		assertThat(run("webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.err)).contains("The operator API does not answer");
		OperatorCommand nowhere = new OperatorCommand(() -> OperatorAccess.find(Map.of(), Path.of("missing")),
				new PrintStream(this.out), new PrintStream(this.err));
		assertThat(nowhere.run("webhooks", "endpoints")).isEqualTo(1);
		assertThat(printed(this.err)).contains("HUNDI_OPERATOR_URL");
	}

	@Test
	void readsAccessFromEnvironmentOrSandbox(@TempDir Path directory) throws IOException {
		assertThatThrownBy(() -> OperatorAccess.find(Map.of(), directory)).isInstanceOf(CommandFailedException.class)
			.hasMessageContaining("HUNDI_OPERATOR_URL");
		Files.writeString(directory.resolve("operator.json"),
				"{\"url\":\"http://localhost:8092\",\"token\":\"t\",\"batchUrl\":\"http://localhost:8093\"}");
		OperatorAccess here = OperatorAccess.find(Map.of(), directory);
		assertThat(here).isEqualTo(
				new OperatorAccess(URI.create("http://localhost:8092"), "t", URI.create("http://localhost:8093")));
		OperatorAccess other = OperatorAccess
			.find(Map.of("HUNDI_OPERATOR_URL", "http://stream:8081", "HUNDI_OPERATOR_TOKEN", "secret"), directory);
		assertThat(other).isEqualTo(new OperatorAccess(URI.create("http://stream:8081"), "secret", null));
		assertThat(other.toString()).doesNotContain("secret");
		assertThatThrownBy(other::batchJobs).hasMessageContaining("HUNDI_OPERATOR_BATCH_URL");
	}

	private int run(String... words) {
		URI base = URI.create("http://localhost:" + this.server.getAddress().getPort());
		OperatorAccess access = new OperatorAccess(base.resolve("/stream"), "token", base.resolve("/batch"));
		return new OperatorCommand(() -> access, new PrintStream(this.out, true, StandardCharsets.UTF_8),
				new PrintStream(this.err, true, StandardCharsets.UTF_8))
			.run(words);
	}

	private void record(HttpExchange exchange) throws IOException {
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		String uri = exchange.getRequestURI().toString();
		assertThat(exchange.getRequestHeaders().getFirst("Authorization")).isEqualTo("Bearer token");
		String application = uri.substring(1, uri.indexOf("/internal"));
		this.requests
			.add("%s %s %s %s".formatted(exchange.getRequestMethod(), application, uri.split("/internal", 2)[1], body)
				.strip());
		byte[] response = "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(this.status, response.length);
		exchange.getResponseBody().write(response);
		exchange.close();
	}

	private static String printed(ByteArrayOutputStream stream) {
		return stream.toString(StandardCharsets.UTF_8);
	}

}
