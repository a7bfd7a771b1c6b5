package dev.hundi.sandbox.bank;

import java.util.List;

import dev.hundi.sandbox.bank.ledger.LedgerEntry;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the ledger, oldest first.
 *
 * @param nextAfter value of {@code ?after=} for the next page; null on the last one
 */
record LedgerPage(List<LedgerEntry> entries, @Nullable Long nextAfter) {

	static LedgerPage of(List<LedgerEntry> entries, int limit) {
		return new LedgerPage(entries, (entries.size() == limit) ? entries.getLast().sequence() : null);
	}

}
