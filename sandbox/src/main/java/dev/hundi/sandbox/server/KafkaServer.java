package dev.hundi.sandbox.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A single-node Kafka broker in a child process, with an encrypted listener for the
 * applications and one without for other clients of this machine. Acknowledged records
 * survive a kill of the process but not a power failure.
 */
public final class KafkaServer implements PlatformServers.Server {

	private final ChildProcess process;

	private final int port;

	private KafkaServer(ChildProcess process, int port) {
		this.process = process;
		this.port = port;
	}

	/**
	 * Starts the broker and waits until it answers.
	 * @param directory of its log, formatted when it is new
	 * @param port 0 for any free one; without encryption, reachable from this machine
	 * @param tls the listener of the applications
	 * @param output its log file
	 * @throws StartFailedException if it does not start
	 */
	public static KafkaServer start(Path directory, int port, Tls tls, Path output) {
		int brokerPort = Ports.orFree(port);
		ChildProcess process = ChildProcess.start("Kafka", KafkaNode.class.getName(), output,
				List.of("-Xms96m", "-Xmx384m", "-XX:MaxMetaspaceSize=160m"),
				List.of("--directory=" + directory.toAbsolutePath(), "--port=" + brokerPort,
						"--controller-port=" + Ports.free(), "--tls-port=" + tls.port,
						"--certificate=" + tls.certificate, "--key=" + tls.key, "--user=" + tls.user,
						"--password-file=" + tls.passwordFile));
		KafkaServer server = new KafkaServer(process, brokerPort);
		process.awaitReady(ChildProcess.READY_WITHIN, () -> Ports.isListening(brokerPort));
		// One client for all attempts: a new one costs this JVM more than its requests.
		try (Admin admin = Admin
			.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, server.bootstrapServers()))) {
			process.awaitReady(ChildProcess.READY_WITHIN, () -> isReady(admin, tls));
		}
		return server;
	}

	/** As clients configure it, {@code host:port}. */
	public String bootstrapServers() {
		return "localhost:" + this.port;
	}

	public ChildProcess process() {
		return this.process;
	}

	@Override
	public void kill() {
		this.process.kill();
	}

	@Override
	public boolean isAlive() {
		return this.process.isAlive();
	}

	@Override
	public void close() {
		this.process.close();
	}

	/**
	 * The listener of the applications: TLS, and SCRAM for one user.
	 *
	 * @param certificate PEM
	 * @param key private key of the certificate, PEM
	 * @param passwordFile the password of the user
	 */
	public record Tls(int port, Path certificate, Path key, String user, Path passwordFile) {

		private UserScramCredentialAlteration credential() {
			try {
				return new UserScramCredentialUpsertion(this.user,
						new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, KafkaNode.ITERATIONS),
						Files.readString(this.passwordFile));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	private static boolean isReady(Admin admin, Tls tls) {
		try {
			if (admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty()) {
				return false;
			}
			// A directory that was formatted before has another password, or no user.
			admin.alterUserScramCredentials(List.of(tls.credential())).all().get(5, TimeUnit.SECONDS);
			return true;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

}
