package dev.hundi.sandbox;

import java.nio.file.Path;
import java.util.stream.Stream;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.sandbox.server.KafkaServer;

/**
 * How stream-processors reach the Kafka of this platform: over TLS, with a certificate of
 * an authority of its own, as a SCRAM user. Only the owner of the process can read the
 * files.
 */
final class KafkaAccess {

	private static final String user = "hundi-stream";

	private final Path directory;

	private final int port;

	/**
	 * Creates the access.
	 * @param directory of certificates and password
	 * @param port of the encrypted listener
	 */
	KafkaAccess(Path directory, int port) {
		this.directory = directory;
		this.port = port;
	}

	/** Issues the certificate of the broker for its next start. */
	KafkaServer.Tls issue() {
		Path certificate = this.directory.resolve("kafka.pem");
		Path key = this.directory.resolve("kafka-key.pem");
		CertificateAuthority.of(this.directory, "Kafka of the sandbox")
			.issue("kafka", "localhost")
			.write(certificate, key);
		return new KafkaServer.Tls(this.port, certificate, key, user, password());
	}

	/**
	 * The settings of stream-processors.
	 * @param encrypted whether the broker has the encrypted listener
	 * @param plaintext the listener without encryption, for a broker that has no other
	 */
	Stream<String> settings(boolean encrypted, String plaintext) {
		Stream<String> connection = encrypted
				? Stream.of("bootstrap-servers=localhost:" + this.port, "login.username=" + user,
						"login.password=" + PrivateFile.text(password()), "client-properties[ssl.truststore.type]=PEM",
						"client-properties[ssl.truststore.location]="
								+ this.directory.resolve(CertificateAuthority.certificateFile))
				: Stream.of("bootstrap-servers=" + plaintext, "allow-plaintext=true");
		return Stream.concat(connection, Stream.of("replication-factor=1", "min-insync-replicas=1"))
			.map((setting) -> "hundi.kafka." + setting);
	}

	private Path password() {
		return PrivateFile.secret(this.directory.resolve("password"));
	}

}
