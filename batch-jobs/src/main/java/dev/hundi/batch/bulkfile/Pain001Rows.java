package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import dev.hundi.bulk.BulkColumn;
import org.jspecify.annotations.Nullable;

/**
 * Credit transfers of an ISO 20022 pain.001 message, of any version from 3 on, as rows
 * with the template's columns: the account ({@code CdtrAcct/Id/Othr/Id}; a VPA where it
 * has an {@code @}), the IFSC ({@code CdtrAgt/FinInstnId/ClrSysMmbId/MmbId}), name and
 * contact of {@code Cdtr}, {@code InstdAmt} in INR, the rail from
 * {@code PmtTpInf/LclInstrm} or {@code SvcLvl}, {@code EndToEndId} as the merchant
 * reference and {@code RmtInf/Ustrd} as remarks. {@code NbOfTxs} and {@code CtrlSum} must
 * hold for the message and for each of its {@code PmtInf}, whatever the currency of the
 * amounts.
 */
final class Pain001Rows implements RowSource {

	private static final int MAX_DEPTH = 32;

	private static final int PAYMENT_DEPTH = 3;

	private final FileChannel file;

	private final XMLStreamReader xml;

	private final Deque<String> path = new ArrayDeque<>();

	private final Map<BulkColumn, String> cells = new EnumMap<>(BulkColumn.class);

	private final ControlTotals message = new ControlTotals("the group header");

	private @Nullable ControlSum control;

	private ControlTotals payment = new ControlTotals("no PmtInf");

	private int payments;

	private String groupRail = "";

	private boolean ended;

	private Pain001Rows(FileChannel file, XMLStreamReader xml) {
		this.file = file;
		this.xml = xml;
	}

	static Pain001Rows open(FileChannel file) throws IOException {
		file.position(0);
		Pain001Rows rows = new Pain001Rows(file, GuardedXml.reader(Channels.newInputStream(file)));
		try {
			rows.readHead();
		}
		catch (XMLStreamException ex) {
			throw GuardedXml.refusal(ex);
		}
		return rows;
	}

	@Override
	public List<String> headings() {
		return BulkColumn.headings();
	}

	@Override
	public @Nullable ControlSum control() {
		return this.control;
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		try {
			this.cells.clear();
			while (!this.ended && this.xml.hasNext()) {
				int event = this.xml.next();
				if (event == XMLStreamReader.START_ELEMENT) {
					enter();
				}
				else if (event == XMLStreamReader.END_ELEMENT) {
					String left = leave();
					if (left.equals("CdtTrfTxInf")) {
						return row();
					}
					if (left.equals("PmtInf")) {
						this.payment.requireDeclared();
					}
				}
				else if (event == XMLStreamReader.END_DOCUMENT) {
					this.ended = true;
					this.message.requireDeclared();
				}
			}
			return null;
		}
		catch (XMLStreamException ex) {
			throw GuardedXml.refusal(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.file.close();
	}

	/** As far as the end of the group header, which declares number and sum. */
	private void readHead() throws XMLStreamException {
		while (this.xml.hasNext()) {
			int event = this.xml.next();
			if (event == XMLStreamReader.START_ELEMENT) {
				push();
				requireMessage();
				readTotal("GrpHdr", this.message);
			}
			else if (event == XMLStreamReader.END_ELEMENT && leave().equals("GrpHdr")) {
				this.control = new ControlSum(this.message.requiredRows(), this.message.paise());
				return;
			}
		}
		throw new RefusedFileException(FileFault.WRONG_CONTENT, "The message has no group header");
	}

	/** Takes what a part of the message declares of itself, if that stands here. */
	private void readTotal(String part, ControlTotals totals) throws XMLStreamException {
		if (isAt(part, "NbOfTxs")) {
			totals.declareRows(text());
		}
		else if (isAt(part, "CtrlSum")) {
			totals.declareSum(text());
		}
	}

	private void requireMessage() {
		if (this.path.size() == 1 && (!this.path.getFirst().equals("Document") || this.xml.getNamespaceURI() == null
				|| !this.xml.getNamespaceURI().contains(":pain.001.001."))) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is no pain.001 message");
		}
	}

	private void enter() throws XMLStreamException {
		push();
		if (this.path.getLast().equals("PmtInf")) {
			enterPayment();
		}
		else if (this.path.getLast().equals("InstdAmt")) {
			enterAmount();
		}
		else if (this.path.contains("CdtTrfTxInf")) {
			enterTransfer();
		}
		else if (isAt("PmtInf", "PmtInfId")) {
			this.payment.name(text());
		}
		else if (isAt("LclInstrm", "Cd") || isAt("LclInstrm", "Prtry") || isAt("SvcLvl", "Cd")
				|| isAt("SvcLvl", "Prtry")) {
			this.groupRail = text();
		}
		else {
			readTotal("PmtInf", this.payment);
		}
	}

	private void push() {
		this.path.addLast(this.xml.getLocalName());
		if (this.path.size() > MAX_DEPTH) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "The message nests deeper than pain.001 does");
		}
	}

	private void enterPayment() {
		if (this.path.size() != PAYMENT_DEPTH) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "A PmtInf stands where pain.001 has none");
		}
		this.payments++;
		this.payment = new ControlTotals("PmtInf " + this.payments);
		this.groupRail = "";
	}

	private void enterAmount() throws XMLStreamException {
		String currency = this.xml.getAttributeValue(null, "Ccy");
		String amount = text();
		put(BulkColumn.AMOUNT, "INR".equals(currency) ? amount : amount + " " + currency);
		this.payment.addAmount(amount);
		this.message.addAmount(amount);
	}

	private void enterTransfer() throws XMLStreamException {
		if (isAt("PmtId", "EndToEndId")) {
			String reference = text();
			put(BulkColumn.MERCHANT_REFERENCE, reference.equals("NOTPROVIDED") ? "" : reference);
		}
		else if (isAt("LclInstrm", "Cd") || isAt("LclInstrm", "Prtry") || isAt("SvcLvl", "Cd")
				|| isAt("SvcLvl", "Prtry")) {
			put(BulkColumn.RAIL, text());
		}
		else if (isAt("Cdtr", "Nm")) {
			put(BulkColumn.NAME, text());
		}
		else if (isAt("Cdtr", "CtctDtls", "PhneNb") || isAt("Cdtr", "CtctDtls", "MobNb")) {
			put(BulkColumn.PHONE, text().replace("-", ""));
		}
		else if (isAt("Cdtr", "CtctDtls", "EmailAdr")) {
			put(BulkColumn.EMAIL, text());
		}
		else if (isAt("CdtrAgt", "FinInstnId", "ClrSysMmbId", "MmbId")) {
			put(BulkColumn.IFSC, text());
		}
		else if (isAt("CdtrAcct", "Id", "Othr", "Id")) {
			String account = text();
			put(account.contains("@") ? BulkColumn.VPA : BulkColumn.ACCOUNT_NUMBER, account);
		}
		else if (isAt("RmtInf", "Ustrd")) {
			put(BulkColumn.REMARKS, text());
		}
	}

	private RawRow row() {
		this.payment.addRow();
		this.message.addRow();
		this.cells.putIfAbsent(BulkColumn.RAIL, this.groupRail);
		List<String> row = new ArrayList<>();
		Arrays.stream(BulkColumn.values()).forEach((column) -> row.add(this.cells.getOrDefault(column, "")));
		return new RawRow(row, Map.of());
	}

	private void put(BulkColumn column, String text) {
		this.cells.put(column, text);
	}

	/** The text of the element just entered, which it leaves. */
	private String text() throws XMLStreamException {
		String text = XmlText.read(this.xml).strip();
		this.path.removeLast();
		return text;
	}

	private String leave() {
		String left = this.path.peekLast();
		if (left == null) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "The message ends more than it begins");
		}
		this.path.removeLast();
		return left;
	}

	/** Whether the path ends so. */
	private boolean isAt(String... names) {
		if (this.path.size() < names.length) {
			return false;
		}
		int next = names.length - 1;
		for (var upwards = this.path.descendingIterator(); next >= 0; next--) {
			if (!upwards.next().equals(names[next])) {
				return false;
			}
		}
		return true;
	}

}
