/**
 * Closing a day of a million payouts, parsing its bank statement, and injected faults.
 */
@NullMarked
package dev.hundi.bench.reconciliation;

import org.jspecify.annotations.NullMarked;
