package dev.hundi.sandbox.bank.ledger;

/**
 * A callback that is due.
 *
 * @param body the exact text, the same at every attempt
 * @param attempts made so far
 */
public record DueCallback(long sequence, String body, int attempts) {
}
