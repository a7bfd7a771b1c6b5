package dev.hundi.sandbox.bank;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Entries of the ledger, oldest first.
 *
 * @param nextAfter what to ask for with {@code ?after=} to read on; null when there was
 * room for more
 */
record LedgerPage(List<LedgerEntry> entries, @Nullable Long nextAfter) {

	static LedgerPage of(List<LedgerEntry> entries, int limit) {
		return new LedgerPage(entries, (entries.size() == limit) ? entries.getLast().sequence() : null);
	}

}
