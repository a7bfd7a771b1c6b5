package dev.hundi.business;

import java.time.Duration;
import java.util.Set;

import com.github.benmanes.caffeine.cache.Ticker;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Bounds the queries for keys that do not exist. A few per second are looked up one by
 * one; above that, a copy of all key ids, at most two seconds old, says which keys are
 * unknown.
 */
final class UnknownKeys {

	/** Longest age of the copy, and the period that {@link #MAX_QUERIES} is for. */
	static final Duration PERIOD = Duration.ofSeconds(2);

	/** Queries per period that may find nothing. */
	static final int MAX_QUERIES = 40;

	private final JdbcClient jdbc;

	private final Ticker ticker;

	private long periodStart;

	private int queries;

	/** Null before the first copy and after a failed one. */
	private @Nullable Set<String> registered;

	private long copiedAt;

	UnknownKeys(JdbcClient jdbc, Ticker ticker) {
		this.jdbc = jdbc;
		this.ticker = ticker;
		this.periodStart = ticker.read();
		this.copiedAt = this.periodStart - PERIOD.toNanos();
	}

	/** Records that a query found no key. */
	synchronized void record() {
		this.queries++;
	}

	/** Whether a key is to be looked up. Otherwise it is unknown. */
	synchronized boolean isWorthAQuery(String apiKey) {
		long now = this.ticker.read();
		if (now - this.periodStart >= PERIOD.toNanos()) {
			this.periodStart = now;
			this.queries = 0;
		}
		if (this.queries < MAX_QUERIES) {
			return true;
		}
		if (now - this.copiedAt >= PERIOD.toNanos()) {
			this.copiedAt = now;
			this.registered = copy();
		}
		return this.registered == null || this.registered.contains(apiKey);
	}

	private @Nullable Set<String> copy() {
		try {
			return this.jdbc.sql("SELECT api_key FROM api_key WHERE revoked_at IS NULL").query(String.class).set();
		}
		catch (DataAccessException ex) {
			// Each lookup reports the outage itself, without waiting for another attempt.
			return null;
		}
	}

}
