package dev.hundi.stream.dispatch;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.signature.SignedKind;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Callbacks of a bank that signs with JWS, and of one that changes its shared key. */
class SignedCallbacksIntegrationTests {

	private static final String BODY = "{\"eventId\": \"e1\", \"reference\": \"unknown\", \"status\": \"SUCCESS\"}";

	private final Identity bank = CertificateAuthority.create("Test").issue("bank");

	private final Signatures signatures = Signatures.of(TestBundles.pinned(this.bank, this.bank));

	@Test
	void acceptsJwsOfTheBankAndAChangedKeyFile(@TempDir Path directory) throws Exception {
		this.bank.write(directory.resolve("bank.pem"), directory.resolve("bank-key.pem"));
		Path keys = Files.writeString(directory.resolve("keys"), "a".repeat(32));
		String pem = "--spring.ssl.bundle.pem.jws.";
		String certificate = directory.resolve("bank.pem").toUri().toString();
		try (TestDatabase database = TestDatabase.create();
				ConfigurableApplicationContext application = StreamProcessorsApplication.builder()
					.run("--hundi.database.url=" + database.url(), "--hundi.database.username=hundi_stream",
							"--hundi.database.password=postgres", "--hundi.kafka.bootstrap-servers=localhost:1",
							"--hundi.management.port=0", "--hundi.callbacks.port=0",
							"--hundi.callbacks.allow-http=true", "--hundi.key-encryption.file=" + TestKeys.file(),
							"--hundi.processors=dispatch", "--hundi.dispatch.allow-http=true",
							"--hundi.dispatch.banks.jws.url=http://localhost:1",
							"--hundi.dispatch.banks.jws.security.signature-bundle=jws",
							"--hundi.dispatch.banks.shared.url=http://localhost:1",
							"--hundi.dispatch.banks.shared.callback-key-file=" + keys,
							pem + "truststore.certificate=" + certificate, pem + "keystore.certificate=" + certificate,
							pem + "keystore.private-key=" + directory.resolve("bank-key.pem").toUri());
				HttpClient http = HttpClient.newHttpClient()) {
			URI url = URI.create("http://localhost:" + application.getEnvironment().getProperty("local.server.port")
					+ "/bank-callbacks/");
			String signature = sign(SignedKind.CALLBACK);
			assertThat(post(http, url.resolve("jws"), Map.of(Signatures.HEADER, signature), BODY)).isEqualTo(204);
			assertThat(post(http, url.resolve("jws"), Map.of(Signatures.HEADER, signature), BODY.replace("e1", "e2")))
				.isEqualTo(401);
			assertThat(post(http, url.resolve("jws"), Map.of(Signatures.HEADER, sign(SignedKind.ANSWER)), BODY))
				.isEqualTo(401);
			assertThat(post(http, url.resolve("jws"), Map.of(), BODY)).isEqualTo(401);
			assertThat(post(http, url.resolve("shared"), Map.of(Signatures.HEADER, signature), BODY)).isEqualTo(401);
			assertThat(post(http, url.resolve("shared"), shared("a"), BODY)).isEqualTo(204);
			assertThat(post(http, url.resolve("shared"), shared("b"), BODY)).isEqualTo(401);
			Files.writeString(keys, "b".repeat(32));
			assertThat(post(http, url.resolve("shared"), shared("b"), BODY)).isEqualTo(204);
			Files.writeString(keys, "too short");
			assertThat(post(http, url.resolve("shared"), shared("b"), BODY)).isEqualTo(204);
		}
	}

	private String sign(SignedKind kind) {
		return this.signatures.sign(kind, Map.of(), BODY.getBytes(StandardCharsets.UTF_8));
	}

	private static Map<String, String> shared(String key) throws Exception {
		String now = Long.toString(Instant.now().getEpochSecond());
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(key.repeat(32).getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return Map.of("x-bank-timestamp", now, "x-bank-signature",
				HexFormat.of().formatHex(mac.doFinal((now + "." + BODY).getBytes(StandardCharsets.UTF_8))));
	}

	private static int post(HttpClient http, URI url, Map<String, String> headers, String body) throws Exception {
		HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofString(body));
		headers.forEach(request::header);
		return http.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
	}

}
