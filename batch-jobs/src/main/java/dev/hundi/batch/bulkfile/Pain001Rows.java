package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.math.BigDecimal;
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
 * reference and {@code RmtInf/Ustrd} as remarks.
 */
final class Pain001Rows implements RowSource {

	private static final int MAX_DEPTH = 32;

	private final FileChannel file;

	private final XMLStreamReader xml;

	private final Deque<String> path = new ArrayDeque<>();

	private final Map<BulkColumn, String> cells = new EnumMap<>(BulkColumn.class);

	private @Nullable ControlSum control;

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
				else if (event == XMLStreamReader.END_ELEMENT && leave().equals("CdtTrfTxInf")) {
					return row();
				}
				else if (event == XMLStreamReader.END_DOCUMENT) {
					this.ended = true;
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
		String count = null;
		String sum = null;
		while (this.xml.hasNext()) {
			int event = this.xml.next();
			if (event == XMLStreamReader.START_ELEMENT) {
				this.path.addLast(this.xml.getLocalName());
				requireMessage();
				if (isAt("GrpHdr", "NbOfTxs")) {
					count = text();
				}
				else if (isAt("GrpHdr", "CtrlSum")) {
					sum = text();
				}
			}
			else if (event == XMLStreamReader.END_ELEMENT && leave().equals("GrpHdr")) {
				this.control = new ControlSum(number(count), (sum != null) ? Long.valueOf(paise(sum)) : null);
				return;
			}
		}
		throw new RefusedFileException(FileFault.WRONG_CONTENT, "The message has no group header");
	}

	private void requireMessage() {
		if (this.path.size() == 1 && (!this.path.getFirst().equals("Document") || this.xml.getNamespaceURI() == null
				|| !this.xml.getNamespaceURI().contains(":pain.001.001."))) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is no pain.001 message");
		}
	}

	private void enter() throws XMLStreamException {
		this.path.addLast(this.xml.getLocalName());
		if (this.path.size() > MAX_DEPTH) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "The message nests deeper than pain.001 does");
		}
		if (this.path.getLast().equals("PmtInf")) {
			this.groupRail = "";
		}
		else if (this.path.getLast().equals("InstdAmt")) {
			String currency = this.xml.getAttributeValue(null, "Ccy");
			put(BulkColumn.AMOUNT, "INR".equals(currency) ? text() : text() + " " + currency);
		}
		else if (this.path.contains("CdtTrfTxInf")) {
			enterTransfer();
		}
		else if (isAt("LclInstrm", "Cd") || isAt("LclInstrm", "Prtry") || isAt("SvcLvl", "Cd")
				|| isAt("SvcLvl", "Prtry")) {
			this.groupRail = text();
		}
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

	private static int number(@Nullable String count) {
		try {
			return Integer.parseInt((count != null) ? count : "");
		}
		catch (NumberFormatException ex) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH, "NbOfTxs of the group header is no number");
		}
	}

	private static long paise(String sum) {
		try {
			return new BigDecimal(sum).movePointRight(2).longValueExact();
		}
		catch (ArithmeticException | NumberFormatException ex) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH,
					"CtrlSum of the group header is no amount in rupees");
		}
	}

}
