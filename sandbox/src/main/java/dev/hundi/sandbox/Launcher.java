package dev.hundi.sandbox;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.server.ClassArchive;
import dev.hundi.sandbox.server.DeferredCompilation;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.sandbox.server.StartFailedException;
import dev.hundi.startup.MachineLanguage;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * {@code ./hundi up}: starts the platform, executes a first payout and runs until it is
 * stopped.
 */
public final class Launcher {

	private final PrintStream out;

	private final LaunchSettings settings;

	private final InstanceLock lock;

	private final @Nullable ClassArchive archive = ClassArchive.ofThisProgram();

	private final CountDownLatch ended = new CountDownLatch(1);

	private volatile @Nullable Platform platform;

	private volatile boolean stopping;

	private Launcher(PrintStream out, LaunchSettings settings, InstanceLock lock) {
		this.out = out;
		this.settings = settings;
		this.lock = lock;
	}

	/**
	 * Runs until interrupted. Exit code 0 after a requested stop, 1 if the start failed.
	 * @param args {@code [--fresh] [--directory=var]}
	 */
	public static void main(String[] args) throws IOException {
		MachineLanguage.ignore();
		PrintStream console = new PrintStream(new FileOutputStream(java.io.FileDescriptor.out), true,
				StandardCharsets.UTF_8);
		try {
			LaunchSettings settings = LaunchSettings.of(args, System.getenv());
			Launcher launcher = new Launcher(console, settings, InstanceLock.take(settings.directory()));
			Runtime.getRuntime().addShutdownHook(new Thread(launcher::stop, "stop"));
			launcher.run();
		}
		catch (StartFailedException ex) {
			console.println("Hundi cannot start. " + ex.getMessage());
			System.exit(1);
		}
	}

	private void run() throws IOException {
		long begin = System.nanoTime();
		Path directory = this.settings.directory();
		Files.deleteIfExists(sandboxFile());
		this.settings.requirePorts(this.lock.afterUncleanEnd());
		if (this.settings.fresh()) {
			SandboxData.delete(directory);
		}
		logTo(directory.resolve("log").resolve("sandbox.log"));
		this.out.println("Hundi starts in " + directory);
		try (DeferredCompilation _ = DeferredCompilation.begin()) {
			Platform started = start();
			this.platform = started;
			DemoBusinesses demo = new DemoBusinesses(started, directory);
			boolean used = demo.arePresent();
			List<DemoBusiness> businesses = demo.seed();
			this.out.printf("  %-18s %s%n", "demo businesses",
					String.join(", ", businesses.stream().map(DemoBusiness::name).toList()));
			DemoBusiness first = businesses.getFirst();
			FirstPayout payout = new FirstPayout(
					new MerchantClient(started.apiUrl(), first.apiKey(), first.signingKey()), started.receiver());
			if (used) {
				payout.runIfPossible(first.name(), this.out);
			}
			else {
				payout.run(first.name(), this.out);
			}
			if (this.stopping) {
				return;
			}
			announce(started, businesses, demo.staff(), Duration.ofNanos(System.nanoTime() - begin));
		}
		catch (RuntimeException ex) {
			LoggerFactory.getLogger(Launcher.class).error("Could not start", ex);
			throw (ex instanceof StartFailedException) ? ex : new StartFailedException(
					"%s (more in %s)".formatted(ex, directory.resolve("log").resolve("sandbox.log")), ex);
		}
		if (this.archive != null) {
			this.archive.makeInBackground();
		}
		awaitEnd();
	}

	private Platform start() {
		PlatformBuilder builder = Platform.builder(this.settings.directory());
		this.settings.ports().forEach(builder::port);
		builder.run(Application.WEBHOOKS, Application.Mode.CHILD_PROCESS)
			.heap(Application.WEBHOOKS, "256m")
			.run(Application.PORTAL, Application.Mode.IN_PROCESS)
			.run(Application.STAFF, Application.Mode.IN_PROCESS)
			.restartDeadProcesses();
		return builder.onReady((part, time) -> {
			synchronized (this.out) {
				this.out.printf("  %-18s port %-5d %5.1f s%n", part.title(), this.settings.ports().get(part),
						time.toMillis() / 1000.0);
			}
		}).start();
	}

	private void announce(Platform started, List<DemoBusiness> businesses, List<DemoPerson> staff, Duration time) {
		PrivateFile
			.write(sandboxFile(),
					new SandboxFile(started.apiUrl(), started.url(Part.PORTAL), started.url(Part.STAFF),
							started.bankUrl(), started.receiverUrl(), new SandboxFile.Database(started.databaseUrl(),
									PostgresServer.username, PostgresServer.password),
							started.bootstrapServers(), businesses, staff));
		this.out.printf("""

				  API                %s
				  API reference      %s
				  portal             %s (%s)
				  staff portal       %s (%s)
				  sandbox bank       %s/ledger
				  webhooks received  %s/received
				  letters            %s/mail
				  PostgreSQL         %s (user %s)
				  Kafka              %s
				  keys and addresses %s
				  logs               %s

				Ready after %.1f s. Ctrl-C or ./hundi down stops it; the data stays.
				""", started.apiUrl(), started.referenceUrl(), started.url(Part.PORTAL),
				businesses.getFirst().portalUser(), started.url(Part.STAFF), staff.getFirst().user(), started.bankUrl(),
				started.receiverUrl(), started.receiverUrl(), started.databaseUrl(), PostgresServer.username,
				started.bootstrapServers(), sandboxFile(), this.settings.directory().resolve("log"),
				time.toMillis() / 1000.0);
	}

	private void awaitEnd() {
		try {
			this.ended.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** Shutdown hook: runs after a signal or a failed start. */
	private void stop() {
		this.stopping = true;
		boolean ready = Files.exists(sandboxFile());
		if (this.archive != null) {
			this.archive.close();
		}
		try {
			Files.deleteIfExists(sandboxFile());
			Platform running = this.platform;
			if (running != null) {
				this.out.println(System.lineSeparator() + "Stopping ...");
				running.close();
				this.out.println("Stopped.");
			}
			else {
				// Stopped while starting: the other child processes end with this one.
				PostgresServer.stopLeftOver(this.settings.directory().resolve("postgres"));
			}
			this.lock.close();
		}
		catch (IOException | StartFailedException ex) {
			this.out.println("Not stopped cleanly: " + ex);
		}
		if (ready) {
			Runtime.getRuntime().halt(0);
		}
	}

	/** All that the parts in this JVM log or print; the console is for progress. */
	private static void logTo(Path file) throws IOException {
		Files.createDirectories(file.getParent());
		PrintStream log = new PrintStream(new FileOutputStream(file.toFile(), true), true, StandardCharsets.UTF_8);
		System.setOut(log);
		System.setErr(log);
		SLF4JBridgeHandler.removeHandlersForRootLogger();
		SLF4JBridgeHandler.install();
	}

	private Path sandboxFile() {
		return SandboxFile.in(this.settings.directory());
	}

}
