package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * Reads camt.053 of the versions 02 to 13: their namespaces differ, and what is read here
 * stands in all of them at one of two places. Elements that are not known are passed
 * over.
 */
final class Camt053Reader implements StatementReader {

	static final ZoneId INDIA = ZoneId.of("Asia/Kolkata");

	private static final Pattern NAMESPACE = Pattern
		.compile("urn:iso:std:iso:20022:tech:xsd:camt\\.053\\.001\\.(\\d{2})");

	private static final Pattern WITH_OFFSET = Pattern.compile(".*T.*(Z|[+-]\\d\\d:\\d\\d)");

	/** Characters of a date alone. */
	private static final int DAY = 10;

	private static final int FIRST_VERSION = 2;

	private static final int LAST_VERSION = 13;

	/** Elements of an envelope before the document. */
	private static final int ENVELOPE = 200;

	private final AccountProfiles profiles;

	Camt053Reader(AccountProfiles profiles) {
		this.profiles = profiles;
	}

	@Override
	public void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException {
		try (InputStream in = file.open()) {
			read(XmlCursor.of(in), sink);
		}
		catch (MalformedXmlException ex) {
			throw new RejectedStatementException(ex.line(), String.valueOf(ex.getMessage()));
		}
	}

	private void read(XmlCursor xml, StatementSink sink) throws RejectedStatementException, IOException {
		findDocument(xml);
		while (xml.next()) {
			if (!xml.name().equals("BkToCstmrStmt")) {
				throw new RejectedStatementException(xml.line(), "The message is " + xml.name() + ", not a statement");
			}
			while (xml.next()) {
				if (xml.name().equals("Stmt")) {
					new Statement(xml, sink).read();
				}
				else {
					xml.skip();
				}
			}
		}
		xml.finish();
	}

	/** Some banks put the document into an envelope with a header. */
	private static void findDocument(XmlCursor xml) throws RejectedStatementException, IOException {
		for (int elements = 0; elements < ENVELOPE && xml.next(); elements++) {
			if (xml.name().equals("Document")) {
				requireVersion(xml);
				return;
			}
			if (xml.name().equals("AppHdr")) {
				xml.skip();
			}
		}
		throw new RejectedStatementException(xml.line(), "It has no Document");
	}

	private static void requireVersion(XmlCursor xml) throws RejectedStatementException {
		Matcher matcher = NAMESPACE.matcher(xml.namespace());
		int version = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
		if (version < FIRST_VERSION || version > LAST_VERSION) {
			throw new RejectedStatementException(xml.line(),
					"It is no camt.053 of version 02 to 13: " + Texts.quoted(xml.namespace()));
		}
	}

	/** The date of a choice of Dt and DtTm, in India. */
	static @Nullable LocalDate date(XmlCursor xml) throws RejectedStatementException, IOException {
		LocalDate date = null;
		while (xml.next()) {
			String name = xml.name();
			if (name.equals("Dt") || name.equals("DtTm")) {
				int line = xml.line();
				date = date(xml.text(), line);
			}
			else {
				xml.skip();
			}
		}
		return date;
	}

	private static LocalDate date(String text, int line) throws RejectedStatementException {
		try {
			if (text.length() > DAY && WITH_OFFSET.matcher(text).matches()) {
				return OffsetDateTime.parse(text).atZoneSameInstant(INDIA).toLocalDate();
			}
			// A date may carry a zone of its own, which changes nothing about the day.
			return LocalDate.of(Integer.parseInt(text, 0, 4, 10), two(text, 5), two(text, 8));
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			throw new RejectedStatementException(line, "No date: " + Texts.quoted(text));
		}
		catch (DateTimeException ex) {
			throw new RejectedStatementException(line, "No date: " + Texts.quoted(text));
		}
	}

	/** Two digits after a dash. */
	private static int two(String text, int at) {
		if (text.charAt(at - 1) != '-' || !Character.isDigit(text.charAt(at))) {
			throw new NumberFormatException(text);
		}
		return Integer.parseInt(text, at, at + 2, 10);
	}

	/** The amount of the open element, in rupees. */
	static long paise(XmlCursor xml) throws RejectedStatementException, IOException {
		int line = xml.line();
		String currency = xml.attribute("Ccy");
		if (!"INR".equals(currency)) {
			throw new RejectedStatementException(line, "No amount in rupees but in " + Texts.quoted(currency));
		}
		return Texts.paise(xml.text(), '.', line);
	}

	/** One statement of the file. */
	private final class Statement {

		private final XmlCursor xml;

		private final StatementSink sink;

		private final int line;

		private @Nullable String reference;

		private @Nullable String accountNumber;

		private int page = 1;

		private @Nullable Long openingPaise;

		private @Nullable Long previousClosingPaise;

		private @Nullable Long closingPaise;

		private @Nullable LocalDate closingOn;

		private @Nullable EntryReader entries;

		Statement(XmlCursor xml, StatementSink sink) {
			this.xml = xml;
			this.sink = sink;
			this.line = xml.line();
		}

		void read() throws RejectedStatementException, IOException {
			while (this.xml.next()) {
				switch (this.xml.name()) {
					case "Id" -> this.reference = this.xml.text();
					case "StmtPgntn" -> readPage();
					case "Acct" -> readAccount();
					case "Bal" -> readBalance();
					case "Ntry" -> begun().read(this.xml, this.sink);
					default -> this.xml.skip();
				}
			}
			begun();
			this.sink.end();
		}

		private EntryReader begun() throws RejectedStatementException {
			if (this.entries == null) {
				StatementHead head = head();
				this.sink.begin(head);
				this.entries = new EntryReader(head, Camt053Reader.this.profiles.of(head.accountNumber()));
			}
			return this.entries;
		}

		private StatementHead head() throws RejectedStatementException {
			Long opening = (this.openingPaise != null) ? this.openingPaise : this.previousClosingPaise;
			String id = Texts.clean(this.reference, 100);
			if (opening == null || this.closingPaise == null || this.closingOn == null) {
				throw new RejectedStatementException(this.line,
						"The statement has no opening and closing balance before its entries");
			}
			if (this.accountNumber == null || id == null) {
				throw new RejectedStatementException(this.line, "The statement names no account or has no id");
			}
			return new StatementHead(this.accountNumber, this.closingOn, id, this.page, opening, this.closingPaise);
		}

		private void readPage() throws RejectedStatementException, IOException {
			while (this.xml.next()) {
				if (this.xml.name().equals("PgNb")) {
					int at = this.xml.line();
					String number = this.xml.text();
					if (!number.matches("0{0,4}[1-9][0-9]{0,4}")) {
						throw new RejectedStatementException(at, "No number of a page: " + Texts.quoted(number));
					}
					this.page = Integer.parseInt(number);
				}
				else {
					this.xml.skip();
				}
			}
		}

		private void readAccount() throws RejectedStatementException, IOException {
			while (this.xml.next()) {
				int at = this.xml.line();
				switch (this.xml.name()) {
					case "Id" -> {
						String number = EntryReader.accountId(this.xml);
						this.accountNumber = Texts.account(number);
						if (this.accountNumber == null) {
							throw new RejectedStatementException(at, "No account number: " + Texts.quoted(number));
						}
					}
					case "Ccy" -> {
						String currency = this.xml.text();
						if (!currency.equals("INR")) {
							throw new RejectedStatementException(at,
									"The account is not in rupees but in " + Texts.quoted(currency));
						}
					}
					default -> this.xml.skip();
				}
			}
		}

		private void readBalance() throws RejectedStatementException, IOException {
			int at = this.xml.line();
			if (this.entries != null) {
				throw new RejectedStatementException(at, "A balance comes after the entries");
			}
			String type = "";
			Long paise = null;
			String direction = null;
			LocalDate on = null;
			while (this.xml.next()) {
				switch (this.xml.name()) {
					case "Tp" -> type = balanceType();
					case "Amt" -> paise = paise(this.xml);
					case "CdtDbtInd" -> direction = this.xml.text();
					case "Dt" -> on = date(this.xml);
					default -> this.xml.skip();
				}
			}
			if (paise == null || on == null || (!"CRDT".equals(direction) && !"DBIT".equals(direction))) {
				throw new RejectedStatementException(at, "A balance has no amount, direction or date");
			}
			long signed = "CRDT".equals(direction) ? paise : -paise;
			switch (type) {
				case "OPBD" -> this.openingPaise = signed;
				case "PRCD" -> this.previousClosingPaise = signed;
				case "CLBD" -> {
					this.closingPaise = signed;
					this.closingOn = on;
				}
				default -> {
					// Available, interim and forward balances are not booked.
				}
			}
		}

		private String balanceType() throws RejectedStatementException, IOException {
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

}
