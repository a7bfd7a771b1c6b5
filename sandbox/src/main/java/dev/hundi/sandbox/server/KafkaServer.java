package dev.hundi.sandbox.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A single-node Kafka broker in a child process. Acknowledged records survive a kill of
 * the process but not a power failure.
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
	 * @param port 0 for any free one
	 * @param output its log file
	 * @throws StartFailedException if it does not start
	 */
	public static KafkaServer start(Path directory, int port, Path output) {
		int brokerPort = Ports.orFree(port);
		ChildProcess process = ChildProcess.start("Kafka", KafkaNode.class.getName(), output,
				List.of("-Xms96m", "-Xmx384m", "-XX:MaxMetaspaceSize=160m"),
				List.of("--directory=" + directory.toAbsolutePath(), "--port=" + brokerPort,
						"--controller-port=" + Ports.free()));
		KafkaServer server = new KafkaServer(process, brokerPort);
		process.awaitReady(Duration.ofMinutes(2), server::isReady);
		return server;
	}

	/** As clients configure it, {@code host:port}. */
	public String bootstrapServers() {
		return "localhost:" + this.port;
	}

	public int port() {
		return this.port;
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

	private boolean isReady() {
		if (!Ports.isListening(this.port)) {
			return false;
		}
		try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()))) {
			return !admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).isEmpty();
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
