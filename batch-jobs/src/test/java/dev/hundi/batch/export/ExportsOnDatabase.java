package dev.hundi.batch.export;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

import dev.hundi.bank.BankAttempts;
import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.NoSchedules;
import dev.hundi.business.Businesses;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportLimits;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.ExportRequestResult;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

/**
 * batch-jobs with its own database and file store, for tests of exports. Scheduled tasks
 * do not run, so tests control when monthly statements are requested.
 */
final class ExportsOnDatabase implements AutoCloseable {

	private static final ExportLimits LIMITS = new ExportLimits(100, 100, 100);

	final TestDatabase database = TestDatabase.create();

	final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	final Path files;

	private final List<ConfigurableApplicationContext> instances = new ArrayList<>();

	private ExportsOnDatabase(Path files) {
		this.files = files;
	}

	static ExportsOnDatabase start(Path directory, String... settings) {
		ExportsOnDatabase started = new ExportsOnDatabase(directory.resolve("files"));
		started.startInstance(settings);
		return started;
	}

	ConfigurableApplicationContext startInstance(String... settings) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + this.database.url(),
				"--hundi.database.username=hundi_batch", "--hundi.database.password=postgres",
				"--hundi.management.port=0", "--hundi.file-store=" + this.files));
		arguments.addAll(List.of(settings));
		ConfigurableApplicationContext instance = BatchJobsApplication.builder()
			.initializers(NoSchedules::in)
			.run(arguments.toArray(String[]::new));
		this.instances.add(instance);
		return instance;
	}

	<T> T bean(Class<T> type) {
		return OwnerBeans.bean(this.instances.getLast(), this.database.url(), type,
				Set.of(DebitWallets.class, BankAttempts.class, Businesses.class));
	}

	<T> T bean(String name, Class<T> type) {
		return this.instances.getLast().getBean(name, type);
	}

	TestBusiness business() {
		return TestBusiness.create(this.database);
	}

	void manyMovements(TestBusiness business, int count, Instant first) {
		ManyMovements.create(this.database.dataSource(), business.id(), count, first);
	}

	/** Changes rows that triggers protect. */
	void withoutTriggers(Consumer<JdbcClient> change) {
		WithoutTriggers.run(this.database.dataSource(), change);
	}

	WalletExport request(TestBusiness business, ExportFormat format, @Nullable String search, Window window) {
		ExportRequestResult requested = bean(RequestExport.class).request(
				new ExportRequest(business.id(), format, (search != null) ? new SearchPhrase(search) : null, window),
				LIMITS);
		return ((ExportRequestResult.Accepted) requested).export();
	}

	/** Requests all movements and waits for the file. */
	WalletExport export(TestBusiness business, ExportFormat format) {
		return export(business, format, null, Window.ALL);
	}

	WalletExport export(TestBusiness business, ExportFormat format, @Nullable String search, Window window) {
		return ended(request(business, format, search, window), ExportStatus.DONE);
	}

	WalletExport ended(WalletExport export, ExportStatus status) {
		await().atMost(Duration.ofMinutes(3))
			.pollInterval(Duration.ofMillis(20))
			.until(() -> now(export).status() == status);
		return now(export);
	}

	WalletExport now(WalletExport export) {
		return find(export.businessId(), export.exportId());
	}

	WalletExport find(UUID businessId, UUID exportId) {
		return bean(WalletExports.class).find(businessId, exportId).orElseThrow();
	}

	Path file(WalletExport export) {
		WalletExport.File file = Objects.requireNonNull(export.file());
		return this.files.resolve(Objects.requireNonNull(file.storedAs()));
	}

	/** Stops every instance gracefully, as a deployment does. */
	void stopInstances() {
		this.instances.forEach(ConfigurableApplicationContext::close);
	}

	@Override
	public void close() {
		stopInstances();
		this.database.close();
	}

}
