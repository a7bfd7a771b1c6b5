package dev.hundi.statement;

import java.time.LocalDate;

import dev.hundi.payout.Rail;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * A line of a bank statement.
 *
 * @param amountPaise above zero
 * @param utr the network's reference in the canonical form of {@link Utr}
 * @param reference our reference at the bank; for a batch, that of the batch
 * @param virtualAccountNumber the account that the money was sent to, in the same form
 * @param counterpartyAccount account number or VPA of the other side
 * @param itemCount number of payments in a total
 * @param bankCode the bank's own transaction code
 * @param returnReason why money came back
 * @param kindFromNarration whether a word of the narration decided the kind, and no code
 * of the bank
 */
public record StatementLine(Direction direction, long amountPaise, LocalDate bookedOn, LocalDate valueOn, LineKind kind,
		@Nullable Rail rail, @Nullable String utr, @Nullable String reference, @Nullable String bankReference,
		@Nullable String virtualAccountNumber, @Nullable String counterpartyAccount, @Nullable String counterpartyName,
		@Nullable Integer itemCount, @Nullable String bankCode, @Nullable String returnReason,
		@Nullable String narration, boolean kindFromNarration) {

	/** Maximum characters of a UTR. */
	public static final int LONGEST_UTR = 35;

	/** Maximum characters of references and virtual account numbers. */
	public static final int LONGEST_REFERENCE = 100;

	/** Maximum characters of {@code counterpartyAccount} and {@code returnReason}. */
	public static final int LONGEST_ACCOUNT = 300;

	public static final int LONGEST_NAME = 200;

	public static final int LONGEST_CODE = 60;

	public static final int LONGEST_NARRATION = 2_000;

	public StatementLine {
		utr = Utr.canonical(utr);
		virtualAccountNumber = Utr.canonical(virtualAccountNumber);
		if (amountPaise <= 0) {
			throw new IllegalArgumentException("An amount must be above zero paise: " + amountPaise);
		}
		if (itemCount != null && itemCount < 1) {
			throw new IllegalArgumentException("A total needs at least one payment: " + itemCount);
		}
	}

	/** The amount with its sign in the balance. */
	public long signedPaise() {
		return (this.direction == Direction.CREDIT) ? this.amountPaise : -this.amountPaise;
	}

}
