package dev.hundi.reconciliation;

/**
 * One row of a run's report.
 *
 * @param section such as "Proof of balances"
 * @param item the subject
 * @param amountPaise plus is money in, or bank minus ledger
 */
public record ReportRow(String section, String item, long count, long amountPaise, String detail) {
}
