package dev.hundi.business;

import java.time.Instant;

/**
 * An API key that is not revoked, without its secret.
 */
public record ListedKey(String apiKey, Instant createdAt) {
}
