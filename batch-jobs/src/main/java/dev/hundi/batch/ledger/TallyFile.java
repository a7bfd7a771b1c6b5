package dev.hundi.batch.ledger;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import dev.hundi.ledger.AccountBalance;
import dev.hundi.ledger.AccountName;
import dev.hundi.ledger.Posting;
import dev.hundi.money.Rupees;
import dev.hundi.time.India;

/**
 * A file for "Import Data" of Tally. Groups and ledgers precede the vouchers that use
 * them. Tally writes a debit as a negative amount, which is the sign of the ledger too. A
 * voucher carries the id of its posting, so a second import changes nothing. Written
 * through: memory use does not depend on the number of vouchers.
 */
final class TallyFile implements AutoCloseable {

	private static final DateTimeFormatter DATE = DateTimeFormatter.BASIC_ISO_DATE;

	private static final int BUFFER_BYTES = 64 * 1024;

	private final XMLStreamWriter xml;

	private TallyFile(XMLStreamWriter xml) {
		this.xml = xml;
	}

	/**
	 * Begins a file.
	 * @param out not closed
	 */
	static TallyFile start(LedgerContent content, OutputStream out) throws IOException {
		try {
			TallyFile file = new TallyFile(XMLOutputFactory.newDefaultFactory()
				.createXMLStreamWriter(new BufferedOutputStream(out, BUFFER_BYTES), StandardCharsets.UTF_8.name()));
			file.begin((content == LedgerContent.JOURNAL) ? "Vouchers" : "All Masters");
			return file;
		}
		catch (XMLStreamException ex) {
			throw new IOException(ex);
		}
	}

	private void begin(String report) throws XMLStreamException {
		this.xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
		this.xml.writeStartElement("ENVELOPE");
		this.xml.writeStartElement("HEADER");
		text("TALLYREQUEST", "Import Data");
		this.xml.writeEndElement();
		this.xml.writeStartElement("BODY");
		this.xml.writeStartElement("IMPORTDATA");
		this.xml.writeStartElement("REQUESTDESC");
		text("REPORTNAME", report);
		this.xml.writeEndElement();
		this.xml.writeStartElement("REQUESTDATA");
	}

	/**
	 * Writes the group of the wallets and a ledger for each account.
	 * @param opening whether with opening balances
	 */
	void masters(List<AccountBalance> balances, boolean opening) {
		message(() -> {
			this.xml.writeStartElement("GROUP");
			this.xml.writeAttribute("NAME", TallyGroup.WALLETS.title());
			this.xml.writeAttribute("ACTION", "Create");
			names(TallyGroup.WALLETS.title());
			text("PARENT", TallyGroup.CLEARING.title());
			this.xml.writeEndElement();
		});
		balances.forEach((balance) -> message(() -> ledger(balance, opening)));
	}

	private void ledger(AccountBalance balance, boolean opening) throws XMLStreamException {
		AccountName account = balance.account();
		this.xml.writeStartElement("LEDGER");
		this.xml.writeAttribute("NAME", account.text());
		this.xml.writeAttribute("ACTION", "Create");
		names(account.text());
		text("PARENT", TallyGroup.of(account).title());
		if (opening) {
			text("OPENINGBALANCE", Rupees.format(balance.openingPaise()));
		}
		this.xml.writeEndElement();
	}

	/** Writes a posting as a journal voucher. */
	void voucher(Posting posting) {
		message(() -> {
			String id = posting.transactionId().toString();
			this.xml.writeStartElement("VOUCHER");
			this.xml.writeAttribute("REMOTEID", id);
			this.xml.writeAttribute("VCHTYPE", "Journal");
			this.xml.writeAttribute("ACTION", "Create");
			text("DATE", DATE.format(India.dateOf(posting.postedAt())));
			text("GUID", id);
			text("NARRATION", narration(posting));
			text("VOUCHERTYPENAME", "Journal");
			text("VOUCHERNUMBER", id);
			for (Posting.Entry entry : posting.entries()) {
				this.xml.writeStartElement("ALLLEDGERENTRIES.LIST");
				text("LEDGERNAME", entry.account().text());
				text("ISDEEMEDPOSITIVE", (entry.amountPaise() < 0) ? "Yes" : "No");
				text("AMOUNT", Rupees.format(entry.amountPaise()));
				this.xml.writeEndElement();
			}
			this.xml.writeEndElement();
		});
	}

	/** Completes the file. */
	void end() throws IOException {
		try {
			this.xml.writeEndDocument();
			this.xml.flush();
		}
		catch (XMLStreamException ex) {
			throw new IOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		try {
			this.xml.close();
		}
		catch (XMLStreamException ex) {
			throw new IOException(ex);
		}
	}

	private static String narration(Posting posting) {
		String text = posting.kind() + " of " + posting.businessCode() + ", " + posting.reference();
		return (posting.utr() != null) ? text + ", UTR " + posting.utr() : text;
	}

	private void message(Part part) {
		try {
			this.xml.writeCharacters("\n");
			this.xml.writeStartElement("TALLYMESSAGE");
			part.write();
			this.xml.writeEndElement();
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException("The file cannot be written", ex);
		}
	}

	private void names(String name) throws XMLStreamException {
		this.xml.writeStartElement("NAME.LIST");
		text("NAME", name);
		this.xml.writeEndElement();
	}

	private void text(String element, String text) throws XMLStreamException {
		this.xml.writeStartElement(element);
		this.xml.writeCharacters(legal(text));
		this.xml.writeEndElement();
	}

	/** XML has no characters for most control characters. */
	private static String legal(String text) {
		return text.replaceAll("[^\\x09\\x0A\\x0D\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
	}

	@FunctionalInterface
	private interface Part {

		void write() throws XMLStreamException;

	}

}
