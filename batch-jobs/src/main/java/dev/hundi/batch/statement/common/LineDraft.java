package dev.hundi.batch.statement.common;

import java.time.LocalDate;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.StatementLine;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * A line of a statement under construction. The first value of a field is kept, so fields
 * of the bank precede those derived from the narration.
 */
public final class LineDraft {

	private final Direction direction;

	private final LocalDate bookedOn;

	private final LocalDate valueOn;

	private long amountPaise;

	private @Nullable LineKind kind;

	/** The kind if neither the bank's code nor the narration determines it. */
	private LineKind defaultKind = LineKind.OTHER;

	private boolean kindFromNarration;

	private @Nullable Rail rail;

	private @Nullable String utr;

	/** Text with punctuation, used only if nothing else holds the UTR. */
	private @Nullable String punctuatedUtr;

	private @Nullable String reference;

	/** Whether {@link #reference} has our own form. */
	private boolean ownReference;

	private @Nullable String bankReference;

	private @Nullable String virtualAccountNumber;

	private @Nullable String counterpartyAccount;

	private @Nullable String counterpartyName;

	private @Nullable Integer itemCount;

	private @Nullable String bankCode;

	private @Nullable String returnReason;

	private @Nullable String narration;

	public LineDraft(Direction direction, LocalDate bookedOn, LocalDate valueOn) {
		this.direction = direction;
		this.bookedOn = bookedOn;
		this.valueOn = valueOn;
	}

	public Direction direction() {
		return this.direction;
	}

	public LineDraft amountPaise(long paise) {
		this.amountPaise = paise;
		return this;
	}

	public LineDraft kind(@Nullable LineKind known) {
		this.kind = (this.kind != null) ? this.kind : known;
		return this;
	}

	/** Sets the kind that a word of the narration implies. */
	void impliedKind(@Nullable LineKind implied) {
		if (this.kind == null && implied != null) {
			this.kind = implied;
			this.kindFromNarration = true;
		}
	}

	/** Sets the kind of a line whose code and narration do not determine it. */
	public LineDraft defaultKind(LineKind assumed) {
		this.defaultKind = assumed;
		return this;
	}

	public LineDraft rail(@Nullable Rail known) {
		this.rail = (this.rail != null) ? this.rail : known;
		return this;
	}

	public LineDraft itemCount(int items) {
		this.itemCount = items;
		return this;
	}

	/** Ignores text that cannot be a network reference. */
	public LineDraft utr(@Nullable String text) {
		if (this.utr == null) {
			this.utr = UtrForm.of(text);
		}
		return this;
	}

	/**
	 * Sets the UTR from a field that may hold other references too. A text with spaces or
	 * punctuation is probably one of those, so the narration precedes it.
	 */
	public LineDraft possibleUtr(@Nullable String text) {
		if (text != null && Texts.isLettersAndDigits(text.strip())) {
			return utr(text);
		}
		if (this.punctuatedUtr == null) {
			this.punctuatedUtr = UtrForm.of(text);
		}
		return this;
	}

	/**
	 * Sets our reference. One of our own form replaces any other, because banks put
	 * references of their own products first. A total keeps the reference of its batch.
	 */
	public LineDraft reference(@Nullable String text) {
		boolean own = Narrations.isOwnReference(text);
		boolean replaces = own && !this.ownReference && this.itemCount == null;
		if (replaces || this.reference == null) {
			this.reference = either(null, text, StatementLine.LONGEST_REFERENCE);
			this.ownReference = own;
		}
		return this;
	}

	public LineDraft bankReference(@Nullable String text) {
		this.bankReference = either(this.bankReference, text, StatementLine.LONGEST_REFERENCE);
		return this;
	}

	public LineDraft virtualAccountNumber(@Nullable String text) {
		this.virtualAccountNumber = either(this.virtualAccountNumber, Utr.canonical(text),
				StatementLine.LONGEST_REFERENCE);
		return this;
	}

	public LineDraft counterpartyAccount(@Nullable String text) {
		this.counterpartyAccount = either(this.counterpartyAccount, text, StatementLine.LONGEST_ACCOUNT);
		return this;
	}

	public LineDraft counterpartyName(@Nullable String text) {
		this.counterpartyName = either(this.counterpartyName, text, StatementLine.LONGEST_NAME);
		return this;
	}

	public LineDraft bankCode(@Nullable String text) {
		this.bankCode = either(this.bankCode, text, StatementLine.LONGEST_CODE);
		return this;
	}

	public LineDraft returnReason(@Nullable String text) {
		this.returnReason = either(this.returnReason, text, StatementLine.LONGEST_ACCOUNT);
		return this;
	}

	public LineDraft narration(@Nullable String text) {
		this.narration = either(this.narration, text, StatementLine.LONGEST_NARRATION);
		return this;
	}

	boolean hasOwnReference() {
		return this.ownReference;
	}

	/** A line with a rail and no other hint is a plain payment or credit. */
	void kindByRail() {
		if (this.rail != null) {
			kind((this.direction == Direction.DEBIT) ? LineKind.PAYMENT : LineKind.CREDIT);
		}
	}

	/** Appends to the narration. */
	public void append(@Nullable String more) {
		String known = this.narration;
		this.narration = null;
		narration((known == null || more == null) ? (known != null) ? known : more : known + " " + more);
	}

	/** The line, with empty fields derived from its narration. */
	public StatementLine line(Narrations narrations) {
		if (this.narration != null) {
			narrations.explain(this, this.narration);
		}
		utr(this.punctuatedUtr);
		if (this.utr != null) {
			rail(UtrForm.railOf(this.utr));
		}
		return new StatementLine(this.direction, this.amountPaise, this.bookedOn, this.valueOn,
				(this.kind != null) ? this.kind : this.defaultKind, this.rail, this.utr, this.reference,
				this.bankReference, this.virtualAccountNumber, this.counterpartyAccount, this.counterpartyName,
				this.itemCount, this.bankCode, this.returnReason, this.narration, this.kindFromNarration);
	}

	private static @Nullable String either(@Nullable String known, @Nullable String text, int maxChars) {
		if (known != null) {
			return known;
		}
		String clean = Texts.clean(text, maxChars);
		// Banks' placeholders for no value.
		return ("NOTPROVIDED".equals(clean) || "NONREF".equals(clean)) ? null : clean;
	}

}
