package dev.hundi.reconciliation;

/**
 * One row of a run's report.
 *
 * @param section such as "Proof of balances"
 * @param item what it is about
 * @param count how many
 * @param amountPaise plus is money in, or what the bank has more
 * @param detail in words
 */
public record ReportRow(String section, String item, long count, long amountPaise, String detail) {
}
