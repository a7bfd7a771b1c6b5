package dev.hundi.business;

import java.time.Instant;

/**
 * An unrevoked API key, without its secret.
 */
public record ListedKey(String apiKey, Instant createdAt) {
}
