package dev.hundi.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.sandbox.OtherProgram.Printed;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample clients against an API that has the beneficiary already.
 */
class SamplesWithArchivedBeneficiaryTests {

	private static final String BENEFICIARY = "0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f";

	private static final String REACTIVATION = "POST /v1/beneficiaries/" + BENEFICIARY + "/reactivate";

	private static final String PAYOUT = "{\"payoutTransactionId\":\"P1\",\"transactionId\":\"T1\",\"status\":11,"
			+ "\"responseCode\":\"SUCCESS\",\"utr\":\"1\",\"merchantReferenceId\":\"R1\",\"createdAt\":\"2026-11-23T06:00:00.000Z\"}";

	private final List<String> requests = new CopyOnWriteArrayList<>();

	@ParameterizedTest
	@CsvSource({ "JAVA, inactive", "NODE, inactive", "PYTHON, inactive", "BASH, inactive", "JAVA, active",
			"NODE, active", "PYTHON, active", "BASH, active" })
	void everyClientReactivatesAnArchivedBeneficiary(Sample sample, String status, @TempDir Path directory)
			throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> answer(exchange, status));
		server.start();
		try {
			Path file = directory.resolve("sandbox.json");
			Files.writeString(file, """
					{"apiUrl":"http://127.0.0.1:%d",
					"businesses":[{"apiAccess":true,"apiKey":"pk_12345678","signingKey":"sk_1"}]}
					""".formatted(server.getAddress().getPort()));

			Printed printed = sample.client(Map.of(), "", file.toString());

			assertThat(printed.exit()).as("%s", printed).isZero();
			assertThat(printed.after("beneficiary")).isEqualTo(BENEFICIARY);
			assertThat(this.requests).filteredOn(REACTIVATION::equals).hasSize(status.equals("inactive") ? 1 : 0);
			assertThat(this.requests).contains("POST /v1/payouts");
		}
		finally {
			server.stop(0);
		}
	}

	private void answer(HttpExchange exchange, String status) throws IOException {
		String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
		this.requests.add(request);
		exchange.getRequestBody().readAllBytes();
		String target = "{\"beneficiaryId\":\"%s\",\"name\":\"Ramesh Kumar\",\"status\":\"%s\"}";
		switch (request) {
			case "GET /v1/wallet" -> send(exchange, 200, "{\"spendablePaise\":\"100\"}");
			case "POST /v1/beneficiaries" -> send(exchange, 409, target.formatted(BENEFICIARY, status));
			case REACTIVATION -> send(exchange, 200, target.formatted(BENEFICIARY, "active"));
			case "POST /v1/payouts" -> send(exchange, 200, PAYOUT);
			case "GET /v1/events" -> send(exchange, 200, "[]");
			default -> send(exchange, 200, "[" + PAYOUT + "]");
		}
	}

	private static void send(HttpExchange exchange, int status, String data) throws IOException {
		String code = (status == 409) ? ",\"code\":\"beneficiary_exists\"" : "";
		byte[] body = "{\"status\":%d,\"data\":%s,\"message\":null,\"meta\":null%s}".formatted(status, data, code)
			.getBytes(StandardCharsets.UTF_8);
		exchange.getResponseHeaders().set("Content-Type", "application/json");
		exchange.sendResponseHeaders(status, body.length);
		try (exchange) {
			exchange.getResponseBody().write(body);
		}
	}

}
