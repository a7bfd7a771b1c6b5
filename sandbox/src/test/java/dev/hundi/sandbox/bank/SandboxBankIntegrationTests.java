package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import dev.hundi.sandbox.bank.statement.StatementForm;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SandboxBankIntegrationTests {

	private static final JsonMapper json = JsonMapper.shared();

	private final HttpClient http = HttpClient.newHttpClient();

	private final Path directory;

	private SandboxBank bank;

	SandboxBankIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.bank = SandboxBank.start(this.directory, "127.0.0.1", 0);
	}

	@BeforeEach
	void settleSoon() {
		behave("{\"delayMs\": 0, \"settleDelayMs\": 100, \"returnDelayMs\": 100}");
	}

	@AfterEach
	void close() {
		this.bank.close();
	}

	@ParameterizedTest
	@CsvSource({ "NO_UTR, , 150000", "SAME_UTR, 325999999999, 150000", "OTHER_AMOUNT, [0-9]{12}, 150001" })
	void misreportsPaymentsButBooksThemRight(String misreport, @Nullable String utr, long amountPaise) {
		behave("{\"misreport\": \"" + misreport + "\"}");
		pay(order("r1", "IMPS", 150_000, "123456789012", "ABCD0123456"), 200);
		JsonNode answer = enquire("r1", 200);
		assertThat(answer.path("utr").isNull()).isEqualTo(utr == null);
		if (utr != null) {
			assertThat(answer.path("utr").asString()).matches(utr);
		}
		assertThat(answer.path("amountPaise").asLong()).isEqualTo(amountPaise);
		assertThat(ledger("r1").get(0).path("amountPaise").asLong()).isEqualTo(150_000);
		assertThat(ledger("r1").get(0).path("utr").asString()).matches("[0-9]{12}").isNotEqualTo("325999999999");
	}

	@Test
	void answersEachOrderOfABatchAsIfItWereSentAlone() {
		pay(order("known", "IMPS", 150_000, "123456789012", "ABCD0123456"), 200);
		JsonNode answers = postJson("/v1/payments/batch",
				"{\"payments\": [" + String.join(",", order("r1", "IMPS", 1_000, "123456789012", "ABCD0123456"),
						order("r2", "IMPS", 0, "123456789012", "ABCD0123456"), "null",
						order("known", "IMPS", 7, "123456789012", "ABCD0123456"),
						order("r3", "IMPS", 1_000, "00000000504", "YESB0000001"),
						order("r1", "IMPS", 1_000, "123456789012", "ABCD0123456")) + "]}",
				200)
			.path("answers");
		assertThat(answers.valueStream()
			.map((answer) -> answer.path("httpStatus").intValue() + " "
					+ answer.path("body").path("reference").stringValue("") + " "
					+ answer.path("body").path("status").stringValue(answer.path("body").path("code").stringValue(""))))
			.as("r3 is paid, but gets no answer")
			.containsExactlyInAnyOrder("200 r1 SUCCESS", "400 r2 BAD_REQUEST", "400  BAD_REQUEST",
					"409 known REFERENCE_REUSED", "200 r1 SUCCESS");
		assertThat(ledger("r1")).hasSize(1);
		assertThat(ledger("r2")).isEmpty();
		assertThat(ledger("r3")).hasSize(1);
		assertThat(ledger("known").get(0).path("amountPaise").asLong()).isEqualTo(150_000);
	}

	@Test
	void answersNoBatchWhoseFirstOrderGetsNoAnswer() {
		assertThatThrownBy(() -> post("/v1/payments/batch",
				"{\"payments\": [" + String.join(",", order("r1", "IMPS", 1_000, "00000000504", "YESB0000001"),
						order("r2", "IMPS", 1_000, "123456789012", "ABCD0123456")) + "]}"))
			.isInstanceOf(HttpTimeoutException.class);
		await().untilAsserted(() -> assertThat(ledger("r2")).hasSize(1));
	}

	@Test
	void refusesABatchWithoutOrders() {
		assertThat(postJson("/v1/payments/batch", "{\"payments\": []}", 400).path("message").asString())
			.contains("1 to 100");
	}

	@Test
	void declinesEachOrderOfABatch() {
		behave("{\"declining\": true}");
		JsonNode answers = postJson("/v1/payments/batch",
				"{\"payments\": [" + order("r1", "IMPS", 1_000, "123456789012", "ABCD0123456") + "]}", 200)
			.path("answers");
		assertThat(answers.get(0).path("httpStatus").intValue()).isEqualTo(503);
		assertThat(ledger("r1")).isEmpty();
	}

	@Test
	void paysAnOrderOnceAndBooksIt() {
		JsonNode answer = pay(order("r1", "IMPS", 150_000, "123456789012", "ABCD0123456"), 200);
		assertThat(answer.path("status").asString()).isEqualTo("SUCCESS");
		assertThat(answer.path("utr").asString()).matches("[0-9]{12}");
		assertThat(answer.path("bankReference").asString()).isNotBlank();
		JsonNode entries = ledger("r1");
		assertThat(entries).hasSize(1);
		assertThat(entries.get(0).path("kind").asString()).isEqualTo("PAYMENT");
		assertThat(entries.get(0).path("direction").asString()).isEqualTo("DEBIT");
		assertThat(entries.get(0).path("amountPaise").asLong()).isEqualTo(150_000);
		assertThat(entries.get(0).path("balancePaise").asLong()).isEqualTo(-150_000);
		assertThat(entries.get(0).path("utr")).isEqualTo(answer.path("utr"));
		assertThat(ledger(answer.path("utr").asString())).isEqualTo(entries);
		assertThat(ledger(answer.path("bankReference").asString())).isEqualTo(entries);
	}

	@ParameterizedTest
	@CsvSource({ "IMPS,12", "SELF,12", "NEFT,16", "RTGS,22" })
	void givesUtrsOfTheLengthOfTheRail(String rail, int length) {
		JsonNode answer = pay(order("r-" + rail, rail, 1, "123456789012", "ABCD0123456"), 200);
		assertThat(answer.path("utr").asString()).hasSize(length);
	}

	@ParameterizedTest
	@CsvSource({ "026291800001191,YESB0000262,SUCCESS,,1", "026291800001190,YESB0000262,FAILED,INVALID_ACCOUNT,0",
			"007711000031,HDFC0000077,PENDING,,0" })
	void returnsForcedOutcomesOfAccounts(String account, String ifsc, String status, String code, int entries) {
		JsonNode answer = pay(order("forced", "NEFT", 500, account, ifsc), 200);
		assertThat(answer.path("status").asString()).isEqualTo(status);
		assertThat(answer.path("code").asString(null)).isEqualTo(code);
		assertThat(ledger("forced")).hasSize(entries);
	}

	@ParameterizedTest
	@CsvSource({ "success@upi,SUCCESS,,1", "invalid@upi,FAILED,INVALID_VPA,0", "pending@upi,PENDING,,0",
			"someone@bank,SUCCESS,,1" })
	void returnsForcedOutcomesOfUpiAddresses(String vpa, String status, String code, int entries) {
		JsonNode answer = pay(upiOrder("forced-upi", vpa), 200);
		assertThat(answer.path("status").asString()).isEqualTo(status);
		assertThat(answer.path("code").asString(null)).isEqualTo(code);
		assertThat(ledger("forced-upi")).hasSize(entries);
	}

	@Test
	void settlesPendingOrdersAndReturnsMoneyWhenDue() {
		assertThat(status(pay(order("p1", "IMPS", 700, "00224412311300", "YESB0000001"), 200))).isEqualTo("PENDING");
		assertThat(status(pay(order("p2", "IMPS", 700, "7766666351000", "YESB0000001"), 200))).isEqualTo("PENDING");
		assertThat(status(pay(order("p3", "IMPS", 700, "02014457596969", "CITI0000001"), 200))).isEqualTo("SUCCESS");
		JsonNode paid = awaitStatus("p1", "SUCCESS");
		assertThat(paid.path("utr").asString()).matches("[0-9]{12}");
		assertThat(awaitStatus("p2", "FAILED").path("code").asString()).isEqualTo("REJECTED");
		assertThat(awaitStatus("p3", "RETURNED").path("code").asString()).isEqualTo("RETURNED");
		assertThat(ledger("p1")).hasSize(1);
		assertThat(ledger("p2")).isEmpty();
		assertThat(ledger("p3")).extracting((entry) -> entry.path("kind").asString())
			.containsExactly("PAYMENT", "RETURN");
	}

	@Test
	void recordsOrdersWithoutResponse() {
		List<CompletableFuture<HttpResponse<String>>> unanswered = Stream
			.of(order("t1", "IMPS", 900, "00000000504", "YESB0000001"),
					order("t2", "IMPS", 900, "00000000503", "YESB0000001"), upiOrder("t3", "timeout@upi"))
			.map((order) -> this.http.sendAsync(request("/v1/payments", order, Duration.ofSeconds(2)),
					HttpResponse.BodyHandlers.ofString()))
			.toList();
		assertThat(unanswered).allSatisfy((answer) -> assertThat(answer).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.withCauseInstanceOf(HttpTimeoutException.class));
		await().untilAsserted(() -> assertThat(status(enquire("t1", 200))).isEqualTo("SUCCESS"));
		await().untilAsserted(() -> assertThat(status(enquire("t2", 200))).isEqualTo("FAILED"));
		assertThat(enquire("t2", 200).path("code").asString()).isEqualTo("NOT_PROCESSED");
		assertThat(ledger("t1")).hasSize(1);
		assertThat(ledger("t2")).isEmpty();
		await().untilAsserted(() -> assertThat(ledger("t3")).hasSize(1));
		assertThat(status(pay(order("t1", "IMPS", 900, "00000000504", "YESB0000001"), 200))).isEqualTo("SUCCESS");
		assertThat(ledger("t1")).hasSize(1);
	}

	@Test
	void rejectsAReferenceReusedForAnotherOrder() {
		pay(order("same", "IMPS", 100, "123456789012", "ABCD0123456"), 200);
		JsonNode answer = pay(order("same", "IMPS", 101, "123456789012", "ABCD0123456"), 409);
		assertThat(answer.path("code").asString()).isEqualTo("REFERENCE_REUSED");
		assertThat(answer.path("reference").asString()).isEqualTo("same");
		assertThat(ledger("same")).hasSize(1);
	}

	@Test
	void paysAReferenceOnceUnderConcurrentRequests() {
		List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			answers.add(this.http.sendAsync(
					request("/v1/payments", order("one", "RTGS", 100, "123456789012", "ABCD0123456")),
					HttpResponse.BodyHandlers.ofString()));
		}
		Set<String> bodies = new HashSet<>();
		answers.forEach((answer) -> bodies.add(answer.join().body()));
		assertThat(bodies).hasSize(1);
		assertThat(ledger("one")).hasSize(1);
	}

	@Test
	void keepsRecordsAndPendingSettlementsAcrossARestart() {
		JsonNode paid = pay(order("kept", "NEFT", 100, "123456789012", "ABCD0123456"), 200);
		behave("{\"settleDelayMs\": 1500}");
		pay(order("later", "IMPS", 100, "00224412311300", "YESB0000001"), 200);
		this.bank.close();
		this.bank = SandboxBank.start(this.directory, "127.0.0.1", 0);
		assertThat(enquire("kept", 200)).isEqualTo(paid);
		awaitStatus("later", "SUCCESS");
		JsonNode all = get("/ledger?limit=10").path("entries");
		assertThat(all).hasSize(2);
		assertThat(all.get(1).path("balancePaise").asLong()).isEqualTo(-200);
		assertThat(get("/ledger?after=1").path("entries")).hasSize(1);
		assertThat(get("/ledger?limit=1").path("nextAfter").asLong()).isEqualTo(1);
	}

	@Test
	void takesFilesAfterInvalidOnes() throws Exception {
		Path drop = this.directory.resolve("drop");
		this.bank.openDrop(drop, StatementForm.CAMT053, null);
		pay(order("known", "NEFT", 999, "123456789012", "ABCD0123456"), 200);
		String valid = transfer("f1", "<InstdAmt Ccy=\"INR\">10.00</InstdAmt>");
		Files.createDirectories(drop.resolve("out"));
		Files.write(drop.resolve("out/0-encoding.xml"), new byte[] { '<', (byte) 0xff, '>' });
		bringFile(drop, "1-fraction.xml", valid, transfer("f2", "<InstdAmt Ccy=\"INR\">10.005</InstdAmt>"));
		bringFile(drop, "2-no-amount.xml", valid, transfer("f2", ""));
		bringFile(drop, "3-no-number.xml", valid, transfer("f2", "<InstdAmt Ccy=\"INR\">ten</InstdAmt>"));
		bringFile(drop, "4-reused.xml", transfer("known", "<InstdAmt Ccy=\"INR\">10.00</InstdAmt>"),
				transfer("f3", "<InstdAmt Ccy=\"INR\">10.00</InstdAmt>"));
		await().atMost(Duration.ofMinutes(1)).until(() -> Files.exists(drop.resolve("taken/4-reused.xml")));
		assertThat(ledger("f1")).isEmpty();
		assertThat(ledger("known")).singleElement()
			.satisfies((entry) -> assertThat(entry.path("amountPaise").asLong()).isEqualTo(999));
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(ledger("f3")).hasSize(1));
	}

	private static String transfer(String reference, String amount) {
		return """
				<CdtTrfTxInf><PmtId><EndToEndId>%s</EndToEndId></PmtId><Amt>%s</Amt>
				<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>YESB0000262</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>
				<Cdtr><Nm>Ravi</Nm></Cdtr><CdtrAcct><Id><Othr><Id>026291800001191</Id></Othr></Id></CdtrAcct>
				<RmtInf><Ustrd>Salary</Ustrd></RmtInf></CdtTrfTxInf>""".formatted(reference, amount);
	}

	private static void bringFile(Path drop, String name, String... transfers) throws IOException {
		Path part = drop.resolve("out/" + name + ".part");
		Files.createDirectories(part.getParent());
		Files.writeString(part, """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><PmtInf>
				<PmtTpInf><SvcLvl><Prtry>NEFT</Prtry></SvcLvl></PmtTpInf>%s</PmtInf></CstmrCdtTrfInitn></Document>"""
			.formatted(String.join("", transfers)));
		Files.move(part, part.resolveSibling(name));
	}

	@Test
	void booksACreditOncePerUtr() {
		String credit = "{\"virtualAccountNumber\":\"HUNDI0001\",\"amountPaise\":5000,\"utr\":\"N123456789\"}";
		JsonNode first = postJson("/credits", credit, 200);
		assertThat(postJson("/credits", credit, 200)).isEqualTo(first);
		assertThat(first.path("balancePaise").asLong()).isEqualTo(5000);
		JsonNode made = postJson("/credits", "{\"virtualAccountNumber\":\"HUNDI0001\",\"amountPaise\":1}", 200);
		assertThat(made.path("utr").asString()).hasSize(16);
		assertThat(get("/ledger").path("entries")).hasSize(2);
	}

	@Test
	void appliesAndReturnsBehaviour() {
		assertThat(postJson("/behaviour", "{\"failureRate\": 1}", 200).path("settleDelayMs").asLong()).isEqualTo(100);
		assertThat(status(pay(order("b1", "IMPS", 1, "123456789012", "ABCD0123456"), 200))).isEqualTo("FAILED");
		assertThat(status(pay(order("b2", "IMPS", 1, "026291800001191", "YESB0000262"), 200))).isEqualTo("SUCCESS");
		behave("{\"failureRate\": 0, \"outage\": true}");
		HttpRequest refused = request("/v1/payments", order("b3", "IMPS", 1, "123456789012", "ABCD0123456"));
		assertThatThrownBy(() -> this.http.send(refused, HttpResponse.BodyHandlers.ofString()))
			.isInstanceOf(IOException.class)
			.isNotInstanceOf(HttpTimeoutException.class);
		behave("{\"outage\": false, \"timeoutPaidRate\": 1}");
		assertThat(status(enquire("b3", 404))).isEqualTo("NOT_FOUND");
		assertThatThrownBy(() -> post("/v1/payments", order("b4", "IMPS", 1, "123456789012", "ABCD0123456")))
			.isInstanceOf(HttpTimeoutException.class);
		await().untilAsserted(() -> assertThat(ledger("b4")).hasSize(1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "[]", "{", "{\"reference\":\"x\"}",
			"{\"reference\":\"x\",\"rail\":\"IMPS\",\"amountPaise\":\"12\",\"beneficiaryName\":\"A\",\"accountNumber\":\"123456789\",\"ifsc\":\"ABCD0123456\"}",
			"{\"reference\":\"x\",\"rail\":\"IMPS\",\"amountPaise\":-1,\"beneficiaryName\":\"A\",\"accountNumber\":\"123456789\",\"ifsc\":\"ABCD0123456\"}",
			"{\"reference\":\"x\",\"rail\":\"UPI\",\"amountPaise\":1,\"beneficiaryName\":\"A\"}",
			"{\"reference\":\"x\",\"rail\":\"CASH\",\"amountPaise\":1,\"beneficiaryName\":\"A\"}",
			"{\"reference\":\"x\",\"rail\":\"UPI\",\"amountPaise\":1,\"beneficiaryName\":\"A\",\"vpa\":\"a@b\",\"colour\":\"red\"}" })
	void explainsInvalidOrders(String body) {
		JsonNode answer = postJson("/v1/payments", body, 400);
		assertThat(answer.path("code").asString()).isEqualTo("BAD_REQUEST");
		assertThat(answer.path("message").asString()).isNotBlank();
		assertThat(answer.path("reference").asString("none")).isEqualTo(body.contains("reference") ? "x" : "none");
		assertThat(get("/ledger").path("entries")).isEmpty();
	}

	private JsonNode awaitStatus(String reference, String status) {
		long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
		JsonNode answer = enquire(reference, 200);
		while (!status(answer).equals(status) && System.nanoTime() < deadline) {
			LockSupport.parkNanos(20_000_000);
			answer = enquire(reference, 200);
		}
		assertThat(status(answer)).isEqualTo(status);
		return answer;
	}

	private static String status(JsonNode answer) {
		return answer.path("status").asString();
	}

	private static String order(String reference, String rail, long amountPaise, String account, String ifsc) {
		return """
				{"reference":"%s","rail":"%s","amountPaise":%d,"beneficiaryName":"Asha","accountNumber":"%s",\
				"ifsc":"%s","vpa":null,"remarks":null}""".formatted(reference, rail, amountPaise, account, ifsc);
	}

	private static String upiOrder(String reference, String vpa) {
		return """
				{"reference":"%s","rail":"UPI","amountPaise":100,"beneficiaryName":"Asha","vpa":"%s"}"""
			.formatted(reference, vpa);
	}

	private void behave(String change) {
		postJson("/behaviour", change, 200);
	}

	private JsonNode pay(String order, int expectedStatus) {
		return postJson("/v1/payments", order, expectedStatus);
	}

	private JsonNode enquire(String reference, int expectedStatus) {
		return exchange(HttpRequest.newBuilder(url("/v1/payments/" + reference)).build(), expectedStatus);
	}

	private JsonNode ledger(String reference) {
		return get("/ledger?reference=" + reference).path("entries");
	}

	private JsonNode get(String path) {
		return exchange(HttpRequest.newBuilder(url(path)).build(), 200);
	}

	private JsonNode postJson(String path, String body, int expectedStatus) {
		return exchange(request(path, body), expectedStatus);
	}

	/** For orders without a response. */
	private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
		return this.http.send(request(path, body, Duration.ofSeconds(2)), HttpResponse.BodyHandlers.ofString());
	}

	private HttpRequest request(String path, String body) {
		return request(path, body, Duration.ofMinutes(1));
	}

	private HttpRequest request(String path, String body, Duration timeout) {
		return HttpRequest.newBuilder(url(path))
			.timeout(timeout)
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
	}

	private URI url(String path) {
		return this.bank.url().resolve(path);
	}

	private JsonNode exchange(HttpRequest request, int expectedStatus) {
		HttpResponse<String> response = this.http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
		assertThat(response.statusCode()).as(response.body()).isEqualTo(expectedStatus);
		return json.readTree(response.body());
	}

}
