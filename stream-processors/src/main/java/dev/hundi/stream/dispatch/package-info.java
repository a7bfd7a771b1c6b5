/**
 * Payment through banks. Reads {@code hundi.payout.debited.v1}.
 */
@NullMarked
package dev.hundi.stream.dispatch;

import org.jspecify.annotations.NullMarked;
