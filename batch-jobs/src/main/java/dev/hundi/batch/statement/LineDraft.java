package dev.hundi.batch.statement;

import java.time.LocalDate;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.StatementLine;
import org.jspecify.annotations.Nullable;

/**
 * A line of a statement while it is read: what the bank says in fields of its own comes
 * first, and what its narration says fills the rest.
 */
final class LineDraft {

	final Direction direction;

	final LocalDate bookedOn;

	LocalDate valueOn;

	long amountPaise;

	@Nullable LineKind kind;

	/** What it is where neither the bank's code nor its narration says so. */
	LineKind otherwise = LineKind.OTHER;

	@Nullable Rail rail;

	private @Nullable String utr;

	private @Nullable String reference;

	private @Nullable String bankReference;

	private @Nullable String virtualAccountNumber;

	private @Nullable String counterpartyAccount;

	private @Nullable String counterpartyName;

	@Nullable Integer itemCount;

	private @Nullable String bankCode;

	private @Nullable String returnReason;

	private @Nullable String narration;

	LineDraft(Direction direction, LocalDate bookedOn, LocalDate valueOn) {
		this.direction = direction;
		this.bookedOn = bookedOn;
		this.valueOn = valueOn;
	}

	/** Only what looks like a network's reference is one. */
	LineDraft utr(@Nullable String text) {
		if (this.utr == null) {
			this.utr = UtrForm.of(text);
		}
		return this;
	}

	LineDraft reference(@Nullable String text) {
		this.reference = either(this.reference, text, StatementLine.LONGEST_REFERENCE);
		return this;
	}

	LineDraft bankReference(@Nullable String text) {
		this.bankReference = either(this.bankReference, text, StatementLine.LONGEST_REFERENCE);
		return this;
	}

	LineDraft virtualAccountNumber(@Nullable String text) {
		this.virtualAccountNumber = either(this.virtualAccountNumber, text, StatementLine.LONGEST_REFERENCE);
		return this;
	}

	LineDraft counterpartyAccount(@Nullable String text) {
		this.counterpartyAccount = either(this.counterpartyAccount, text, StatementLine.LONGEST_ACCOUNT);
		return this;
	}

	LineDraft counterpartyName(@Nullable String text) {
		this.counterpartyName = either(this.counterpartyName, text, StatementLine.LONGEST_NAME);
		return this;
	}

	LineDraft bankCode(@Nullable String text) {
		this.bankCode = either(this.bankCode, text, StatementLine.LONGEST_CODE);
		return this;
	}

	LineDraft returnReason(@Nullable String text) {
		this.returnReason = either(this.returnReason, text, StatementLine.LONGEST_ACCOUNT);
		return this;
	}

	LineDraft narration(@Nullable String text) {
		this.narration = either(this.narration, text, StatementLine.LONGEST_NARRATION);
		return this;
	}

	boolean hasReference() {
		return this.reference != null;
	}

	/** Adds to the narration. */
	void append(@Nullable String more) {
		String known = this.narration;
		this.narration = null;
		narration((known == null || more == null) ? (known != null) ? known : more : known + " " + more);
	}

	/** The line, with what its narration says where the bank's fields say nothing. */
	StatementLine line(StatementProfile profile) {
		if (this.narration != null) {
			profile.explain(this, this.narration);
		}
		if (this.rail == null && this.utr != null) {
			this.rail = UtrForm.railOf(this.utr);
		}
		return new StatementLine(this.direction, this.amountPaise, this.bookedOn, this.valueOn,
				(this.kind != null) ? this.kind : this.otherwise, this.rail, this.utr, this.reference,
				this.bankReference, this.virtualAccountNumber, this.counterpartyAccount, this.counterpartyName,
				this.itemCount, this.bankCode, this.returnReason, this.narration);
	}

	private static @Nullable String either(@Nullable String known, @Nullable String text, int longest) {
		if (known != null) {
			return known;
		}
		String clean = Texts.clean(text, longest);
		// Banks say so where they have nothing to say.
		return ("NOTPROVIDED".equals(clean) || "NONREF".equals(clean)) ? null : clean;
	}

}
