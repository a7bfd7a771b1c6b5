package dev.hundi.reconciliation;

/**
 * A break that was open at the end of a run. Paise; plus is money in, or bank minus
 * ledger.
 *
 * @param breakId of a dry run, the id that the break would have had; it exists only if
 * {@code recorded}
 * @param recorded whether the break exists, which a break that only a dry run found does
 * not
 * @param bankDays age in bank days
 */
public record RunBreak(long breakId, boolean recorded, String type, long differencePaise, long amountPaise,
		int bankDays, String detail) {
}
