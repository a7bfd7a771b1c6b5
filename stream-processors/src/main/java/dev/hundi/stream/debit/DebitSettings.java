package dev.hundi.stream.debit;

import dev.hundi.wallet.DebitWallets;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Wallet debit: {@code hundi.debit.*}.
 *
 * @param batchSize maximum number of payouts per poll and transaction
 */
public record DebitSettings(@DefaultValue("1000") int batchSize) {

	public DebitSettings {
		if (batchSize < 1 || batchSize > DebitWallets.MAX_BATCH) {
			throw new IllegalArgumentException("hundi.debit.batch-size must be 1 to " + DebitWallets.MAX_BATCH);
		}
	}

}
