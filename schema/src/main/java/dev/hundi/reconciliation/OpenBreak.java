package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A break as it stands.
 *
 * @param key the same as long as it is about the same thing
 * @param differencePaise what the bank has more than the ledger because of it
 * @param amountPaise the money it is about
 * @param bankDays age in bank days up to the newest closed day
 * @param openedOn Asia/Kolkata
 * @param closedWhy null while it is open
 */
public record OpenBreak(long breakId, String key, String type, long differencePaise, long amountPaise, int lines,
		int entries, @Nullable UUID businessId, @Nullable UUID payoutId, String detail, LocalDate openedOn,
		int bankDays, @Nullable LocalDate closedOn, @Nullable String closedWhy, @Nullable String owner,
		@Nullable LocalDate carriedTo) {
}
