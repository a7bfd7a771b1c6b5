package dev.hundi.batch.export;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.NothingScheduled;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportLimits;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.Requested;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

/**
 * batch-jobs on a database and a file store of its own, for tests of exports. What it
 * does by the clock it leaves to the tests: monthly statements of the past year, say.
 */
final class ExportsOnDatabase implements AutoCloseable {

	private static final ExportLimits LIMITS = new ExportLimits(100, 100, 100);

	final TestDatabase database = TestDatabase.create();

	final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	final Path files;

	private final List<ConfigurableApplicationContext> copies = new ArrayList<>();

	private ExportsOnDatabase(Path files) {
		this.files = files;
	}

	static ExportsOnDatabase start(Path directory, String... settings) {
		ExportsOnDatabase started = new ExportsOnDatabase(directory.resolve("files"));
		started.startCopy(settings);
		return started;
	}

	ConfigurableApplicationContext startCopy(String... settings) {
		List<String> arguments = new ArrayList<>(List.of("--hundi.database.url=" + this.database.url(),
				"--hundi.database.username=postgres", "--hundi.database.password=postgres", "--hundi.http.port=0",
				"--hundi.file-store=" + this.files));
		arguments.addAll(List.of(settings));
		ConfigurableApplicationContext copy = BatchJobsApplication.builder()
			.initializers(NothingScheduled::in)
			.run(arguments.toArray(String[]::new));
		this.copies.add(copy);
		return copy;
	}

	<T> T bean(Class<T> type) {
		return this.copies.getLast().getBean(type);
	}

	<T> T bean(String name, Class<T> type) {
		return this.copies.getLast().getBean(name, type);
	}

	TestBusiness business() {
		return TestBusiness.create(this.database);
	}

	void manyMovements(TestBusiness business, int count, Instant first) {
		ManyMovements.create(this.database.dataSource(), business.id(), count, first);
	}

	/** Changes rows that the guards would not let change. */
	void withoutTriggers(Consumer<JdbcClient> change) {
		ManyMovements.withoutTriggers(this.database.dataSource(), change);
	}

	WalletExport request(TestBusiness business, ExportFormat format, @Nullable String search, Window window) {
		Requested requested = bean(RequestExport.class).request(
				new ExportRequest(business.id(), format, (search != null) ? new SearchPhrase(search) : null, window),
				LIMITS);
		return ((Requested.Taken) requested).export();
	}

	/** Asks for all movements and waits for the file. */
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

	/** Stops every copy in order, as a deployment does. */
	void stopCopies() {
		this.copies.forEach(ConfigurableApplicationContext::close);
	}

	@Override
	public void close() {
		stopCopies();
		this.database.close();
	}

}
