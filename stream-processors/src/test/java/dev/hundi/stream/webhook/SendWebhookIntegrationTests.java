package dev.hundi.stream.webhook;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.stream.webhook.SendWebhook.Outcome;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.EndpointSecret;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Address and certificate checks of the production settings. */
class SendWebhookIntegrationTests {

	private static final String PASSWORD = "changeit";

	private static final WebhookSettings PRODUCTION = new WebhookSettings(false, Duration.ofSeconds(30), List.of(),
			Duration.ofSeconds(30), 4, 4, Duration.ofSeconds(1), Instances.NEVER_PARKED);

	private final SecretEncryption encryption = SecretEncryption.open(TestKeys.file());

	private final AtomicInteger received = new AtomicInteger();

	private KeyStore keys;

	private HttpsServer server;

	@BeforeEach
	void start(@TempDir Path directory) throws Exception {
		this.keys = selfSigned(directory.resolve("receiver.p12"));
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(this.keys, PASSWORD.toCharArray());
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), null, null);
		this.server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
		this.server.setHttpsConfigurator(new HttpsConfigurator(context));
		this.server.createContext("/", (exchange) -> {
			this.received.incrementAndGet();
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		this.server.start();
	}

	@AfterEach
	void stop() {
		this.server.stop(0);
	}

	@Test
	void rejectsAnUntrustedCertificate() throws Exception {
		Outcome outcome = send(DefaultClientTlsStrategy.createDefault(), "localhost");
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unanswered.class,
				(unanswered) -> assertThat(unanswered.error()).contains("SSLHandshakeException"));
		assertThat(this.received).hasValue(0);
	}

	@Test
	void acceptsTheSameCertificateOnceItIsTrusted() throws Exception {
		Outcome outcome = send(new DefaultClientTlsStrategy(trusting(this.keys)), "localhost");
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Answered.class,
				(answered) -> assertThat(answered.status()).isEqualTo(200));
		assertThat(this.received).hasValue(1);
	}

	@Test
	void rejectsATrustedCertificateOfAnotherHost() throws Exception {
		Outcome outcome = send(new DefaultClientTlsStrategy(trusting(this.keys)), "127.0.0.1");
		assertThat(outcome).isInstanceOf(Outcome.Unanswered.class);
		assertThat(this.received).hasValue(0);
	}

	@ParameterizedTest
	@ValueSource(strings = { "localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0.0.0.0" })
	void doesNotConnectToAddressesThatAreNotPublic(String host) throws Exception {
		try (SendWebhook production = new SendWebhook(PRODUCTION, this.encryption)) {
			assertThat(Instances.send(production, delivery(host))).isInstanceOfSatisfying(Outcome.Unanswered.class,
					(unanswered) -> assertThat(unanswered.error()).startsWith("UnknownHostException"));
		}
		assertThat(this.received).hasValue(0);
	}

	/** As in production, except that this machine is permitted. */
	private Outcome send(TlsSocketStrategy tls, String host) throws Exception {
		try (SendWebhook send = new SendWebhook(PRODUCTION, this.encryption, SystemDefaultDnsResolver.INSTANCE, tls)) {
			return Instances.send(send, delivery(host));
		}
	}

	private ClaimedDelivery delivery(String host) {
		UUID endpoint = UUID.randomUUID();
		SecretPlace place = EndpointSecret.place(UUID.randomUUID(), endpoint);
		byte[] secret = this.encryption.encrypt("whsec_1".getBytes(StandardCharsets.UTF_8), place);
		return new ClaimedDelivery(UUID.randomUUID(), UUID.randomUUID(), endpoint,
				"https://" + host + ":" + this.server.getAddress().getPort() + "/hook",
				new EndpointSecret(place, secret, null), "{}".getBytes(StandardCharsets.UTF_8), 0, Instant.now(),
				ClaimedDelivery.Endpoint.WELL);
	}

	/** Creates a certificate for localhost with keytool. */
	private static KeyStore selfSigned(Path file) throws Exception {
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-keystore", file.toString(), "-storetype", "PKCS12", "-storepass", PASSWORD, "-alias",
				"receiver", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost")
			.redirectErrorStream(true)
			.start();
		assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream in = Files.newInputStream(file)) {
			keys.load(in, PASSWORD.toCharArray());
		}
		return keys;
	}

	private static SSLContext trusting(KeyStore keys) throws Exception {
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		trusted.load(null, null);
		trusted.setCertificateEntry("receiver", keys.getCertificate("receiver"));
		TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		managers.init(trusted);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(null, managers.getTrustManagers(), null);
		return context;
	}

}
