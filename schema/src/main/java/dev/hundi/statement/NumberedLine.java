package dev.hundi.statement;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * A line of a loaded statement as people read it.
 *
 * @param number from 1
 * @param reference ours at the bank
 */
public record NumberedLine(int number, Direction direction, long amountPaise, LocalDate bookedOn, LineKind kind,
		@Nullable String utr, @Nullable String reference, @Nullable String narration) {
}
