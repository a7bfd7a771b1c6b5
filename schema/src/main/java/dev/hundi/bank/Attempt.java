package dev.hundi.bank;

/**
 * One attempt at paying a payout.
 */
public record Attempt(PayoutKey payout, int number) {
}
