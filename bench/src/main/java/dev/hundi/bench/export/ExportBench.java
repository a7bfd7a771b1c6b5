package dev.hundi.bench.export;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import dev.hundi.bench.measure.RemoteHeap;
import dev.hundi.bench.measure.RunDirectory;
import dev.hundi.bench.stream.BusyWallet;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.walletexport.ExportFormat;

/**
 * Measures an export of 50,000 movements from the signed request to its last byte,
 * against the least work in each format: the database's own csv, a bare loop of POI's
 * cells, a bare loop of OpenPDF's texts. Also measures the heap of batch-jobs above its
 * idle level.
 */
public final class ExportBench {

	private static final int ROWS = 50_000;

	private static final int WARM_UPS = 4;

	private static final int HEAP_SAMPLED = 2;

	private static final int BETWEEN_SAMPLES_MS = 50;

	/** No other window has this end, so each request is a new export. */
	private static final Instant FAR = Instant.parse("2100-01-01T00:00:00Z");

	private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

	private final MerchantClient merchant;

	private final BareFiles bare;

	private int requests;

	private ExportBench(MerchantClient merchant, BareFiles bare) {
		this.merchant = merchant;
		this.bare = bare;
	}

	public static void measure(int pairs) throws Exception {
		try (RunDirectory data = RunDirectory.create("bench-export");
				Platform platform = Platform.builder(data.path())
					.run(Application.STREAM, Application.Mode.OFF)
					.run(Application.API, Application.Mode.CHILD_PROCESS)
					.run(Application.BATCH, Application.Mode.CHILD_PROCESS)
					.set(Application.API, "hundi.export.wait-at-most=2m", "hundi.rate-limits.exports=off")
					.start()) {
			System.out.printf("Writing %,d payouts into a wallet ...%n", ROWS - 1);
			DemoBusiness business = BusyWallet.create(platform, data.path(), ROWS);
			BareFiles bare = BareFiles.of(platform, business.businessId(), ROWS, data.path());
			ExportBench bench = new ExportBench(
					new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey()), bare);
			System.out.printf("%n%-44s %10s %10s %7s  %-15s %s%n", ROWS + " rows, request to last byte", "figure",
					"reference", "ratio", "spread", "target");
			bench.compare(ExportFormat.CSV, "COPY of the same cells", 0.5, pairs);
			bench.compare(ExportFormat.XLS, "bare HSSF loop", 0.7, pairs);
			bench.compare(ExportFormat.PDF, "bare showText loop", 0.5, pairs);
			try (RemoteHeap heap = RemoteHeap.of(platform.process(Application.BATCH).pid())) {
				bench.memory(heap, ExportFormat.CSV, 16);
				bench.memory(heap, ExportFormat.PDF, 16);
				bench.memory(heap, ExportFormat.XLS, 160);
			}
		}
	}

	/** Alternates the two, A B B A, so that a slow minute slows both. */
	private void compare(ExportFormat format, String reference, double target, int pairs) throws Exception {
		for (int i = 0; i < WARM_UPS; i++) {
			exportMs(format);
			this.bare.writeMs(format);
		}
		List<Double> figures = new ArrayList<>();
		List<Double> references = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			boolean figureFirst = i % 2 == 0;
			double figure = figureFirst ? exportMs(format) : 0;
			double bareMs = this.bare.writeMs(format);
			figure = figureFirst ? figure : exportMs(format);
			figures.add(figure);
			references.add(bareMs);
			ratios.add(bareMs / figure);
		}
		ratios.sort(null);
		double ratio = median(ratios);
		System.out.printf(Locale.ROOT, "%-44s %7.0f ms %7.0f ms %6.2fx  %.2f – %-7.2f  %.1fx %s%n",
				format.extension() + " against a " + reference, median(figures), median(references), ratio,
				ratios.getFirst(), ratios.getLast(), target, (ratio >= target) ? "pass" : "FAIL");
	}

	private void memory(RemoteHeap heap, ExportFormat format, int targetMb) throws Exception {
		long most = 0;
		for (int i = 0; i < HEAP_SAMPLED; i++) {
			long rest = heap.usedBytes();
			CompletableFuture<Double> export = CompletableFuture.supplyAsync(() -> {
				try {
					return exportMs(format);
				}
				catch (IOException | InterruptedException ex) {
					throw new IllegalStateException(ex);
				}
			});
			while (!export.isDone()) {
				most = Math.max(most, heap.usedBytes() - rest);
				TimeUnit.MILLISECONDS.sleep(BETWEEN_SAMPLES_MS);
			}
			export.join();
		}
		double mb = most / 1e6;
		System.out.printf(Locale.ROOT, "%-44s %7.1f MB %39d MB %s%n",
				"extra live heap of batch-jobs, " + format.extension(), mb, targetMb,
				(mb <= targetMb) ? "pass" : "FAIL");
	}

	/** Milliseconds from the request to the last byte of a new file. */
	private double exportMs(ExportFormat format) throws IOException, InterruptedException {
		Instant until = FAR.plusSeconds(++this.requests);
		String query = "/v1/wallet/transactions/export?format=" + format.extension() + "&until=" + until;
		HttpRequest request = this.merchant.signed("GET", query, "", Map.of());
		long begin = System.nanoTime();
		HttpResponse<InputStream> response = this.http.send(request, HttpResponse.BodyHandlers.ofInputStream());
		try (InputStream body = response.body()) {
			byte[] buffer = new byte[64 * 1024];
			long bytes = 0;
			for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
				bytes += read;
			}
			double ms = (System.nanoTime() - begin) / (double) TimeUnit.MILLISECONDS.toNanos(1);
			if (response.statusCode() != 200
					|| !response.headers().firstValue("X-Row-Count").orElse("").equals(Integer.toString(ROWS))) {
				throw new IllegalStateException(
						"%s answered %d with %d bytes".formatted(query, response.statusCode(), bytes));
			}
			return ms;
		}
	}

	private static double median(List<Double> values) {
		List<Double> sorted = values.stream().sorted().toList();
		int half = sorted.size() / 2;
		return (sorted.size() % 2 == 1) ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
	}

}
