package dev.hundi.bench.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.measure.RemoteHeap;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.measure.Spread;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.CheckBulkRows;
import dev.hundi.filestore.FileStore;
import dev.hundi.payout.AcceptRows;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import org.postgresql.PGConnection;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Measures loading 100,000 rows from their file to checked rows, against {@code \copy} of
 * the same rows into the same table; releasing them, against one {@code INSERT … SELECT}
 * of as many, which is the release's own statement run once for all rows; and the memory
 * of batch-jobs for large files. The release runs without pacing, which in production
 * holds it to the rate of the stream.
 */
public final class BulkBench {

	private static final long BALANCE_PAISE = 1_000_000_000_00L;

	private static final int BETWEEN_SAMPLES_MS = 50;

	private static final int OVERTAKING_SAMPLES = 30;

	private final Platform platform;

	private final Path data;

	private final BulkUploads runs;

	private final int rows;

	private int files;

	private BulkBench(Platform platform, Path data, int rows) {
		this.platform = platform;
		this.data = data;
		this.rows = rows;
		this.runs = new BulkUploads(platform, new FileStore(data.resolve("files")));
	}

	public static void measure(int pairs, int rows) throws Exception {
		compare(pairs, rows);
		BulkOvertaking.measure(OVERTAKING_SAMPLES, rows);
	}

	/** Measures only the API's latency while a file is released. */
	public static void overtake(int samples, int rows) throws Exception {
		BulkOvertaking.measure(samples, rows);
	}

	/** Loads and releases a file while batch-jobs is killed repeatedly. */
	public static void kills(int rows, int kills) throws Exception {
		BulkKills.measure(rows, kills);
	}

	private static void compare(int pairs, int rows) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-bulk");
				Platform platform = Platform.builder(data.path())
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
					.set(Application.BATCH, "hundi.bulk.window=0", "hundi.bulk.poll-interval=10ms")
					.start()) {
			BulkBench bench = new BulkBench(platform, data.path(), rows);
			bench.compare(pairs);
			try (RemoteHeap heap = RemoteHeap.of(platform.process(Application.BATCH).pid())) {
				bench.memory(heap, BulkFormat.CSV, 5 * rows);
				bench.memory(heap, BulkFormat.XLSX, rows);
			}
		}
	}

	/** Alternates the two, A B B A, so that a slow minute slows both. */
	private void compare(int pairs) throws Exception {
		Results load = new Results();
		Results release = new Results();
		for (int i = -2; i < pairs; i++) {
			DemoBusiness business = new DemoBusinesses(this.platform, this.data).create("Bulk " + i, BALANCE_PAISE,
					true);
			boolean figureFirst = i % 2 == 0;
			warmBeneficiaries(business);
			byte[] content = BulkFileWriter.csv(name(), this.rows);
			BulkFile file = this.runs.upload(business, BulkFormat.CSV, content);
			BulkFile loaded = this.runs.reached(file, BulkStatus.AWAITING_RELEASE);
			double loadMs = millis(loaded);
			double copyMs = copyMs(loaded);
			if (!figureFirst) {
				loadMs = millis(this.runs.reached(
						this.runs.upload(business, BulkFormat.CSV, BulkFileWriter.csv(name(), this.rows)),
						BulkStatus.AWAITING_RELEASE));
			}
			BulkFile other = this.runs.reached(
					this.runs.upload(business, BulkFormat.CSV, BulkFileWriter.csv(name(), this.rows)),
					BulkStatus.AWAITING_RELEASE);
			double releaseMs = figureFirst ? releaseMs(loaded) : 0;
			double insertMs = insertMs(other);
			releaseMs = figureFirst ? releaseMs : releaseMs(loaded);
			if (i >= 0) {
				load.add(loadMs, copyMs);
				release.add(releaseMs, insertMs);
			}
		}
		System.out.printf("%n%-44s %10s %10s %7s  %-15s %s%n", "%,d rows".formatted(this.rows), "figure", "reference",
				"ratio", "spread", "target");
		load.print("load of a csv against \\copy of its rows", 0.4);
		release.print("release against one INSERT … SELECT", 0.4);
	}

	/** The beneficiaries exist, so both sides insert only payouts. */
	private void warmBeneficiaries(DemoBusiness business) throws Exception {
		BulkFile small = this.runs.reached(
				this.runs.upload(business, BulkFormat.CSV, BulkFileWriter.csv(name(), Math.min(1_000, this.rows))),
				BulkStatus.AWAITING_RELEASE);
		releaseMs(small);
	}

	private double millis(BulkFile loaded) {
		if (loaded.rows().valid() != this.rows || loaded.times().loadedAt() == null) {
			throw new IllegalStateException("Not all rows are valid: " + loaded);
		}
		return Duration.between(loaded.times().createdAt(), loaded.times().loadedAt()).toNanos() / 1e6;
	}

	private double releaseMs(BulkFile file) throws Exception {
		long begin = System.nanoTime();
		this.runs.release(file);
		this.runs.reached(file, BulkStatus.PROCESSING);
		return (System.nanoTime() - begin) / 1e6;
	}

	private double insertMs(BulkFile file) {
		AcceptRows accept = this.platform.bean(AcceptRows.class);
		long begin = System.nanoTime();
		AcceptRows.Accepted accepted = Objects.requireNonNull(
				new TransactionTemplate(this.platform.bean(PlatformTransactionManager.class)).execute((status) -> {
					// The limit of the applications is for statements of a batch.
					this.platform.bean(JdbcClient.class).sql("SET LOCAL statement_timeout = 0").update();
					this.platform.bean(CheckBulkRows.class).joinByHash();
					return accept.accept(file.businessId(), file.bulkFileId(), 1, this.rows + 1);
				}));
		double ms = (System.nanoTime() - begin) / 1e6;
		if (accepted.rows() != this.rows) {
			throw new IllegalStateException("Accepted " + accepted);
		}
		return ms;
	}

	/** Copies the rows of a file under an id that no file has. */
	private double copyMs(BulkFile file) throws SQLException, IOException {
		Path rows = this.data.resolve("rows.copy");
		String columns = "row_number, status, cells, beneficiary_id, beneficiary_code, name, phone_number, email, "
				+ "account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise, merchant_reference_id, "
				+ "fingerprint, narration, errors, warnings";
		try (Connection connection = this.platform.dataSource().getConnection()) {
			var copy = connection.unwrap(PGConnection.class).getCopyAPI();
			try (OutputStream out = Files.newOutputStream(rows)) {
				copy.copyOut(
						"COPY (SELECT business_id, '%s'::uuid, %s FROM bulk_row WHERE bulk_file_id = '%s') TO STDOUT"
							.formatted(UUID.randomUUID(), columns, file.bulkFileId()),
						out);
			}
			try (InputStream in = Files.newInputStream(rows)) {
				long begin = System.nanoTime();
				copy.copyIn("COPY bulk_row (business_id, bulk_file_id, " + columns + ") FROM STDIN", in);
				return (System.nanoTime() - begin) / 1e6;
			}
		}
	}

	private void memory(RemoteHeap heap, BulkFormat format, int rows) throws Exception {
		DemoBusiness business = new DemoBusinesses(this.platform, this.data).create("Memory", BALANCE_PAISE, true);
		byte[] content = (format == BulkFormat.CSV) ? BulkFileWriter.csv(name(), rows)
				: BulkFileWriter.xlsx(name(), rows);
		long rest = heap.usedBytes();
		BulkFile file = this.runs.upload(business, format, content);
		CompletableFuture<BulkFile> load = CompletableFuture.supplyAsync(() -> {
			try {
				return this.runs.reached(file, BulkStatus.AWAITING_RELEASE);
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		});
		long most = 0;
		while (!load.isDone()) {
			most = Math.max(most, heap.usedBytes() - rest);
			TimeUnit.MILLISECONDS.sleep(BETWEEN_SAMPLES_MS);
		}
		if (load.join().rows().valid() != rows) {
			throw new IllegalStateException("Not all rows are valid: " + load.join());
		}
		System.out.printf(Locale.ROOT, "%-44s %7.1f MB   (file %.1f MB)%n",
				"extra live heap of batch-jobs, %,d rows %s".formatted(rows, format), most / 1e6, content.length / 1e6);
	}

	private String name() {
		return "B" + this.files++;
	}

	/** Pairs of figure and reference, in milliseconds. */
	private static final class Results {

		private final List<Double> figures = new ArrayList<>();

		private final List<Double> references = new ArrayList<>();

		private final List<Double> ratios = new ArrayList<>();

		void add(double figureMs, double referenceMs) {
			this.figures.add(figureMs);
			this.references.add(referenceMs);
			this.ratios.add(referenceMs / figureMs);
		}

		void print(String what, double target) {
			Spread ratio = Spread.of(this.ratios);
			System.out.printf(Locale.ROOT, "%-44s %7.0f ms %7.0f ms %6.2fx  %.2f – %-7.2f  %.1fx %s%n", what,
					Spread.of(this.figures).median(), Spread.of(this.references).median(), ratio.median(), ratio.min(),
					ratio.max(), target, (ratio.median() >= target) ? "pass" : "FAIL");
		}

	}

}
