package dev.hundi.api.limit;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Rate limits: {@code hundi.rate-limits.*}. The defaults are those of
 * docs/api-decisions.md, "Authentication". Except failures, they hold per business over
 * all copies.
 *
 * @param payouts {@code POST /v1/payouts}
 * @param writes all other requests except reads
 * @param reads GET and HEAD, except exports
 * @param exports exports and bulk results
 * @param failures requests of one address that fail authentication, per copy
 */
public record RateLimitSettings(@DefaultValue("50/s") Rate payouts, @DefaultValue("20/s") Rate writes,
		@DefaultValue("100/s") Rate reads, @DefaultValue("6/min") Rate exports,
		@DefaultValue("600/min") Rate failures) {
}
