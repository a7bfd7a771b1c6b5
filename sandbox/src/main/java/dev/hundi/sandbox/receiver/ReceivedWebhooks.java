package dev.hundi.sandbox.receiver;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The newest webhooks in order of receipt; the oldest are dropped. */
final class ReceivedWebhooks {

	private static final int countMax = 100_000;

	private static final long bodyCharsMax = 256L * 1024 * 1024;

	private static final JsonMapper json = JsonMapper.shared();

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<ReceivedWebhook> webhooks = new ArrayDeque<>();

	private long lastSequence;

	private long bodyChars;

	ReceivedWebhook add(String path, String businessCode, Map<String, String> headers, String body, String receivedAt,
			@Nullable Boolean verified, @Nullable Integer answeredStatus) {
		this.lock.lock();
		try {
			ReceivedWebhook webhook = new ReceivedWebhook(++this.lastSequence, "POST", path, businessCode, headers,
					body, receivedAt, verified, answeredStatus);
			this.webhooks.addLast(webhook);
			this.bodyChars += body.length();
			while (this.webhooks.size() > countMax || this.bodyChars > bodyCharsMax) {
				this.bodyChars -= this.webhooks.removeFirst().body().length();
			}
			return webhook;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Webhooks after a sequence, oldest first. */
	List<ReceivedWebhook> after(long sequence) {
		this.lock.lock();
		try {
			return new ArrayList<>((sequence == 0) ? this.webhooks
					: this.webhooks.stream().filter((webhook) -> webhook.sequence() > sequence).toList());
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Webhooks of one payout, oldest first. */
	List<ReceivedWebhook> ofPayout(String payoutTransactionId) {
		return after(0).stream()
			.filter((webhook) -> webhook.body().contains(payoutTransactionId))
			.filter((webhook) -> payoutTransactionId.equals(payoutOf(webhook.body())))
			.toList();
	}

	void clear() {
		this.lock.lock();
		try {
			this.webhooks.clear();
			this.bodyChars = 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static @Nullable String payoutOf(String body) {
		try {
			return json.readTree(body).path("data").path("payoutTransactionId").asString(null);
		}
		catch (JacksonException ex) {
			return null;
		}
	}

}
