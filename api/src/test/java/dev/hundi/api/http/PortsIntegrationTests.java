package dev.hundi.api.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** The API with a certificate, behind a proxy, and its port of management. */
class PortsIntegrationTests {

	private static final String ENCRYPTED = "--hundi.http.allow-http=false";

	private final TestDatabase database = TestDatabase.create();

	private final CertificateAuthority authority = CertificateAuthority.create("test");

	private final Path directory;

	PortsIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void answersOverTlsAndLoadsANewCertificateWithoutARestart() {
		BigInteger first = renew("localhost");
		try (RunningApi api = startWithCertificate()) {
			IssuedKey key = key(api);
			try (KeptConnection kept = connect(api)) {
				assertThat(serial(kept)).isEqualTo(first);
				assertThat(kept.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200);

				BigInteger second = renew("localhost");
				await().until(() -> offered(api).equals(second));
				assertThat(kept.send(Call.get("/v1/wallet"), key).status()).as("an open connection").isEqualTo(200);
			}
			try (KeptConnection plain = KeptConnection.open(api.port())) {
				assertThat(plain.write(Call.get("/v1/wallet").bytes(key)).read().body()).doesNotContain("balance")
					.contains("requires TLS");
			}
		}
	}

	@Test
	void everyAnswerForbidsStorageSniffingAndPlainHttp() {
		renew("localhost");
		try (RunningApi api = startWithCertificate()) {
			IssuedKey key = key(api);
			for (byte[] request : List.of(Call.get("/v1/wallet").bytes(key),
					Call.get("/v1/bulk-payouts/template?format=csv").header("Accept", "text/csv").bytes(key),
					Call.get("/v1/payouts/" + UUID.randomUUID()).bytes(key),
					Call.get("/v1/wallet").signature("0".repeat(64)).bytes(key),
					Call.of("OPTIONS", "/v1/wallet").bytes(key), Call.of("PUT", "/v1/wallet").bytes(key),
					Call.get("/v1/wallet").header("Accept", "text/html").bytes(key), Call.get("/v1/nothing").bytes(key),
					raw("GET / HTTP/1.1\r\nHost: a\r\n"), raw("GET /v1/%zz HTTP/1.1\r\nHost: a\r\n"),
					raw("G@T / HTTP/1.1\r\nHost: a\r\n"), raw("GET / HTTP/1.1\r\n"),
					raw("GET /actuator/health HTTP/1.1\r\nHost: a\r\n"),
					raw("POST /v1/payouts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n"),
					raw("GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + "x".repeat(20_000) + "\r\n"))) {
				try (KeptConnection connection = connect(api)) {
					Answer answer = connection.write(request).read();
					assertThat(answer.headers()).as(answer.toString())
						.containsEntry("cache-control", List.of("no-store"))
						.containsEntry("x-content-type-options", List.of("nosniff"))
						.containsEntry("strict-transport-security", List.of("max-age=31536000; includeSubDomains"));
				}
			}
			assertThat(api.manage("/actuator/health").headers()).containsEntry("cache-control", List.of("no-store"))
				.doesNotContainKey("strict-transport-security");
		}
	}

	@Test
	void requiresACertificateOrAProxy() {
		assertThatThrownBy(() -> RunningApi.start(this.database, ENCRYPTED).close())
			.hasStackTraceContaining("hundi.http.ssl-bundle must name an SSL bundle")
			.hasStackTraceContaining("hundi.http.trusted-proxies");
		assertThatThrownBy(() -> RunningApi.start(this.database, ENCRYPTED, "--hundi.http.ssl-bundle=unknown").close())
			.hasStackTraceContaining("unknown");
	}

	@Test
	void acceptsPlainHttpFromNamedProxiesOnly() {
		try (RunningApi api = RunningApi.start(this.database, ENCRYPTED,
				"--hundi.http.trusted-proxies=127.0.0.1,::1")) {
			Answer answer = api.send(Call.get("/v1/wallet"), key(api));
			assertThat(answer.status()).isEqualTo(200);
			assertThat(answer.header("Strict-Transport-Security")).isNotEmpty();
		}
		try (RunningApi api = RunningApi.start(this.database, ENCRYPTED, "--hundi.http.trusted-proxies=192.0.2.1")) {
			assertThat(api.send(Call.get("/v1/wallet").header("X-Forwarded-For", "192.0.2.1"), key(api)).refusal())
				.isEqualTo("400 bad_request");
			assertThat(api.manage("/actuator/health/readiness").status()).isEqualTo(200);
		}
	}

	@Test
	void answersManagementOnItsOwnPortOnly() {
		try (RunningApi api = RunningApi.start(this.database)) {
			assertThat(api.managementPort()).isNotEqualTo(api.port()).isPositive();
			assertThat(api.manage("/actuator/prometheus").status()).isEqualTo(200);
			for (String path : List.of("/actuator", "/actuator/health", "/%61ctuator/health", "/actuator;a=b/health",
					"//actuator/health", "/v1/../actuator/health", "/v1/%2e%2e/actuator/health")) {
				assertThat(api.sendBytes(raw("GET " + path + " HTTP/1.1\r\nHost: a\r\n")).status()).as(path)
					.isEqualTo(404);
			}
			assertThat(api.manage("/v1/wallet").refusal()).isEqualTo("404 route_not_found");
			assertThat(api.manage("/actuator/../v1/wallet").refusal()).isEqualTo("404 route_not_found");
		}
	}

	@Test
	void listensForManagementOnLoopback() throws IOException {
		Optional<InetAddress> other = NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
			.findFirst();
		Assumptions.assumeTrue(other.isPresent(), "this machine has only the loopback interface");
		try (RunningApi api = RunningApi.start(this.database)) {
			try (Socket open = new Socket(other.orElseThrow(), api.port())) {
				assertThat(open.isConnected()).isTrue();
			}
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> new Socket(other.orElseThrow(), api.managementPort()).close());
		}
	}

	/** Spring Boot's own settings of the port must not switch TLS off. */
	private RunningApi startWithCertificate() {
		return RunningApi.start(this.database, ENCRYPTED, "--server.ssl.enabled=false",
				"--hundi.http.ssl-bundle=public",
				"--spring.ssl.bundle.pem.public.keystore.certificate=file:" + this.directory.resolve("tls.crt"),
				"--spring.ssl.bundle.pem.public.keystore.private-key=file:" + this.directory.resolve("tls.key"),
				"--spring.ssl.bundle.pem.public.reload-on-update=true",
				"--spring.ssl.bundle.watch.file.quiet-period=100ms");
	}

	private IssuedKey key(RunningApi api) {
		return api.bean(ApiKeys.class).issue(TestBusiness.create(this.database).id());
	}

	/** Writes a new certificate and returns its serial number. */
	private BigInteger renew(String host) {
		var identity = this.authority.issue("api", host);
		identity.write(this.directory.resolve("tls.crt"), this.directory.resolve("tls.key"));
		return identity.certificate().getSerialNumber();
	}

	private BigInteger offered(RunningApi api) throws IOException {
		try (KeptConnection connection = connect(api)) {
			return serial(connection);
		}
	}

	private static BigInteger serial(KeptConnection connection) {
		try {
			SSLSocket socket = (SSLSocket) connection.socket();
			return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A client without a session cache, so that each handshake shows the certificate. */
	private KeptConnection connect(RunningApi api) {
		try {
			KeyStore trusted = KeyStore.getInstance("PKCS12");
			trusted.load(null, null);
			trusted.setCertificateEntry("authority", this.authority.certificate());
			TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
			trust.init(trusted);
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, trust.getTrustManagers(), null);
			SSLSocketFactory sockets = context.getSocketFactory();
			return KeptConnection.open(api.port(), sockets);
		}
		catch (java.security.GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static byte[] raw(String head) {
		return (head + "Connection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8);
	}

}
