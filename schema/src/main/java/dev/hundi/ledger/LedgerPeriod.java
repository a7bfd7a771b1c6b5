package dev.hundi.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

/**
 * Which postings of the ledger are exported. A posting belongs to the day on which its id
 * was generated, as in the closing of a day.
 *
 * @param from first day, Asia/Kolkata
 * @param to last day, Asia/Kolkata
 * @param businessId only the postings of this business, or null for all
 */
public record LedgerPeriod(LocalDate from, LocalDate to, @Nullable UUID businessId) {

	public LedgerPeriod {
		if (!NamedDay.isAllowed(from) || !NamedDay.isAllowed(to) || to.isBefore(from)) {
			throw new IllegalArgumentException(
					"from and to must be days of the years 2000 to 2999, to not before from");
		}
	}

	/**
	 * Requires that every day of the period is over.
	 * @param today in Asia/Kolkata, by the clock of the database, which generates the ids
	 * of postings
	 * @throws IllegalArgumentException if the last day is not over
	 */
	public void requireOver(LocalDate today) {
		if (!this.to.isBefore(today)) {
			throw new IllegalArgumentException(
					"to must be before today in India, because later postings would be in no journal: " + this.to);
		}
	}

	/** Not above the id of any posting of the period. */
	UUID firstId() {
		return TimeOrderedIds.first(India.startOf(this.from));
	}

	/** Above the ids of all postings of the period. */
	UUID endId() {
		return TimeOrderedIds.first(end());
	}

	/** The end of the last day, UTC. */
	public Instant end() {
		return India.startOf(this.to.plusDays(1));
	}

}
