package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpServer;
import dev.hundi.bank.Attempt;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.payout.Rail;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.TestBundles;
import dev.hundi.stream.iso20022.BankStatusReports;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

import static org.assertj.core.api.Assertions.assertThat;

/** The samples and tables of {@code docs/bank-api.md} drive the connector. */
class BankApiDocumentTests {

	private static final String DOCUMENT = read();

	private static final Pattern SAMPLE = Pattern.compile("(?ms)^```json ([^\\n]+)\\n(.*?)^```");

	private static final JsonMapper json = JsonMapper.shared();

	private static final String REFERENCE = "HND0000000000000000000000000A";

	private static final String OTHER_REFERENCE = "HND0000000000000000000000000B";

	private static final UUID ID = UUID.fromString("00000000-0000-0000-0000-00000000000a");

	static Stream<Sample> samples() {
		return SAMPLE.matcher(DOCUMENT).results().map(Sample::of);
	}

	@ParameterizedTest
	@MethodSource("samples")
	void meansWhatItSays(Sample sample) throws Exception {
		switch (sample.kind()) {
			case "request" -> assertThat(sent(sample.meaning())).isEqualTo(sample.body());
			case "answer" -> assertThat(answered(sample, (bank) -> bank.pay(order()))).isEqualTo(sample.meaning());
			case "batch" -> assertThat(answered(sample, BankApiDocumentTests::batch)).isEqualTo(sample.meaning());
			case "enquiry" ->
				assertThat(answered(sample, (bank) -> bank.enquire(REFERENCE))).isEqualTo(sample.meaning());
			case "registration" ->
				assertThat(answered(sample, (bank) -> bank.register(Registration.of(registration()))))
					.isEqualTo(sample.meaning());
			case "callback" -> {
				assertThat(ReceiveCallback.read("bank", sample.bytes())).isNotNull();
				for (String member : List.of("eventId", "reference", "status")) {
					assertThat(ReceiveCallback.read("bank", sample.without(member))).as(member).isNull();
				}
			}
			case "jws" -> assertThat(sample.body().propertyNames())
				.containsExactlyInAnyOrderElementsOf(header(sample.meaning()).propertyNames());
			default -> throw new IllegalArgumentException(sample.kind());
		}
	}

	/** Two orders are sent; the meanings of their answers are joined by a plus. */
	private static Object batch(JsonApiBank bank) {
		return bank.pay(List.of(order(), upiOrder()))
			.stream()
			.map((answer) -> answer.getClass().getSimpleName())
			.collect(Collectors.joining("+"));
	}

	@Test
	void hasASampleOfEveryAnswerOfABank() {
		Set<String> named = new TreeSet<>(samples().map(Sample::meaning).toList());
		assertThat(named).contains("Paid", "Refused", "Acknowledged", "Returned", "NotSent", "NotFound", "Silent",
				"Registered", "Invalid", "payment", "registration", "batch", "Paid+Malformed", "Malformed",
				"Silent+NotSent", "Silent+Silent");
		for (SignedKind kind : SignedKind.values()) {
			assertThat(named).contains(kind.toString());
		}
	}

	@Test
	void namesTheFailureCodesThatTheConnectorMaps() {
		List<MatchResult> rows = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| `([A-Z_]+)` \\|$")
			.matcher(DOCUMENT)
			.results()
			.toList();
		assertThat(rows).hasSize(5);
		for (MatchResult row : rows) {
			byte[] answer = "{\"reference\":\"%s\",\"status\":\"FAILED\",\"code\":\"%s\"}"
				.formatted(REFERENCE, row.group(1))
				.getBytes(StandardCharsets.UTF_8);
			assertThat(JsonApiBank.read(200, answer, REFERENCE)).isInstanceOfSatisfying(BankAnswer.Refused.class,
					(refused) -> assertThat(refused.code().name()).isEqualTo(row.group(2)));
		}
	}

	@Test
	void namesTheStatusesOfFilesThatHundiReads() throws Exception {
		Map<String, ReportedStatus.Kind> kinds = Map.of("paid", ReportedStatus.Kind.PAID, "accepted",
				ReportedStatus.Kind.ACCEPTED, "failed", ReportedStatus.Kind.REJECTED);
		List<MatchResult> rows = Pattern.compile("(?m)^\\| ((?:`[A-Z]{4}`,? ?)+) \\| (paid|accepted|failed)")
			.matcher(DOCUMENT)
			.results()
			.toList();
		assertThat(rows).hasSize(3);
		for (MatchResult row : rows) {
			for (String code : row.group(1).replace("`", "").split(", ")) {
				String report = """
						<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><OrgnlGrpInfAndSts/>\
						<OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>R</OrgnlEndToEndId><TxSts>%s</TxSts></TxInfAndSts>\
						</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"""
					.formatted(code.strip());
				assertThat(BankStatusReports.read(report.getBytes(StandardCharsets.UTF_8))).as(code)
					.singleElement()
					.extracting(ReportedStatus::kind)
					.isEqualTo(kinds.get(row.group(2)));
			}
		}
	}

	@Test
	void namesThePathsAndHeadersThatAreSent() throws Exception {
		List<String> seen = new ArrayList<>();
		answered(new Sample("answer", 200, "", json.createObjectNode()), (bank) -> {
			bank.pay(order());
			bank.pay(List.of(order(), upiOrder()));
			bank.enquire(REFERENCE);
			return bank.register(Registration.of(registration()));
		}, seen);
		assertThat(seen.stream().map((request) -> request.replace(REFERENCE, "{reference}").split(" with ")[0]))
			.allSatisfy((request) -> assertThat(DOCUMENT).contains("`" + request + "`"));
		assertThat(seen).isNotEmpty().allSatisfy((request) -> assertThat(request).contains("x-request-id"));
		assertThat(DOCUMENT).contains("`x-request-id`", "`" + dev.hundi.signature.Signatures.HEADER + "`");
	}

	private static JsonNode header(String type) {
		var authority = CertificateAuthority.create("Test");
		var signatures = TestBundles.pair(authority.issue("hundi"), authority.issue("bank"))[0];
		SignedKind kind = Stream.of(SignedKind.values())
			.filter((one) -> one.toString().equals(type))
			.findFirst()
			.orElseThrow();
		Map<String, String> members = switch (kind) {
			case REQUEST -> Map.of("requestId", "r", "method", "POST", "path", "/v1/payments");
			case ANSWER -> Map.of("requestId", "r", "status", "200");
			case CALLBACK -> Map.of();
			case FILE -> Map.of("file", "report.xml", "sha256", "00");
		};
		String signature = signatures.sign(kind, members, new byte[0]);
		return json.readTree(Base64.getUrlDecoder().decode(signature.substring(0, signature.indexOf('.'))));
	}

	private static JsonNode sent(String what) throws IOException {
		List<String> seen = new ArrayList<>();
		answered(new Sample("answer", 200, "", json.createObjectNode()), (bank) -> switch (what) {
			case "payment" -> bank.pay(order());
			case "batch" -> bank.pay(List.of(order(), upiOrder()));
			default -> bank.register(Registration.of(registration()));
		}, seen);
		return json.readTree(seen.getFirst().substring(seen.getFirst().indexOf('{')));
	}

	private static String answered(Sample sample, Call call) throws IOException {
		return answered(sample, call, new ArrayList<>());
	}

	private static String answered(Sample sample, Call call, List<String> seen) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		server.createContext("/", (exchange) -> {
			seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " with "
					+ String.join(" ", exchange.getRequestHeaders().keySet()).toLowerCase(java.util.Locale.ROOT) + " "
					+ new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			exchange.sendResponseHeaders(sample.status(), sample.bytes().length);
			exchange.getResponseBody().write(sample.bytes());
			exchange.close();
		});
		server.start();
		BankSettings settings = new BankSettings(URI.create("http://localhost:" + server.getAddress().getPort()),
				Set.of(Rail.values()), 0, Duration.ofSeconds(15), Duration.ofSeconds(30), 8, 5_000, 1, true, null,
				BankSecurity.NONE, null);
		SslBundles none = new DefaultSslBundleRegistry();
		try (JsonApiBank bank = new JsonApiBank(new BankHttp("bank", settings, none,
				new BankSignatures(Map.of("bank", settings), none, new SimpleMeterRegistry())))) {
			Object meaning = call.on(bank);
			return (meaning instanceof String text) ? text : meaning.getClass().getSimpleName();
		}
		finally {
			server.stop(0);
		}
	}

	private static PaymentOrder order() {
		return new PaymentOrder(new Attempt(new PayoutKey(UUID.randomUUID(), ID), 1), REFERENCE, Rail.IMPS, 1_500_00,
				"Ramesh Kumar", "02014457596969", "SBOX0000001", null, "TXN1", "Salary Nov 2026", false);
	}

	private static PaymentOrder upiOrder() {
		return new PaymentOrder(new Attempt(new PayoutKey(UUID.randomUUID(), ID), 1), OTHER_REFERENCE, Rail.UPI,
				1_500_00, "Ramesh Kumar", null, null, "ramesh@sbox", "TXN2", "Salary Nov 2026", false);
	}

	private static BankRegistration registration() {
		return new BankRegistration(UUID.randomUUID(), ID, "bank", "target", 1, "Ramesh Kumar", "02014457596969",
				"SBOX0000001", null, 1, false);
	}

	private static String read() {
		try {
			return Files.readString(Path.of("..").resolve("docs/bank-api.md"));
		}
		catch (IOException ex) {
			throw new java.io.UncheckedIOException(ex);
		}
	}

	@FunctionalInterface
	private interface Call {

		Object on(JsonApiBank bank);

	}

	/**
	 * A sample.
	 *
	 * @param kind what it is a sample of
	 * @param status HTTP status of an answer
	 * @param meaning what Hundi makes of it, or what it is
	 */
	record Sample(String kind, int status, String meaning, JsonNode body) {

		static Sample of(MatchResult block) {
			String[] words = block.group(1).split(" ");
			boolean answer = words.length == 3;
			return new Sample(words[0], answer ? Integer.parseInt(words[1]) : 0,
					answer ? words[2] : words[words.length - 1], json.readTree(block.group(2)));
		}

		byte[] bytes() {
			return json.writeValueAsBytes(this.body);
		}

		byte[] without(String member) {
			return json.writeValueAsBytes(this.body.asObject().deepCopy().without(member));
		}

	}

}
