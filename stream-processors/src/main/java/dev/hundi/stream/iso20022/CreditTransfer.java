package dev.hundi.stream.iso20022;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;

import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

import dev.hundi.bank.BankFile;
import dev.hundi.money.Rupees;
import dev.hundi.time.India;

/**
 * Writes a file of payment orders as a customer credit transfer initiation. The bytes are
 * the same each time a file is written.
 */
public final class CreditTransfer {

	public static final String NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSXXX")
		.withZone(India.ZONE);

	static final int MAX_NAME_CHARS = 140;

	private final XMLStreamWriter xml;

	private CreditTransfer(XMLStreamWriter xml) {
		this.xml = xml;
	}

	/** Returns the content of the file in UTF-8. */
	public static byte[] write(BankFile file, Debtor debtor) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		try {
			XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory()
				.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
			new CreditTransfer(xml).document(file, debtor);
			xml.close();
		}
		catch (XMLStreamException ex) {
			throw new IllegalStateException("Writing to memory failed", ex);
		}
		return bytes.toByteArray();
	}

	private void document(BankFile file, Debtor debtor) throws XMLStreamException {
		this.xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
		this.xml.writeStartElement("Document");
		this.xml.writeDefaultNamespace(NAMESPACE);
		open("CstmrCdtTrfInitn");
		open("GrpHdr");
		text("MsgId", file.messageId());
		text("CreDtTm", TIME.format(file.createdAt()));
		totals(file);
		open("InitgPty");
		text("Nm", debtor.name());
		close(2);
		instruction(file, debtor);
		close(2);
		this.xml.writeEndDocument();
	}

	private void instruction(BankFile file, Debtor debtor) throws XMLStreamException {
		open("PmtInf");
		text("PmtInfId", file.messageId());
		text("PmtMtd", "TRF");
		text("BtchBookg", "false");
		totals(file);
		open("PmtTpInf");
		open("SvcLvl");
		text("Prtry", file.rail().name());
		close(2);
		open("ReqdExctnDt");
		text("Dt", India.dateOf(file.createdAt()).toString());
		close(1);
		open("Dbtr");
		text("Nm", debtor.name());
		close(1);
		account("DbtrAcct", debtor.accountNumber());
		agent("DbtrAgt", debtor.ifsc());
		text("ChrgBr", "DEBT");
		for (BankFile.Order order : file.orders()) {
			transfer(order);
		}
		close(1);
	}

	private void transfer(BankFile.Order order) throws XMLStreamException {
		open("CdtTrfTxInf");
		open("PmtId");
		text("InstrId", order.reference());
		text("EndToEndId", order.reference());
		close(1);
		open("Amt");
		this.xml.writeStartElement("InstdAmt");
		this.xml.writeAttribute("Ccy", "INR");
		this.xml.writeCharacters(Rupees.format(order.amountPaise()));
		close(2);
		agent("CdtrAgt", order.ifsc());
		open("Cdtr");
		text("Nm", cut(order.beneficiaryName()));
		close(1);
		account("CdtrAcct", order.accountNumber());
		open("RmtInf");
		text("Ustrd", order.remittance());
		close(2);
	}

	private void totals(BankFile file) throws XMLStreamException {
		text("NbOfTxs", Integer.toString(file.orders().size()));
		text("CtrlSum", Rupees.format(file.totalPaise()));
	}

	private void account(String element, String number) throws XMLStreamException {
		open(element);
		open("Id");
		open("Othr");
		text("Id", number);
		close(3);
	}

	/** Names a branch by its IFSC; ISO 20022's code of that clearing system is INFSC. */
	private void agent(String element, String ifsc) throws XMLStreamException {
		open(element);
		open("FinInstnId");
		open("ClrSysMmbId");
		open("ClrSysId");
		text("Cd", "INFSC");
		close(1);
		text("MmbId", ifsc);
		close(3);
	}

	private void open(String element) throws XMLStreamException {
		this.xml.writeStartElement(element);
	}

	private void close(int elements) throws XMLStreamException {
		for (int i = 0; i < elements; i++) {
			this.xml.writeEndElement();
		}
	}

	private void text(String element, String text) throws XMLStreamException {
		this.xml.writeStartElement(element);
		this.xml.writeCharacters(printable(text));
		this.xml.writeEndElement();
	}

	/** XML 1.0 cannot represent control characters. */
	private static String printable(String text) {
		return text.replaceAll("[\\p{Cc}\\uFFFE\\uFFFF]", " ");
	}

	private static String cut(String name) {
		int end = Math.min(MAX_NAME_CHARS, name.length());
		return name.substring(0,
				(end < name.length() && Character.isHighSurrogate(name.charAt(end - 1))) ? end - 1 : end);
	}

}
