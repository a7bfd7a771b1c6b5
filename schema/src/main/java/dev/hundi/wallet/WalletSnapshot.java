package dev.hundi.wallet;

import java.math.BigDecimal;
import java.util.UUID;

/**
 * A wallet as {@code GET /v1/wallet} shows it; amounts in paise.
 *
 * @param availablePaise balance of the wallet
 * @param reservePaise rolling reserve held back
 * @param spendablePaise what a payout with commission and GST may use
 * @param walletProvisioned false before the wallet exists; every amount is then zero
 */
public record WalletSnapshot(UUID businessId, String businessCode, String businessName, long availablePaise,
		long reservePaise, long spendablePaise, BigDecimal reservePercent, long minBalancePaise,
		boolean walletProvisioned) {
}
