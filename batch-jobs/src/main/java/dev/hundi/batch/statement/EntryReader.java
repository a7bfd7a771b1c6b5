package dev.hundi.batch.statement;

import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a statement in camt.053. An entry with details whose amounts give
 * its own is a line for each of them; any other is one line, for what was booked is the
 * entry.
 */
final class EntryReader {

	/** Details held back until it is known that they give the entry's amount. */
	private static final int HELD_BACK = 1_000;

	private final StatementHead head;

	private final StatementProfile profile;

	private int line;

	private @Nullable Direction direction;

	private long paise;

	private boolean hasAmount;

	private boolean booked;

	private boolean reversal;

	private @Nullable LocalDate bookedOn;

	private @Nullable LocalDate valueOn;

	private BankCode code = BankCode.NONE;

	private BankCode lastCode = BankCode.NONE;

	private @Nullable String entryReference;

	private @Nullable String bankReference;

	private @Nullable String batchReference;

	private @Nullable Integer batchItems;

	private @Nullable String narration;

	private final List<DetailsReader> held = new ArrayList<>();

	private int details;

	private long detailsPaise;

	private boolean everyDetailHasAmount;

	EntryReader(StatementHead head, StatementProfile profile) {
		this.head = head;
		this.profile = profile;
	}

	/** Reads the open entry. */
	void read(XmlCursor xml, StatementSink sink) throws RejectedStatementException, IOException {
		begin(xml);
		while (xml.next()) {
			switch (xml.name()) {
				case "NtryRef" -> this.entryReference = xml.text();
				case "Amt" -> {
					this.paise = Camt053Reader.paise(xml);
					this.hasAmount = true;
				}
				case "CdtDbtInd" -> this.direction = direction(xml);
				case "RvslInd" -> this.reversal = isTrue(xml.text());
				case "Sts" -> this.booked = xml.textOrChild().equals("BOOK");
				case "BookgDt" -> this.bookedOn = Camt053Reader.date(xml);
				case "ValDt" -> this.valueOn = Camt053Reader.date(xml);
				case "AcctSvcrRef" -> this.bankReference = xml.text();
				case "BkTxCd" -> {
					this.code = bankCode(xml, this.lastCode);
					this.lastCode = this.code;
				}
				case "NtryDtls" -> readDetails(xml, sink);
				case "AddtlNtryInf" -> this.narration = xml.text();
				default -> xml.skip();
			}
		}
		if (this.booked) {
			complete();
			tell(sink);
		}
	}

	private void begin(XmlCursor xml) {
		this.line = xml.line();
		this.direction = null;
		this.paise = 0;
		this.hasAmount = false;
		this.booked = false;
		this.reversal = false;
		this.bookedOn = null;
		this.valueOn = null;
		this.code = BankCode.NONE;
		this.entryReference = null;
		this.bankReference = null;
		this.batchReference = null;
		this.batchItems = null;
		this.narration = null;
		this.held.clear();
		this.details = 0;
		this.detailsPaise = 0;
		this.everyDetailHasAmount = true;
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
						throw new RejectedStatementException(at, "No number of payments: " + Texts.quoted(items));
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
			this.detailsPaise = Math.addExact(this.detailsPaise, same ? amount : -amount);
		}
		this.held.add(read);
		if (this.details < HELD_BACK || !this.booked) {
			if (!this.booked) {
				this.held.clear();
			}
			return;
		}
		// So many are told as they come, or they would have to be kept.
		if (!this.everyDetailHasAmount) {
			throw new RejectedStatementException(at,
					"An entry with more than " + HELD_BACK + " details has some without an amount");
		}
		complete();
		tellHeld(sink);
	}

	private void tell(StatementSink sink) {
		boolean fits = this.everyDetailHasAmount && this.detailsPaise == this.paise;
		if (this.details >= HELD_BACK) {
			tellHeld(sink);
			if (!fits) {
				sink.wrongSum(this.line, Math.subtractExact(this.paise, this.detailsPaise),
						"The details of an entry of " + this.paise + " paise come to " + this.detailsPaise);
			}
		}
		else if (this.details > 1 && fits) {
			tellHeld(sink);
		}
		else if (this.paise > 0) {
			if (this.details > 1 && this.everyDetailHasAmount) {
				sink.wrongSum(this.line, Math.subtractExact(this.paise, this.detailsPaise),
						"The details of an entry of " + this.paise + " paise come to " + this.detailsPaise);
			}
			tellEntry(sink);
		}
	}

	private void tellHeld(StatementSink sink) {
		for (DetailsReader read : this.held) {
			Long amount = read.paise();
			if (amount != null && amount > 0) {
				LineDraft draft = draft((read.direction() != null) ? read.direction() : direction());
				draft.amountPaise = amount;
				fill(draft, read);
				sink.line(draft.line(this.profile));
			}
		}
		this.held.clear();
	}

	/** The entry as one line: with its only details, or as the total of a batch. */
	private void tellEntry(StatementSink sink) {
		LineDraft draft = draft(direction());
		draft.amountPaise = this.paise;
		int items = Math.max(this.details, (this.batchItems != null) ? this.batchItems : 1);
		if (this.details == 1 && items == 1) {
			fill(draft, this.held.getFirst());
		}
		else if (items > 1) {
			draft.kind = (this.reversal) ? LineKind.REVERSAL : LineKind.BATCH;
			draft.itemCount = items;
			draft.reference(this.batchReference);
			fillFromEntry(draft);
		}
		else {
			draft.kind = this.code.kind(direction(), this.reversal, false);
			draft.reference(this.batchReference);
			fillFromEntry(draft);
		}
		sink.line(draft.line(this.profile));
	}

	private void fill(LineDraft draft, DetailsReader read) {
		read.fill(draft, this.head.accountNumber());
		BankCode ofDetails = read.code();
		BankCode known = (ofDetails != null) ? ofDetails : this.code;
		draft.kind = known.kind(draft.direction, this.reversal, read.isReturned());
		draft.rail = known.rail();
		draft.bankCode(known.text());
		fillFromEntry(draft);
	}

	private void fillFromEntry(LineDraft draft) {
		draft.bankReference(this.bankReference)
			.bankReference(this.entryReference)
			.bankCode(this.code.text())
			.narration(this.narration);
		if (draft.rail == null) {
			draft.rail = this.code.rail();
		}
	}

	private LineDraft draft(Direction of) {
		LocalDate on = (this.bookedOn != null) ? this.bookedOn : this.head.businessDate();
		return new LineDraft(of, on, (this.valueOn != null) ? this.valueOn : on);
	}

	private Direction direction() {
		if (this.direction == null) {
			throw new IllegalStateException("The entry is not complete");
		}
		return this.direction;
	}

	static Direction direction(XmlCursor xml) throws RejectedStatementException, IOException {
		int at = xml.line();
		String text = xml.text();
		return switch (text) {
			case "CRDT" -> Direction.CREDIT;
			case "DBIT" -> Direction.DEBIT;
			default -> throw new RejectedStatementException(at, "Neither CRDT nor DBIT: " + Texts.quoted(text));
		};
	}

	/**
	 * The open code.
	 * @param last the code that was read before; one like it is the same
	 */
	static BankCode bankCode(XmlCursor xml, BankCode last) throws RejectedStatementException, IOException {
		@Nullable String[] codes = new String[4];
		while (xml.next()) {
			switch (xml.name()) {
				case "Domn" -> readDomain(xml, codes);
				case "Prtry" -> {
					while (xml.next()) {
						if (xml.name().equals("Cd")) {
							codes[3] = xml.text();
						}
						else {
							xml.skip();
						}
					}
				}
				default -> xml.skip();
			}
		}
		return last.has(codes) ? last : BankCode.of(codes[0], codes[1], codes[2], codes[3]);
	}

	private static void readDomain(XmlCursor xml, @Nullable String[] codes)
			throws RejectedStatementException, IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "Cd" -> codes[0] = xml.text();
				case "Fmly" -> {
					while (xml.next()) {
						switch (xml.name()) {
							case "Cd" -> codes[1] = xml.text();
							case "SubFmlyCd" -> codes[2] = xml.text();
							default -> xml.skip();
						}
					}
				}
				default -> xml.skip();
			}
		}
	}

	/** IBAN, or the id of another scheme, of the open account. */
	static @Nullable String accountId(XmlCursor xml) throws RejectedStatementException, IOException {
		String id = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "IBAN" -> id = xml.text();
				case "Othr" -> {
					while (xml.next()) {
						if (xml.name().equals("Id")) {
							id = xml.text();
						}
						else {
							xml.skip();
						}
					}
				}
				default -> xml.skip();
			}
		}
		return id;
	}

	private static boolean isTrue(String text) {
		return text.equals("true") || text.equals("1");
	}

}
