package dev.hundi.stream.debit;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Wallet debit: {@code hundi.debit.*}.
 *
 * @param batchSize payouts one poll takes at most
 */
public record DebitSettings(@DefaultValue("1000") int batchSize) {
}
