package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A break in its current state.
 *
 * @param key identifies its subject; stable across runs
 */
public record OpenBreak(long breakId, String key, String type, @JsonUnwrapped Money money, @Nullable UUID businessId,
		@Nullable UUID payoutId, String detail, @JsonUnwrapped Age age, @Nullable String owner,
		@JsonUnwrapped Plan plan) {

	/**
	 * Its amounts and the number of its items.
	 *
	 * @param differencePaise bank minus ledger; never changes
	 * @param amountPaise the amount of its subject
	 */
	public record Money(long differencePaise, long amountPaise, int lines, int entries) {
	}

	/**
	 * When it was opened and closed, Asia/Kolkata.
	 *
	 * @param bankDays age in bank days up to the newest closed day
	 * @param closedWhy null while it is open
	 * @param continuesBreakId the break of the same key and another difference before it
	 */
	public record Age(LocalDate openedOn, int bankDays, @Nullable LocalDate closedOn, @Nullable String closedWhy,
			@Nullable Long continuesBreakId) {
	}

	/**
	 * Until when it stays open, Asia/Kolkata.
	 *
	 * @param dueOn the day until which its owner is to resolve it
	 * @param carriedTo the day to which two people carried it forward
	 */
	public record Plan(@Nullable LocalDate dueOn, @Nullable LocalDate carriedTo) {
	}

	public @Nullable LocalDate dueOn() {
		return this.plan.dueOn;
	}

	public long differencePaise() {
		return this.money.differencePaise;
	}

	public int lines() {
		return this.money.lines;
	}

	public int entries() {
		return this.money.entries;
	}

	/**
	 * Whether it is about a posting that was reversed because its statement is withdrawn.
	 */
	public boolean ofReversal() {
		return this.key.startsWith("reversed:");
	}

	public @Nullable String closedWhy() {
		return this.age.closedWhy;
	}

}
