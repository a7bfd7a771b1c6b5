package dev.hundi.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hundi.sandbox.OtherProgram.Printed;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The clients under {@code docs/clients} follow a payout while Hundi answers nothing or
 * refuses for now, and say what Hundi refuses for good.
 */
class PatientClientsTests {

	private static final String VERIFICATION = "/v1/beneficiaries/b-1/verification";

	private static final String PAYOUT = """
			{"payoutTransactionId": "p-1", "transactionId": "TXN1", "status": 11, "responseCode": "SUCCESS", "utr": "331000000001",
			 "merchantReferenceId": "R-1", "createdAt": "2026-11-27T00:00:00Z"}""";

	/**
	 * Answers to reads of the payout or the verification, before the one that is final.
	 */
	private final Queue<Integer> refusals = new ConcurrentLinkedQueue<>();

	private final Path sandboxFile;

	private final HttpServer hundi;

	PatientClientsTests(@TempDir Path directory) throws IOException {
		this.sandboxFile = directory.resolve("sandbox.json");
		this.hundi = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.hundi.createContext("/", this::answer);
		this.hundi.start();
		Files.writeString(this.sandboxFile, """
				{"apiUrl": "http://127.0.0.1:%d",
				 "businesses": [{"apiKey": "pk_1", "signingKey": "sk_1", "apiAccess": true}]}
				""".formatted(this.hundi.getAddress().getPort()));
	}

	@AfterEach
	void stop() {
		this.hundi.stop(0);
	}

	@ParameterizedTest
	@EnumSource
	void followsAPayoutThroughAnswersThatHoldForNow(Sample sample) {
		this.refusals.addAll(List.of(503, 429, 0));
		Printed printed = sample.client(Map.of(), "", this.sandboxFile.toString());
		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(printed.after("status")).isEqualTo("11 SUCCESS utr 331000000001");
		assertThat(this.refusals).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void followsAVerificationThroughAnswersThatHoldForNow(Sample sample) {
		this.refusals.addAll(List.of(503, 429, 0));
		Printed printed = sample.client(Map.of(), "", "verify", this.sandboxFile.toString(), "b-1");
		assertThat(printed.exit()).as("%s", printed).isZero();
		assertThat(printed.after("verified")).isEqualTo("MATCH 100 RAMESH KUMAR");
		assertThat(this.refusals).isEmpty();
	}

	@ParameterizedTest
	@EnumSource
	void saysWhatIsRefusedForGood(Sample sample) {
		this.refusals.add(403);
		Printed printed = sample.client(Map.of(), "", this.sandboxFile.toString());
		assertThat(printed.exit()).as("%s", printed).isNotZero();
		assertThat(printed.toString()).contains("403");
	}

	/** A refusal of 0 is no answer. */
	private void answer(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath();
		boolean asksForVerification = path.equals(VERIFICATION) && exchange.getRequestMethod().equals("POST");
		boolean follows = path.equals("/v1/payouts/p-1") || (path.equals(VERIFICATION) && !asksForVerification);
		Integer refusal = follows ? this.refusals.poll() : null;
		if (refusal != null && refusal == 0) {
			exchange.close();
			return;
		}
		int status = (refusal != null) ? refusal
				: path.equals("/v1/beneficiaries") ? 201 : asksForVerification ? 202 : 200;
		String data = (refusal != null) ? "{}" : switch (path) {
			case "/v1/wallet" -> "{\"spendablePaise\": 100000}";
			case "/v1/beneficiaries" -> "{\"beneficiaryId\": \"b-1\", \"status\": \"active\"}";
			case VERIFICATION -> asksForVerification ? "{\"result\": null, \"score\": null, \"nameAtBank\": null}"
					: "{\"result\": \"MATCH\", \"score\": 100, \"nameAtBank\": \"RAMESH KUMAR\"}";
			case "/v1/payouts" -> exchange.getRequestMethod().equals("POST") ? PAYOUT : "[" + PAYOUT + "]";
			case "/v1/payouts/p-1" -> "[" + PAYOUT + "]";
			case "/v1/events" ->
				"""
						[{"event": "Successful", "data": {"payoutTransactionId": "p-1", "timestamp": "2026-11-27T00:00:01Z"}}]""";
			default -> throw new IOException(path);
		};
		byte[] body = """
				{"status": %b, "code": "for_the_test", "message": "For the test", "data": %s}
				""".formatted(status < 300, data).getBytes(StandardCharsets.UTF_8);
		exchange.getRequestBody().readAllBytes();
		exchange.getResponseHeaders().add("Content-Type", "application/json");
		exchange.getResponseHeaders().add("Retry-After", "0");
		exchange.sendResponseHeaders(status, body.length);
		exchange.getResponseBody().write(body);
		exchange.close();
	}

}
