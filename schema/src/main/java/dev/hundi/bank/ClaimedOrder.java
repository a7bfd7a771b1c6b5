package dev.hundi.bank;

/**
 * An order that is claimed for a bank.
 *
 * @param bank its name in {@code bank_attempt}
 */
public record ClaimedOrder(String bank, PaymentOrder order) {
}
