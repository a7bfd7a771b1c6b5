package dev.hundi.sandbox.bank;

/**
 * A callback that its client is to be told of now.
 *
 * @param body the exact text, the same at every try
 * @param tries made so far
 */
record DueCallback(long sequence, String body, int tries) {
}
