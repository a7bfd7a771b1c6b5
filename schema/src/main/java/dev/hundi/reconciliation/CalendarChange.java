package dev.hundi.reconciliation;

import java.time.Instant;
import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * A requested change of the bank calendar with its decision.
 *
 * @param day Asia/Kolkata
 * @param decision APPROVED, REJECTED or null while it awaits the checker
 */
public record CalendarChange(long changeId, LocalDate day, boolean open, String name, String maker, Instant madeAt,
		@Nullable String decision, @Nullable String checker, @Nullable Instant checkedAt) {
}
