package dev.hundi.sandbox.bank.callback;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.hundi.sandbox.bank.ledger.Bank;
import dev.hundi.sandbox.bank.ledger.ChangePoll;
import dev.hundi.sandbox.bank.ledger.DueCallback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a callback for each payment that changed by itself, until the client has accepted
 * it: 1, 2, 4 … 60 s after the previous attempt, also after a restart.
 */
public final class CallbackSender implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CallbackSender.class);

	private static final int atOnce = 100;

	private static final long longestPauseMs = 60_000;

	/** The first attempt follows a transaction; further ones become due by time. */
	private static final Duration readAtLeastEvery = Duration.ofSeconds(1);

	private final Bank bank;

	private final CallbackTarget target;

	private final InstantSource clock = InstantSource.system();

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(2))
		.build();

	private final CountDownLatch closing = new CountDownLatch(1);

	private final Thread thread;

	private CallbackSender(Bank bank, CallbackTarget target) {
		this.bank = bank;
		this.target = target;
		this.thread = Thread.ofPlatform().name("call-back").daemon().unstarted(this::run);
	}

	public static CallbackSender start(Bank bank, CallbackTarget target) {
		CallbackSender callBack = new CallbackSender(bank, target);
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
		ChangePoll poll = ChangePoll.of(this.bank, readAtLeastEvery);
		try {
			// A busy bank reads its ledger once for several payments.
			while (!this.closing.await(50, TimeUnit.MILLISECONDS)) {
				poll.awaitDue();
				sendDue();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void sendDue() throws InterruptedException {
		try {
			for (DueCallback callback : this.bank.dueCallbacks(atOnce)) {
				send(callback);
			}
		}
		catch (IllegalStateException ex) {
			logger.warn("Callbacks could not be sent and will be retried", ex);
		}
	}

	private void send(DueCallback callback) throws InterruptedException {
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
			taken = this.http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 204;
		}
		catch (IOException ex) {
			logger.debug("Callback {} did not reach {}: {}", callback.sequence(), this.target.url(), ex.toString());
		}
		long pauseMs = Math.min(longestPauseMs, 1_000L << Math.min(callback.attempts(), 6));
		this.bank.recordAttempt(callback, taken ? null : this.clock.millis() + pauseMs);
	}

}
