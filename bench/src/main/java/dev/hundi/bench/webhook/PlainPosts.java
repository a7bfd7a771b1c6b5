package dev.hundi.bench.webhook;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

import dev.hundi.bench.measure.Figures;

import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * The least work for a webhook: the same body to the same server with the same HTTP
 * library and concurrency, but unsigned and unrecorded.
 */
final class PlainPosts implements AutoCloseable {

	private final CloseableHttpClient http;

	private final int atOnce;

	private final byte[] body;

	PlainPosts(int atOnce, byte[] body) {
		this.atOnce = atOnce;
		this.body = body.clone();
		this.http = HttpClients.custom()
			.setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
				.setMaxConnTotal(atOnce)
				.setMaxConnPerRoute(atOnce)
				.build())
			.disableRedirectHandling()
			.disableAutomaticRetries()
			.disableContentCompression()
			.disableCookieManagement()
			.disableAuthCaching()
			.disableConnectionState()
			.build();
	}

	/** Sends this many POSTs and returns when all are answered. */
	Figures run(URI url, int posts, Duration settling) throws Exception {
		long[] ends = new long[posts];
		long[] took = new long[posts];
		AtomicInteger next = new AtomicInteger();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			List<Future<?>> workers = new ArrayList<>();
			for (int i = 0; i < this.atOnce; i++) {
				workers.add(threads.submit(() -> {
					for (int post = next.getAndIncrement(); post < posts; post = next.getAndIncrement()) {
						long begin = System.nanoTime();
						post(url);
						ends[post] = System.nanoTime();
						took[post] = ends[post] - begin;
					}
					return null;
				}));
			}
			for (Future<?> worker : workers) {
				worker.get();
			}
		}
		return Figures.of(ends, took, settling);
	}

	private void post(URI url) throws IOException {
		HttpPost request = new HttpPost(url);
		request.setEntity(new ByteArrayEntity(this.body, ContentType.APPLICATION_JSON));
		int status = this.http.execute(request, (response) -> {
			EntityUtils.consume(response.getEntity());
			return response.getCode();
		});
		if (status != 200) {
			throw new IllegalStateException("A plain POST was answered " + status);
		}
	}

	@Override
	public void close() throws IOException {
		this.http.close();
	}

}
