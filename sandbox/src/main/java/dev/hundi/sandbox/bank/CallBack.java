package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the client of each payment that has changed of itself, until the client has taken
 * it: 1, 2, 4 … 60 s after the try before, also after a restart.
 */
final class CallBack implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CallBack.class);

	private static final int atOnce = 100;

	private static final long longestPauseMs = 60_000;

	private final Bank bank;

	private final CallbackTarget target;

	private final InstantSource clock = InstantSource.system();

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(2))
		.build();

	private final CountDownLatch closing = new CountDownLatch(1);

	private final Thread thread;

	private CallBack(Bank bank, CallbackTarget target) {
		this.bank = bank;
		this.target = target;
		this.thread = Thread.ofPlatform().name("call-back").daemon().unstarted(this::run);
	}

	static CallBack start(Bank bank, CallbackTarget target) {
		CallBack callBack = new CallBack(bank, target);
		callBack.thread.start();
		return callBack;
	}

	@Override
	public void close() {
		this.closing.countDown();
		this.thread.interrupt();
		try {
			this.thread.join(5_000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		try {
			while (!this.closing.await(50, TimeUnit.MILLISECONDS)) {
				tellDue();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void tellDue() throws InterruptedException {
		try {
			for (DueCallback callback : this.bank.dueCallbacks(atOnce)) {
				tell(callback);
			}
		}
		catch (IllegalStateException ex) {
			logger.warn("Callbacks were not sent and are tried again", ex);
		}
	}

	private void tell(DueCallback callback) throws InterruptedException {
		byte[] body = callback.body().getBytes(StandardCharsets.UTF_8);
		String timestamp = Long.toString(this.clock.millis() / 1_000);
		HttpRequest request = HttpRequest.newBuilder(this.target.url())
			.timeout(Duration.ofSeconds(5))
			.header("content-type", "application/json")
			.header("x-bank-timestamp", timestamp)
			.header("x-bank-signature", this.target.sign(timestamp, body))
			.POST(HttpRequest.BodyPublishers.ofByteArray(body))
			.build();
		boolean taken = false;
		try {
			int status = this.http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
			taken = status >= 200 && status < 300;
		}
		catch (IOException ex) {
			logger.debug("Callback {} did not reach {}: {}", callback.sequence(), this.target.url(), ex.toString());
		}
		long pauseMs = Math.min(longestPauseMs, 1_000L << Math.min(callback.tries(), 6));
		this.bank.called(callback, taken ? null : this.clock.millis() + pauseMs);
	}

}
