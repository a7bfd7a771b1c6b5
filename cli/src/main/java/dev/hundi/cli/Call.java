package dev.hundi.cli;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One HTTP call that ends. The timeout of a {@link HttpRequest} ends with the header of
 * the response, so a body that stalls would be waited for without end.
 */
final class Call {

	private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

	private final HttpRequest request;

	private final Duration patience;

	private volatile long lastNanos = System.nanoTime();

	/**
	 * A call.
	 * @param patience how long nothing may arrive
	 */
	Call(HttpRequest request, Duration patience) {
		this.request = request;
		this.patience = patience;
	}

	HttpResponse<byte[]> answer() throws IOException, InterruptedException {
		return ended(HttpResponse.BodyHandlers.ofByteArray());
	}

	/** Writes the body of a response with status 200 to an existing file. */
	HttpResponse<byte[]> save(Path file) throws IOException, InterruptedException {
		FileBody body = new FileBody(file, () -> this.lastNanos = System.nanoTime());
		try (body) {
			return ended((answer) -> (answer.statusCode() == 200) ? body : HttpResponse.BodySubscribers.ofByteArray());
		}
	}

	private HttpResponse<byte[]> ended(HttpResponse.BodyHandler<byte[]> handler)
			throws IOException, InterruptedException {
		HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
		try {
			this.lastNanos = System.nanoTime();
			return await(http.sendAsync(this.request, handler));
		}
		finally {
			http.shutdownNow();
		}
	}

	private HttpResponse<byte[]> await(CompletableFuture<HttpResponse<byte[]>> response)
			throws IOException, InterruptedException {
		while (true) {
			long left = this.lastNanos + this.patience.toNanos() - System.nanoTime();
			try {
				return response.get(Math.max(left, 0), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				if (System.nanoTime() - this.lastNanos >= this.patience.toNanos()) {
					throw new HttpTimeoutException("nothing arrived for " + this.patience.toMillis() + " ms");
				}
			}
			catch (ExecutionException ex) {
				throw (ex.getCause() instanceof IOException failure) ? fileFailure(failure)
						: new IOException(ex.getCause());
			}
		}
	}

	/** The client wraps the failure of a body in its own. */
	private static IOException fileFailure(IOException failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof FileSystemException ofFile) {
				return ofFile;
			}
		}
		return failure;
	}

}
