package dev.hundi.stream.webhook;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.apache.hc.core5.http.ConnectionRequestTimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client in use. A client that fails for reasons of its own is replaced: after an
 * {@code Error} its pool is closed, and attempts that never end keep its connections.
 */
final class WebhookClients implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(WebhookClients.class);

	private final Supplier<WebhookClient> build;

	private final int maxStuck;

	private volatile WebhookClient current;

	private final AtomicInteger rebuilds = new AtomicInteger();

	private volatile @Nullable String failure;

	/**
	 * Builds the first client.
	 * @param maxStuck attempts without an end that make a client useless
	 */
	WebhookClients(Supplier<WebhookClient> build, int maxStuck) {
		this.build = build;
		this.maxStuck = maxStuck;
		this.current = build.get();
	}

	WebhookClient current() {
		return this.current;
	}

	/**
	 * Whether an attempt failed because of its client and not of the receiver: the
	 * process ran out of a resource, or the client was closed or replaced meanwhile.
	 */
	boolean isOwn(WebhookClient client, Throwable failure) {
		return failure instanceof Error || failure instanceof ConnectionRequestTimeoutException
				|| (failure instanceof IllegalStateException
						&& String.valueOf(failure.getMessage()).contains("shut down"))
				|| client != this.current;
	}

	/** Records a failure of a client, which is replaced if it is still in use. */
	synchronized void failed(WebhookClient client, String reason) {
		if (client == this.current) {
			this.failure = reason;
			this.current = this.build.get();
			this.rebuilds.incrementAndGet();
			logger.error("The webhook client failed and was replaced; its attempts are repeated: {}", reason);
			client.close();
		}
	}

	/** Records that a client sent a request, whatever the receiver did. */
	void worked(WebhookClient client) {
		if (client == this.current) {
			this.failure = null;
		}
	}

	/** Records an attempt that was given up although its thread has not ended. */
	void gaveUp(WebhookClient client) {
		int stuck = client.gaveUp();
		if (stuck >= this.maxStuck) {
			failed(client, stuck + " attempts did not end");
		}
	}

	/** Returns why the last client failed, or null once its successor works. */
	@Nullable String failure() {
		return this.failure;
	}

	/** Returns the number of replaced clients. */
	int rebuilds() {
		return this.rebuilds.get();
	}

	@Override
	public void close() {
		this.current.close();
	}

}
