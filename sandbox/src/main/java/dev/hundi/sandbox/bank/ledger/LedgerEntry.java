package dev.hundi.sandbox.bank.ledger;

import java.time.Instant;
import java.time.LocalDate;

import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * A movement of the nodal account, never changed once booked.
 *
 * @param sequence contiguous from 1
 * @param kind PAYMENT (money out), RETURN (the same money back), CREDIT (money in),
 * CHARGE (what the bank takes for a payment) or GST (on a charge)
 * @param balancePaise of the nodal account after this entry
 * @param bookedAt ISO 8601, UTC
 * @param reference the client's payment reference; null for a CREDIT
 * @param bookedOn the bank's day, Asia/Kolkata, such as {@code 2026-11-21}
 * @param accountNumber the beneficiary's account, or the virtual account credited
 * @param remarks the client's, of its order; null for a CREDIT
 */
public record LedgerEntry(long sequence, Kind kind, Direction direction, long amountPaise, long balancePaise,
		String bookedAt, @Nullable String reference, @Nullable String bankReference, String utr,
		@Nullable TransferRail rail, @Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa,
		String narration, String bookedOn, @Nullable String remarks) {

	/** The day on which the money moved, even if it was booked on the next one. */
	public LocalDate movedOn() {
		return India.dateOf(Instant.parse(this.bookedAt));
	}

	/** What moved the money. */
	public enum Kind {

		PAYMENT(Direction.DEBIT), RETURN(Direction.CREDIT), CREDIT(Direction.CREDIT), CHARGE(Direction.DEBIT),

		GST(Direction.DEBIT);

		private final Direction direction;

		Kind(Direction direction) {
			this.direction = direction;
		}

		Direction direction() {
			return this.direction;
		}

	}

	/** Which way it moved. */
	public enum Direction {

		DEBIT, CREDIT

	}

}
