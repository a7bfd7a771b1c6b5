package dev.hundi.batch.statement.camt053;

import java.io.IOException;
import java.time.LocalDate;
import java.util.function.Function;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/** Reads one {@code Stmt}. */
final class StatementElement {

	private final XmlCursor xml;

	private final StatementSink sink;

	private final Function<String, Narrations> narrationsOf;

	private final int line;

	private @Nullable String reference;

	private @Nullable String accountNumber;

	private int page = 1;

	private boolean isLastPage = true;

	private @Nullable Long openingPaise;

	private @Nullable Long previousClosingPaise;

	private @Nullable Long closingPaise;

	private @Nullable LocalDate closingOn;

	private @Nullable Long firstInterimPaise;

	private @Nullable Long lastInterimPaise;

	private @Nullable LocalDate lastInterimOn;

	private @Nullable StatementHead head;

	private Narrations narrations = Narrations.NONE;

	private BankCode lastCode = BankCode.NONE;

	StatementElement(XmlCursor xml, StatementSink sink, Function<String, Narrations> narrationsOf) {
		this.xml = xml;
		this.sink = sink;
		this.narrationsOf = narrationsOf;
		this.line = xml.line();
	}

	void read() throws RejectedStatementException, IOException {
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "Id" -> this.reference = this.xml.text();
				case "StmtPgntn" -> readPage();
				case "Acct" -> readAccount();
				case "Bal" -> readBalance();
				case "Ntry" -> readEntry();
				default -> this.xml.skip();
			}
		}
		begin();
		this.sink.end();
	}

	private void readEntry() throws RejectedStatementException, IOException {
		int at = this.xml.line();
		EntryReader entry = new EntryReader(begin(), this.narrations, at);
		this.lastCode = entry.read(this.xml, this.sink, this.lastCode);
	}

	/** Begins the statement before its first entry. */
	private StatementHead begin() throws RejectedStatementException {
		StatementHead begun = this.head;
		if (begun == null) {
			begun = readHead();
			this.sink.begin(begun);
			this.narrations = this.narrationsOf.apply(begun.accountNumber());
			this.head = begun;
		}
		return begun;
	}

	private StatementHead readHead() throws RejectedStatementException {
		takeInterimBalances();
		Long opening = (this.openingPaise != null) ? this.openingPaise : this.previousClosingPaise;
		String id = Texts.clean(this.reference, 100);
		if (opening == null || this.closingPaise == null || this.closingOn == null) {
			throw new RejectedStatementException(this.line,
					"The statement has no opening and closing balance before its entries");
		}
		if (this.accountNumber == null || id == null) {
			throw new RejectedStatementException(this.line, "The statement has no account or no id");
		}
		return new StatementHead(this.accountNumber, this.closingOn, id, this.page, opening, this.closingPaise);
	}

	/**
	 * Pages after the first begin, and pages before the last end, with an interim
	 * balance.
	 */
	private void takeInterimBalances() {
		if (this.page > 1 && this.openingPaise == null) {
			this.openingPaise = this.firstInterimPaise;
		}
		if (!this.isLastPage && this.closingPaise == null) {
			this.closingPaise = this.lastInterimPaise;
			this.closingOn = this.lastInterimOn;
		}
	}

	private void readPage() throws RejectedStatementException, IOException {
		while (this.xml.next()) {
			int at = this.xml.line();
			switch (this.xml.name()) {
				case "PgNb" -> {
					String number = this.xml.text();
					if (!number.matches("0{0,4}[1-9][0-9]{0,4}")) {
						throw new RejectedStatementException(at, "Not a page number: " + Texts.quoted(number));
					}
					this.page = Integer.parseInt(number);
				}
				case "LastPgInd" -> this.isLastPage = CamtFields.isTrue(this.xml.text());
				default -> this.xml.skip();
			}
		}
	}

	private void readAccount() throws RejectedStatementException, IOException {
		while (this.xml.next()) {
			int at = this.xml.line();
			switch (this.xml.name()) {
				case "Id" -> {
					String number = CamtFields.accountId(this.xml);
					this.accountNumber = Texts.account(number);
					if (this.accountNumber == null) {
						throw new RejectedStatementException(at, "Not an account number: " + Texts.masked(number));
					}
				}
				case "Ccy" -> {
					String currency = this.xml.text();
					if (!currency.equals("INR")) {
						throw new RejectedStatementException(at,
								"The account is not in INR but in " + Texts.quoted(currency));
					}
				}
				default -> this.xml.skip();
			}
		}
	}

	private void readBalance() throws RejectedStatementException, IOException {
		int at = this.xml.line();
		if (this.head != null) {
			throw new RejectedStatementException(at, "A balance follows the entries");
		}
		String type = "";
		Long paise = null;
		Direction direction = null;
		LocalDate on = null;
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "Tp" -> type = balanceType();
				case "Amt" -> paise = CamtFields.paise(this.xml);
				case "CdtDbtInd" -> direction = CamtFields.direction(this.xml);
				case "Dt" -> on = CamtFields.date(this.xml);
				default -> this.xml.skip();
			}
		}
		if (paise == null || on == null || direction == null) {
			throw new RejectedStatementException(at, "A balance has no amount, direction or date");
		}
		takeBalance(type, (direction == Direction.CREDIT) ? paise : -paise, on);
	}

	private void takeBalance(String type, long signedPaise, LocalDate on) {
		switch (type) {
			case "OPBD" -> this.openingPaise = signedPaise;
			case "PRCD" -> this.previousClosingPaise = signedPaise;
			case "CLBD" -> {
				this.closingPaise = signedPaise;
				this.closingOn = on;
			}
			case "ITBD" -> {
				this.firstInterimPaise = (this.firstInterimPaise != null) ? this.firstInterimPaise : signedPaise;
				this.lastInterimPaise = signedPaise;
				this.lastInterimOn = on;
			}
			default -> {
				// Available and forward balances are not booked balances.
			}
		}
	}

	private String balanceType() throws IOException {
		String type = "";
		while (this.xml.next()) {
			if (this.xml.name().equals("CdOrPrtry")) {
				type = this.xml.textOrChild();
			}
			else {
				this.xml.skip();
			}
		}
		return type;
	}

}
