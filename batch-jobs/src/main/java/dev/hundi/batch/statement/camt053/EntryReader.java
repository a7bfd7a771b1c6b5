package dev.hundi.batch.statement.camt053;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.batch.statement.common.LineDraft;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import dev.hundi.statement.SumTooLargeException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * Reads one entry of a statement. An entry whose details add up to its amount becomes a
 * line for each detail; any other entry becomes one line, because the bank booked the
 * entry.
 */
final class EntryReader {

	/** Details kept in memory until their sum is known. */
	private static final int MAX_HELD = 1_000;

	private final StatementHead head;

	private final Narrations narrations;

	private final int line;

	private @Nullable Direction direction;

	private long paise;

	private boolean hasAmount;

	private boolean booked;

	private boolean reversal;

	private @Nullable LocalDate bookedOn;

	private @Nullable LocalDate valueOn;

	private BankCode code = BankCode.NONE;

	private @Nullable String entryReference;

	private @Nullable String bankReference;

	private @Nullable String batchReference;

	private @Nullable Integer batchItems;

	private @Nullable String narration;

	private final List<DetailsReader> held = new ArrayList<>();

	private int details;

	private long detailsPaise;

	private boolean everyDetailHasAmount = true;

	EntryReader(StatementHead head, Narrations narrations, int line) {
		this.head = head;
		this.narrations = narrations;
		this.line = line;
	}

	/**
	 * Reads the open entry.
	 * @param last the code of the previous entry
	 * @return the code of this entry
	 */
	BankCode read(XmlCursor xml, StatementSink sink, BankCode last) throws RejectedStatementException, IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "NtryRef" -> this.entryReference = xml.text();
				case "Amt" -> {
					this.paise = CamtFields.paise(xml);
					this.hasAmount = true;
				}
				case "CdtDbtInd" -> this.direction = CamtFields.direction(xml);
				case "RvslInd" -> this.reversal = CamtFields.isTrue(xml.text());
				case "Sts" -> this.booked = xml.textOrChild().equals("BOOK");
				case "BookgDt" -> this.bookedOn = CamtFields.date(xml);
				case "ValDt" -> this.valueOn = CamtFields.date(xml);
				case "AcctSvcrRef" -> this.bankReference = xml.text();
				case "BkTxCd" -> this.code = CamtFields.bankCode(xml, last);
				case "NtryDtls" -> readDetails(xml, sink);
				case "AddtlNtryInf" -> this.narration = xml.text();
				default -> xml.skip();
			}
		}
		if (this.booked) {
			complete();
			write(sink);
		}
		return this.code;
	}

	private void complete() throws RejectedStatementException {
		if (this.direction == null || !this.hasAmount) {
			throw new RejectedStatementException(this.line, "An entry has no amount or direction");
		}
		if (this.bookedOn == null) {
			this.bookedOn = this.head.businessDate();
		}
		if (this.valueOn == null) {
			this.valueOn = this.bookedOn;
		}
	}

	private void readDetails(XmlCursor xml, StatementSink sink) throws RejectedStatementException, IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "Btch" -> readBatch(xml);
				case "TxDtls" -> {
					DetailsReader read = new DetailsReader();
					read.read(xml);
					add(read, xml.line(), sink);
				}
				default -> xml.skip();
			}
		}
	}

	private void readBatch(XmlCursor xml) throws RejectedStatementException, IOException {
		String message = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "MsgId" -> message = xml.text();
				case "PmtInfId" -> this.batchReference = xml.text();
				case "NbOfTxs" -> {
					int at = xml.line();
					String items = xml.text();
					if (!items.matches("[0-9]{1,9}")) {
						throw new RejectedStatementException(at, "Not a number of payments: " + Texts.quoted(items));
					}
					this.batchItems = Integer.parseInt(items);
				}
				default -> xml.skip();
			}
		}
		if (this.batchReference == null) {
			this.batchReference = message;
		}
	}

	private void add(DetailsReader read, int at, StatementSink sink) throws RejectedStatementException {
		this.details++;
		Long amount = read.paise();
		this.everyDetailHasAmount &= amount != null;
		if (amount != null) {
			boolean same = read.direction() == null || read.direction() == this.direction;
			this.detailsPaise = SumTooLargeException.add(this.detailsPaise, same ? amount : -amount,
					this::namedDetails);
		}
		if (!this.booked) {
			return;
		}
		this.held.add(read);
		if (this.details >= MAX_HELD) {
			// Write them now: the details of one entry may not fit into memory.
			if (!this.everyDetailHasAmount) {
				throw new RejectedStatementException(at,
						"An entry with more than " + MAX_HELD + " details has some without an amount");
			}
			complete();
			writeHeld(sink);
		}
	}

	private void write(StatementSink sink) {
		boolean fits = this.everyDetailHasAmount && this.detailsPaise == this.paise;
		if (this.details >= MAX_HELD) {
			writeHeld(sink);
			if (!fits) {
				wrongSum(sink);
			}
		}
		else if (this.details > 1 && fits) {
			writeHeld(sink);
		}
		else if (this.paise > 0) {
			if (this.details > 1 && this.everyDetailHasAmount) {
				wrongSum(sink);
			}
			writeEntry(sink);
		}
	}

	private void wrongSum(StatementSink sink) {
		sink.wrongSum(this.line, SumTooLargeException.add(this.paise, -this.detailsPaise, this::namedDetails),
				"The details of an entry of " + this.paise + " paise add up to " + this.detailsPaise);
	}

	private String namedDetails() {
		return "The details of the entry in line " + this.line;
	}

	private void writeHeld(StatementSink sink) {
		for (DetailsReader read : this.held) {
			Long amount = read.paise();
			if (amount != null && amount > 0) {
				LineDraft draft = draft((read.direction() != null) ? read.direction() : direction())
					.amountPaise(amount);
				fill(draft, read);
				sink.line(draft.line(this.narrations));
			}
		}
		this.held.clear();
	}

	/** Writes the entry as one line: with its only detail, or as the total of a batch. */
	private void writeEntry(StatementSink sink) {
		LineDraft draft = draft(direction()).amountPaise(this.paise);
		int items = Math.max(this.details, (this.batchItems != null) ? this.batchItems : 1);
		if (this.details == 1 && items == 1) {
			fill(draft, this.held.getFirst());
		}
		else {
			if (items > 1) {
				draft.kind(this.reversal ? LineKind.REVERSAL : LineKind.BATCH).itemCount(items);
			}
			else {
				draft.kind(this.code.kind(direction(), this.reversal, false));
			}
			fillFromEntry(draft.reference(this.batchReference));
		}
		sink.line(draft.line(this.narrations));
	}

	private void fill(LineDraft draft, DetailsReader read) {
		read.fill(draft, this.head.accountNumber());
		BankCode ofDetails = read.code();
		BankCode known = (ofDetails != null) ? ofDetails : this.code;
		fillFromEntry(draft.kind(known.kind(draft.direction(), this.reversal, read.isReturned()))
			.rail(known.rail())
			.bankCode(known.text()));
	}

	private void fillFromEntry(LineDraft draft) {
		draft.bankReference(this.bankReference)
			.bankReference(this.entryReference)
			.bankCode(this.code.text())
			.narration(this.narration)
			.rail(this.code.rail());
	}

	private LineDraft draft(Direction of) {
		LocalDate on = (this.bookedOn != null) ? this.bookedOn : this.head.businessDate();
		return new LineDraft(of, on, (this.valueOn != null) ? this.valueOn : on);
	}

	private Direction direction() {
		if (this.direction == null) {
			throw new IllegalStateException("The entry has no direction");
		}
		return this.direction;
	}

}
