package dev.hundi.business;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An unrevoked API key, without its secret.
 *
 * @param lastUsedAt to the minute; null if it was never used
 */
public record ListedKey(String apiKey, Instant createdAt, KeyRules rules, @Nullable Instant lastUsedAt) {

	/** Whether it is refused because of its age. */
	public boolean isExpired(Instant now) {
		Instant end = this.rules.expiresAt();
		return end != null && !end.isAfter(now);
	}

}
