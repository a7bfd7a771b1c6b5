package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A break in its current state.
 *
 * @param key identifies its subject; stable across runs
 * @param differencePaise bank minus ledger
 * @param amountPaise the amount of its subject
 * @param bankDays age in bank days up to the newest closed day
 * @param openedOn Asia/Kolkata
 * @param closedWhy null while it is open
 */
public record OpenBreak(long breakId, String key, String type, long differencePaise, long amountPaise, int lines,
		int entries, @Nullable UUID businessId, @Nullable UUID payoutId, String detail, LocalDate openedOn,
		int bankDays, @Nullable LocalDate closedOn, @Nullable String closedWhy, @Nullable String owner,
		@Nullable LocalDate carriedTo) {
}
