/**
 * Webhook delivery. Sends the events of {@code hundi.payout.status.v1} signed and stores
 * each with its first attempt in {@code webhook_delivery} and {@code webhook_attempt}.
 * What is not sent at once becomes a due row, which workers claim, send and record.
 */
@NullMarked
package dev.hundi.stream.webhook;

import org.jspecify.annotations.NullMarked;
