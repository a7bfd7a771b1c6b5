package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.digest.Sha256;
import dev.hundi.sandbox.bank.statement.StatementForm;
import dev.hundi.signature.FileTrust;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.ssl.SslBundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class SecuredPortIntegrationTests {

	private static final String ORDER = "{\"reference\":\"r1\",\"rail\":\"IMPS\",\"amountPaise\":100,\"beneficiaryName\":\"R\",\"accountNumber\":\"123456789012\",\"ifsc\":\"ABCD0123456\"}";

	private final CertificateAuthority authority;

	private final Identity client;

	private final Signatures signatures;

	private final Path directory;

	private final SandboxBank bank;

	private final URI secured;

	SecuredPortIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		BankCertificates files = new BankCertificates(directory.resolve("certificates"));
		files.issue("localhost");
		files.issue("localhost");
		this.authority = CertificateAuthority.of(files.directory(), "Test");
		this.client = read(files, BankCertificates.CLIENT);
		this.signatures = Signatures.of(TestBundles.pinned(read(files, BankCertificates.CLIENT_SIGNING),
				read(files, BankCertificates.BANK_SIGNING)));
		this.bank = SandboxBank.start(directory.resolve("bank"), "127.0.0.1", 0);
		this.secured = this.bank.openSecured("127.0.0.1", 0, files);
		this.bank.openDrop(directory.resolve("drop"), StatementForm.CAMT053, files.signatures());
	}

	private static Identity read(BankCertificates files, String name) {
		return Identity.read(files.certificate(name), files.key(name));
	}

	@AfterEach
	void close() {
		this.bank.close();
	}

	@Test
	void paysASignedOrderAndSignsTheAnswer() throws Exception {
		HttpResponse<byte[]> answer = post("q1", ORDER, sign("q1", ORDER));
		assertThat(answer.statusCode()).isEqualTo(200);
		this.signatures.verify(SignedKind.ANSWER, Map.of("requestId", "q1", "status", "200"), answer.body(),
				answer.headers().firstValue(Signatures.HEADER).orElse(null));
		assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("\"SUCCESS\"");
		HttpResponse<byte[]> invalid = post("q2", "{}", sign("q2", "{}"));
		assertThat(invalid.statusCode()).isEqualTo(400);
		this.signatures.verify(SignedKind.ANSWER, Map.of("requestId", "q2", "status", "400"), invalid.body(),
				invalid.headers().firstValue(Signatures.HEADER).orElse(null));
	}

	@Test
	void executesNothingThatIsNotSigned() throws Exception {
		assertThat(post("q1", ORDER, "none").statusCode()).isEqualTo(401);
		assertThat(post("q1", ORDER, sign("other", ORDER)).statusCode()).isEqualTo(401);
		assertThat(post("q1", ORDER.replace("100", "900"), sign("q1", ORDER)).statusCode()).isEqualTo(401);
		try (HttpClient http = HttpClient.newHttpClient()) {
			assertThat(http
				.send(HttpRequest.newBuilder(this.bank.url().resolve("/ledger?reference=r1")).build(),
						HttpResponse.BodyHandlers.ofString())
				.body()).contains("\"entries\":[]");
		}
	}

	@Test
	void refusesClientsWithoutACertificateOfItsAuthority() {
		Identity unknown = CertificateAuthority.create("Other").issue("hundi");
		for (SslBundle bundle : new SslBundle[] { TestBundles.of(null, this.authority.certificate()),
				TestBundles.of(unknown, this.authority.certificate()) }) {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> post(bundle, "q1", ORDER, sign("q1", ORDER)));
		}
	}

	@Test
	void signsItsFilesBeforeTheyGetTheirName() throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			http.send(HttpRequest.newBuilder(this.bank.url().resolve("/v1/payments"))
				.POST(HttpRequest.BodyPublishers.ofString(ORDER))
				.build(), HttpResponse.BodyHandlers.discarding());
			http.send(HttpRequest.newBuilder(this.bank.url().resolve("/statements/" + LocalDate.now(India.ZONE)))
				.POST(HttpRequest.BodyPublishers.noBody())
				.build(), HttpResponse.BodyHandlers.discarding());
		}
		Path statements = this.directory.resolve("drop/statements");
		await().until(() -> Files.isDirectory(statements) && !files(statements).isEmpty());
		for (Path file : files(statements)) {
			assertThat(new FileTrust(this.signatures, null).objection(file, file.getFileName().toString(),
					Sha256.digest(Files.readAllBytes(file))))
				.isNull();
		}
	}

	private static List<Path> files(Path directory) throws IOException {
		try (Stream<Path> files = Files.list(directory)) {
			return files.filter((file) -> file.toString().endsWith(".xml")).toList();
		}
	}

	private String sign(String requestId, String body) {
		return this.signatures.sign(SignedKind.REQUEST,
				Map.of("requestId", requestId, "method", "POST", "path", "/v1/payments"),
				body.getBytes(StandardCharsets.UTF_8));
	}

	private HttpResponse<byte[]> post(String requestId, String body, String signature) throws Exception {
		return post(TestBundles.of(this.client, this.authority.certificate()), requestId, body, signature);
	}

	private HttpResponse<byte[]> post(SslBundle bundle, String requestId, String body, String signature)
			throws Exception {
		try (HttpClient http = HttpClient.newBuilder().sslContext(bundle.createSslContext()).build()) {
			return http.send(HttpRequest.newBuilder(this.secured.resolve("/v1/payments"))
				.header("x-request-id", requestId)
				.header(Signatures.HEADER, signature)
				.POST(HttpRequest.BodyPublishers.ofString(body))
				.build(), HttpResponse.BodyHandlers.ofByteArray());
		}
	}

}
