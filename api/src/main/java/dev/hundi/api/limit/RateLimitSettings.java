package dev.hundi.api.limit;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often one key may call, in each process: {@code hundi.rate-limits.*}. The defaults
 * are those of decisions, "Authentication".
 *
 * @param payouts {@code POST /v1/payouts}
 * @param writes every other request that is no read
 * @param reads GET and HEAD, except exports
 * @param exports {@code GET /v1/wallet/transactions/export}
 */
public record RateLimitSettings(@DefaultValue("50/s") Rate payouts, @DefaultValue("20/s") Rate writes,
		@DefaultValue("100/s") Rate reads, @DefaultValue("6/min") Rate exports) {
}
