package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.sandbox.bank.SandboxBank;
import dev.hundi.sandbox.receiver.MailSink;
import dev.hundi.sandbox.receiver.WebhookReceiver;
import dev.hundi.sandbox.reference.ApiReference;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.sandbox.server.PlatformServers;
import dev.hundi.sandbox.server.Ports;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.sandbox.server.StartFailedException;
import dev.hundi.secret.KeyFile;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;
import dev.hundi.work.RepeatedWork;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.ConfigurableApplicationContext;

/**
 * The whole platform on this machine, with its data under one directory: PostgreSQL,
 * Kafka and the bank as processes of their own, the webhook receiver here, and each
 * application here or in a process of its own.
 */
public final class Platform implements AutoCloseable {

	private static final String database = "hundi";

	private static final Logger logger = LoggerFactory.getLogger(Platform.class);

	private final PlatformBuilder settings;

	private final Map<Part, Integer> ports = new EnumMap<>(Part.class);

	private final Map<Application, ConfigurableApplicationContext> contexts = new ConcurrentHashMap<>();

	private final Map<Application, ChildProcess> processes = new ConcurrentHashMap<>();

	private final HealthPages health = new HealthPages();

	private final PlatformServers servers = PlatformServers.find();

	private PlatformServers.@Nullable Server postgres;

	private PlatformServers.@Nullable Server kafka;

	private final KafkaData kafkaData;

	private final KafkaAccess kafkaAccess;

	private final BankSetup bankSetup;

	private final RepeatedWork restarts = new RepeatedWork("restarts", Duration.ofSeconds(1), true,
			this::restartDeadProcesses);

	private @Nullable ChildProcess bank;

	private @Nullable WebhookReceiver receiver;

	private @Nullable MailSink mail;

	private @Nullable HikariDataSource dataSource;

	private @Nullable ConfigurableApplicationContext tools;

	Platform(PlatformBuilder settings) {
		this.settings = settings;
		this.kafkaData = new KafkaData(settings.directory);
		this.kafkaAccess = new KafkaAccess(settings.directory.resolve("kafka-access"), Ports.free());
		this.bankSetup = new BankSetup(settings.directory);
		for (Part part : Part.values()) {
			this.ports.put(part, Ports.orFree(settings.ports.getOrDefault(part, 0)));
		}
	}

	/**
	 * A platform to be started, by default with every application in this JVM and every
	 * port a free one.
	 * @param directory of data, keys and logs; created when absent
	 */
	public static PlatformBuilder builder(Path directory) {
		return new PlatformBuilder(directory.toAbsolutePath().normalize());
	}

	/** Base URL of the API. */
	public URI apiUrl() {
		return URI.create("http://localhost:" + port(Part.API));
	}

	/**
	 * The bank's port without TLS, for control and for its ledger; the platform pays
	 * through another.
	 */
	public URI bankUrl() {
		return URI.create("http://localhost:" + port(Part.BANK));
	}

	public URI receiverUrl() {
		return URI.create("http://localhost:" + port(Part.RECEIVER));
	}

	/** The API reference, on the port of the receiver. */
	public URI referenceUrl() {
		return receiverUrl().resolve("/docs/");
	}

	/** Base URL of what listens on a part's port. */
	public URI url(Part part) {
		return URI.create("http://localhost:" + port(part));
	}

	/** The base of an application's health and metrics. */
	public URI managementUrl(Application application) {
		boolean joined = application == Application.WEBHOOKS && !hasWebhooksApart();
		return URI.create("http://localhost:" + port((joined ? Application.STREAM : application).management()));
	}

	/**
	 * Whether webhooks have a process of their own instead of being sent by
	 * {@code STREAM}.
	 */
	public boolean hasWebhooksApart() {
		return this.settings.modes.containsKey(Application.WEBHOOKS);
	}

	/** How stream-processors reach Kafka. */
	Stream<String> kafkaSettings() {
		return this.kafkaAccess.settings(this.servers.encryptsKafka(), bootstrapServers());
	}

	/** The listener without encryption, for clients on this machine. */
	public String bootstrapServers() {
		return "localhost:" + port(Part.KAFKA);
	}

	public String databaseUrl() {
		return "jdbc:postgresql://localhost:%d/%s".formatted(port(Part.POSTGRES), database);
	}

	public int port(Part part) {
		return this.ports.getOrDefault(part, 0);
	}

	/** The file with the key-encryption key. */
	public Path keyFile() {
		return this.settings.directory.resolve("key-encryption-key.json");
	}

	/** A small pool of its own, as the schema's owner. */
	public DataSource dataSource() {
		return started(this.dataSource);
	}

	public WebhookReceiver receiver() {
		return started(this.receiver);
	}

	/** The bank's process, which can be killed. */
	public ChildProcess bank() {
		return started(this.bank);
	}

	public PlatformServers.Server postgres() {
		return started(this.postgres);
	}

	public PlatformServers.Server kafka() {
		return started(this.kafka);
	}

	/** The process of an application; an error unless it is a child process. */
	public ChildProcess process(Application application) {
		return started(this.processes.get(application));
	}

	/** The Spring context of an application; an error unless it runs in this JVM. */
	public ConfigurableApplicationContext context(Application application) {
		return started(this.contexts.get(application));
	}

	/** A bean of {@code schema}, which works as the schema's owner. */
	public <T> T bean(Class<T> type) {
		return tools().getBean(type);
	}

	/**
	 * Starts an application that is off, was stopped or was killed, in its configured
	 * mode, and waits until it is healthy.
	 * @throws StartFailedException if it does not become healthy
	 */
	public void start(Application application) {
		start(application, (this.settings.mode(application) == Application.Mode.IN_PROCESS)
				? Application.Mode.IN_PROCESS : Application.Mode.CHILD_PROCESS);
		awaitHealthy(application);
	}

	/** Stops an application in order; nothing if it does not run. */
	public void stop(Application application) {
		ConfigurableApplicationContext context = this.contexts.remove(application);
		if (context != null) {
			context.close();
		}
		ChildProcess process = this.processes.remove(application);
		if (process != null) {
			process.stop();
		}
	}

	/**
	 * Starts a further copy of an application in a process of its own, which the caller
	 * watches and stops; it is ready when {@link #isHealthy} returns true.
	 * @param managementPort of this copy; if it is not that of the platform's own copy,
	 * its port for callbacks is any free one
	 */
	public ChildProcess launch(Application application, String name, int managementPort) {
		return launch(application, name, managementPort, List.of());
	}

	/**
	 * Starts a further copy with settings of its own.
	 * @param settings as {@code key=value}; they replace those of the platform's own copy
	 */
	public ChildProcess launch(Application application, String name, int managementPort, List<String> settings) {
		List<String> arguments = new ArrayList<>(arguments(application));
		if (managementPort != managementUrl(application).getPort()) {
			arguments.replaceAll(
					(argument) -> argument.replaceFirst("^(--hundi[.]management[.]port=).*", "$1" + managementPort)
						.replaceFirst("^(--hundi[.]callbacks[.]port=).*", "$1" + 0));
		}
		for (String setting : settings) {
			String key = setting.substring(0, setting.indexOf('=') + 1);
			arguments.removeIf((argument) -> argument.startsWith("--" + key));
			arguments.add("--" + setting);
		}
		return child(application, name, arguments);
	}

	/** Whether the application with a management port is up, with everything it needs. */
	public boolean isHealthy(int managementPort) {
		return this.health.answers(URI.create("http://localhost:" + managementPort + "/actuator/health"));
	}

	/** Starts PostgreSQL again after it was killed. */
	public void startPostgres() {
		this.postgres = this.servers.startPostgres(data("postgres"), port(Part.POSTGRES), log("postgres"),
				this.settings.databaseMemory);
	}

	/**
	 * Starts the bank again after it was stopped or killed.
	 * @throws StartFailedException if it does not start
	 */
	public void startBank() {
		this.bank = ChildProcess
			.start("The sandbox bank", SandboxBank.class.getName(), log("bank"), List.of("-Xms32m", "-Xmx256m"),
					this.bankSetup.arguments(port(Part.BANK), port(Part.BANK_TLS),
							URI.create("http://localhost:" + port(Part.CALLBACKS))))
			.awaitReady(ChildProcess.READY_WITHIN, () -> this.health.answers(bankUrl().resolve("/health")));
	}

	/** Kills Kafka and deletes its data: the next start is that of a new cluster. */
	public void loseKafkaData() {
		kafka().kill();
		this.kafkaData.delete();
	}

	/** Starts Kafka again after it was stopped or killed. */
	public void startKafka() {
		this.kafka = this.servers.startKafka(this.kafkaData.directory(), port(Part.KAFKA), this.kafkaAccess.issue(),
				log("kafka"));
	}

	/** Stops every part, those that use others first. */
	@Override
	public void close() {
		this.restarts.stop();
		try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Application application : Application.values()) {
				together.execute(() -> quietly(application.part().title(), () -> stop(application)));
			}
		}
		quietly("tools", this.tools);
		quietly("database pool", this.dataSource);
		quietly(Part.RECEIVER.title(), this.receiver);
		quietly(Part.MAIL.title(), this.mail);
		try (ExecutorService together = Executors.newVirtualThreadPerTaskExecutor()) {
			together.execute(() -> quietly(Part.BANK.title(), this.bank));
			together.execute(() -> quietly(Part.KAFKA.title(), this.kafka));
			together.execute(() -> quietly(Part.POSTGRES.title(), this.postgres));
		}
	}

	Platform start() {
		// Otherwise each application would initialise and shut down the logging of this
		// JVM.
		System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
		KeyFile.createIfMissing(keyFile());
		this.bankSetup.certificates().issue("localhost", "127.0.0.1");
		AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
		try (ExecutorService together = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
			startAll(together).exceptionally((cause) -> {
				failure.set(cause);
				together.shutdownNow();
				return null;
			}).join();
		}
		Throwable cause = failure.get();
		if (cause == null) {
			if (this.settings.restarts) {
				this.restarts.start();
			}
			return this;
		}
		close();
		Throwable reason = (cause instanceof CompletionException wrapper && wrapper.getCause() != null)
				? wrapper.getCause() : cause;
		throw (reason instanceof StartFailedException known) ? known
				: new StartFailedException("The platform did not start: " + reason, reason);
	}

	/** Completes when all parts are ready, or at once when one has failed. */
	private CompletableFuture<@Nullable Void> startAll(ExecutorService together) {
		CompletableFuture<?> database = run(together, Part.POSTGRES, this::preparePostgres);
		List<CompletableFuture<?>> parts = new ArrayList<>(
				List.of(database, run(together, Part.RECEIVER, this::startReceiver)));
		Map.<Part, Runnable>of(Part.KAFKA, this::startKafka, Part.BANK, this::startBank).forEach((part, start) -> {
			if (!this.settings.without.contains(part)) {
				parts.add(run(together, part, start));
			}
		});
		for (Application application : Application.values()) {
			Application.Mode mode = this.settings.mode(application);
			if (mode != Application.Mode.OFF) {
				parts.add(database.thenCompose((ready) -> run(together, application.part(), () -> {
					start(application, mode);
					awaitHealthy(application);
				})));
			}
		}
		CompletableFuture<@Nullable Void> all = CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new));
		parts.forEach((part) -> part.exceptionally((cause) -> {
			all.completeExceptionally(cause);
			return null;
		}));
		return all;
	}

	private CompletableFuture<?> run(ExecutorService executor, Part part, Runnable start) {
		return CompletableFuture.runAsync(() -> {
			long begin = System.nanoTime();
			start.run();
			this.settings.progress.accept(part, Duration.ofNanos(System.nanoTime() - begin));
		}, executor);
	}

	private void preparePostgres() {
		startPostgres();
		PostgresServer.createDatabase(port(Part.POSTGRES), database);
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(databaseUrl());
		pool.setUsername(PostgresServer.username);
		pool.setPassword(PostgresServer.password);
		pool.setMaximumPoolSize(8);
		pool.setMinimumIdle(0);
		this.dataSource = pool;
		// Before the applications start, so that none waits for the migration of another.
		Migrations.migrate(pool, RolePasswords.same(PostgresServer.password));
	}

	private void startReceiver() {
		MailSink sink = MailSink.start("127.0.0.1", port(Part.MAIL), this.bankSetup.mailAccess());
		this.mail = sink;
		this.receiver = WebhookReceiver.start("127.0.0.1", port(Part.RECEIVER), (server) -> {
			new ApiReference(apiUrl(), SandboxFile.in(this.settings.directory)).serveOn(server);
			sink.serveOn(server);
		});
	}

	private void start(Application application, Application.Mode mode) {
		List<String> arguments = arguments(application);
		if (mode == Application.Mode.IN_PROCESS) {
			this.contexts.put(application, application.newBuilder().run(arguments.toArray(String[]::new)));
			return;
		}
		this.processes.put(application, child(application));
	}

	private ChildProcess child(Application application) {
		return child(application, application.name().toLowerCase(Locale.ROOT), arguments(application));
	}

	private ChildProcess child(Application application, String log, List<String> arguments) {
		return ChildProcess.start(application.part().title(), application.mainClass(), log(log),
				List.of("-Xmx" + this.settings.heaps.getOrDefault(application, "512m"), "-XX:+ExitOnOutOfMemoryError"),
				arguments);
	}

	private List<String> arguments(Application application) {
		return new ApplicationSettings(this, this.bankSetup, this.settings.arguments).of(application);
	}

	/** Atomic for each application, so that none is started again while it is stopped. */
	private void restartDeadProcesses() {
		for (Application application : Application.values()) {
			this.processes.computeIfPresent(application, (key, process) -> {
				if (process.isAlive()) {
					return process;
				}
				logger.warn("{} has ended and is started again; see its log", application.part().title());
				return child(application);
			});
		}
		if (!bank().isAlive()) {
			logger.warn("The sandbox bank has ended and is started again; see its log");
			startBank();
		}
	}

	/** Waits for the health page: up, with everything it needs. */
	private void awaitHealthy(Application application) {
		URI page = managementUrl(application).resolve("/actuator/health");
		ChildProcess process = this.processes.get(application);
		if (process != null) {
			process.awaitReady(ChildProcess.READY_WITHIN, () -> this.health.answers(page));
			return;
		}
		long deadline = System.nanoTime() + ChildProcess.READY_WITHIN.toNanos();
		while (!this.health.answers(page)) {
			if (System.nanoTime() > deadline) {
				throw new StartFailedException("%s did not become healthy within %d s: %s"
					.formatted(application.part().title(), ChildProcess.READY_WITHIN.toSeconds(), page));
			}
			ChildProcess.pause();
		}
	}

	private Path data(String name) {
		return this.settings.directory.resolve(name);
	}

	private Path log(String name) {
		return this.settings.directory.resolve("log").resolve(name + ".log");
	}

	private synchronized ConfigurableApplicationContext tools() {
		ConfigurableApplicationContext present = this.tools;
		if (present == null) {
			present = SchemaTools.start(new DatabaseSettings(databaseUrl(), PostgresServer.username,
					PostgresServer.password, 8, Duration.ofMinutes(1)), keyFile());
			this.tools = present;
		}
		return present;
	}

	private static <T> T started(@Nullable T part) {
		return Objects.requireNonNull(part, "This part does not run");
	}

	private static void quietly(String name, @Nullable AutoCloseable part) {
		try {
			if (part != null) {
				part.close();
			}
		}
		catch (Exception ex) {
			logger.warn("{} did not stop cleanly", name, ex);
		}
	}

}
