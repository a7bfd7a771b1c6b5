package dev.hundi.stream.certificate;

import java.io.IOException;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.testing.SecuredKafka;
import dev.hundi.testing.DatabaseTls;
import dev.hundi.testing.TestDatabase;
import dev.hundi.work.RepeatedWork;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Against a real server of each kind. */
class WatchCertificatesIntegrationTests {

	private static final double YEAR = Duration.ofDays(365).toSeconds();

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	@Test
	void readsTheCertificatesOfPostgresqlAndKafka() {
		try (TestDatabase database = TestDatabase.create();
				DatabaseTls tls = new DatabaseTls(database);
				SecuredKafka kafka = SecuredKafka.started()) {
			watch(tls.url(), kafka.settings("hundi-debit"), () -> {
				Awaitility.await().until(() -> secondsLeft("postgresql") > 0 && secondsLeft("kafka") > 0);
				assertThat(secondsLeft("postgresql")).isLessThanOrEqualTo(YEAR);
				assertThat(secondsLeft("kafka")).isLessThanOrEqualTo(YEAR);
			});
		}
	}

	/** A client would refuse it, and the alert would stay silent. */
	@Test
	void readsACertificateThatHasExpired() throws Exception {
		Identity expired = CertificateAuthority.create("Test").issue("kafka", Duration.ofDays(-3), "localhost");
		try (TestDatabase database = TestDatabase.create(); SSLServerSocket server = server(expired)) {
			Thread.ofVirtual().start(() -> accept(server));
			watch(database.url(), kafka(server.getLocalPort(), "SSL"), () -> {
				Awaitility.await().until(() -> secondsLeft("kafka") < 0);
				assertThat(secondsLeft("postgresql")).as("no TLS").isNaN();
			});
		}
	}

	/** Otherwise the numbers would only count down from what was read before. */
	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void reportsWhatItDidNotExpectAndGoesOn(CapturedOutput output) {
		watch("jdbc:postgresql://localhost:1/hundi", kafka(70_000, "SSL"), () -> Awaitility.await()
			.untilAsserted(
					() -> assertThat(output).contains("certificate-watch failed and will be retried within PT1M")));
	}

	@Test
	void expectsNoCertificateOfABrokerWithoutTls() {
		KafkaSettings plain = new KafkaSettings("localhost:1", 1, 1, (short) 1, 1, Duration.ofDays(1), true, null,
				Map.of(), Map.of(), Map.of());
		watch("jdbc:postgresql://localhost:1/hundi", plain,
				() -> assertThat(this.meters.find("hundi.server.certificate.expiry.seconds").gauges())
					.extracting((gauge) -> gauge.getId().getTag("server"))
					.containsExactly("postgresql"));
	}

	@Test
	void namesEachHostAndEachBroker() {
		DatabaseSettings database = database("jdbc:postgresql://one:5433,two/hundi?targetServerType=primary");
		KafkaSettings kafka = new KafkaSettings("a:9092, [::1]:9093", 1, 1, (short) 1, 1, Duration.ofDays(1), false,
				null, Map.of("security.protocol", "SASL_SSL"), Map.of(), Map.of());
		assertThat(ServerAddress.of(database, kafka))
			.extracting((server) -> server.kind() + " " + server.host() + " " + server.port())
			.containsExactly("POSTGRESQL one 5433", "POSTGRESQL two 5432", "KAFKA a 9092", "KAFKA ::1 9093");
	}

	private void watch(String url, KafkaSettings kafka, Runnable assertions) {
		RepeatedWork watch = new WatchCertificates(database(url), kafka, this.meters).work();
		watch.start();
		try {
			assertions.run();
		}
		finally {
			watch.stop();
		}
	}

	private double secondsLeft(String server) {
		return Objects
			.requireNonNull(this.meters.find("hundi.server.certificate.expiry.seconds").tag("server", server).gauge())
			.value();
	}

	private static DatabaseSettings database(String url) {
		return new DatabaseSettings(url, "hundi_stream", "any", 1, Duration.ofMinutes(1));
	}

	private static KafkaSettings kafka(int port, String protocol) {
		return new KafkaSettings("localhost:" + port, 1, 1, (short) 1, 1, Duration.ofDays(1), false, null,
				Map.of("security.protocol", protocol), Map.of(), Map.of());
	}

	private static SSLServerSocket server(Identity identity) throws GeneralSecurityException, IOException {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		keys.load(null, null);
		keys.setKeyEntry("server", identity.key(), new char[0], new Certificate[] { identity.certificate() });
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(keys, new char[0]);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), null, null);
		return (SSLServerSocket) context.getServerSocketFactory()
			.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
	}

	/** Until the server is closed: a busy client may give an attempt up. */
	private static void accept(SSLServerSocket server) {
		while (!server.isClosed()) {
			try (SSLSocket client = (SSLSocket) server.accept()) {
				client.startHandshake();
			}
			catch (IOException ex) {
				// The client leaves as soon as it has seen the certificate.
			}
		}
	}

}
