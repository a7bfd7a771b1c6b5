package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.hundi.bulk.BulkColumn;
import dev.hundi.text.Beginning;
import dev.hundi.xml.MalformedXmlException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/**
 * Credit transfers of an ISO 20022 pain.001 message, of any version from 3 on, as rows
 * with the template's columns: the account ({@code CdtrAcct/Id/Othr/Id}; a VPA where it
 * has an {@code @}), the IFSC ({@code CdtrAgt/FinInstnId/ClrSysMmbId/MmbId}), name and
 * contact of {@code Cdtr}, {@code InstdAmt} in INR, the rail from {@code PmtTpInf}
 * ({@link PaymentType}), {@code EndToEndId} as the merchant reference and
 * {@code RmtInf/Ustrd} as remarks. docs/integrating.md documents the mapping.
 * {@code NbOfTxs} and {@code CtrlSum} of the message and of each {@code PmtInf} must
 * match the transfers of all currencies. A row has the day of {@code ReqdExctnDt} beside
 * its cells.
 */
final class Pain001Rows implements RowSource {

	private static final Set<String> ONCE = Set.of("PmtId", "Amt", "Cdtr", "CdtrAgt", "CdtrAcct");

	/** Of {@code 2026-11-21}, which a time or a zone may follow. */
	private static final int DAY_CHARS = 10;

	private final FileChannel file;

	private final XmlCursor xml;

	private final Map<BulkColumn, String> cells = new EnumMap<>(BulkColumn.class);

	/** Those of {@link #ONCE} that the open transfer has. */
	private final Set<String> read = new HashSet<>();

	private final ControlTotals message = new ControlTotals("the group header");

	/** Totals of the PmtInf that is being read. */
	private @Nullable ControlTotals payment;

	private int payments;

	private PaymentType paymentType = PaymentType.NONE;

	/** When the PmtInf that is being read is to be executed. */
	private @Nullable LocalDate payOn;

	private boolean ended;

	private Pain001Rows(FileChannel file, XmlCursor xml) {
		this.file = file;
		this.xml = xml;
	}

	static Pain001Rows open(FileChannel file) throws IOException {
		file.position(0);
		try {
			Pain001Rows rows = new Pain001Rows(file, UntrustedXml.cursor(Channels.newInputStream(file)));
			rows.readHeader();
			return rows;
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
	}

	@Override
	public List<String> headings() {
		return BulkColumn.headings();
	}

	@Override
	public ControlSum control() {
		return new ControlSum(this.message.requiredRows(), this.message.paise());
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		try {
			while (!this.ended) {
				ControlTotals open = this.payment;
				RawRow row = (open != null) ? nextIn(open) : null;
				if (row != null) {
					return row;
				}
				nextPayment();
			}
			return null;
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.file.close();
	}

	private void readHeader() throws IOException {
		if (!this.xml.next() || !this.xml.name().equals("Document")
				|| !this.xml.namespace().contains(":pain.001.001.")) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is not a pain.001 message");
		}
		if (!moveTo("CstmrCdtTrfInitn") || !moveTo("GrpHdr")) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The message has no group header");
		}
		while (this.xml.next()) {
			readTotal(this.message);
		}
		this.message.requiredRows();
	}

	private boolean moveTo(String child) throws IOException {
		while (this.xml.next()) {
			if (this.xml.name().equals(child)) {
				return true;
			}
			this.xml.skip();
		}
		return false;
	}

	private void nextPayment() throws IOException {
		if (moveTo("PmtInf")) {
			this.payments++;
			this.payment = new ControlTotals("PmtInf " + this.payments);
			this.paymentType = PaymentType.NONE;
			this.payOn = null;
			return;
		}
		if (this.xml.next()) {
			throw new RefusedFileException(FileFault.MALFORMED_XML, "The file has more than one CstmrCdtTrfInitn");
		}
		this.xml.finish();
		this.ended = true;
		this.message.requireDeclared();
	}

	private @Nullable RawRow nextIn(ControlTotals open) throws IOException {
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "CdtTrfTxInf" -> {
					return readTransfer(open);
				}
				case "PmtInfId" -> open.name(text());
				case "PmtTpInf" -> this.paymentType = readType().or(this.paymentType);
				case "ReqdExctnDt" -> this.payOn = day(text());
				case "PmtInf" ->
					throw new RefusedFileException(FileFault.MALFORMED_XML, "A PmtInf is nested in another");
				default -> readTotal(open);
			}
		}
		open.requireDeclared();
		this.payment = null;
		return null;
	}

	private void readTotal(ControlTotals totals) throws IOException {
		switch (this.xml.name()) {
			case "NbOfTxs" -> totals.declareRows(text());
			case "CtrlSum" -> totals.declareSum(text());
			default -> this.xml.skip();
		}
	}

	private RawRow readTransfer(ControlTotals open) throws IOException {
		this.cells.clear();
		this.read.clear();
		PaymentType type = this.paymentType;
		while (this.xml.next()) {
			switch (onlyOne()) {
				case "PmtId" -> {
					String reference = textAt("EndToEndId");
					this.cells.put(BulkColumn.MERCHANT_REFERENCE, reference.equals("NOTPROVIDED") ? "" : reference);
				}
				case "PmtTpInf" -> type = readType().or(this.paymentType);
				case "Amt" -> readAmount(open);
				case "Cdtr" -> readCreditor();
				case "CdtrAgt" -> this.cells.put(BulkColumn.IFSC, textAt("FinInstnId", "ClrSysMmbId", "MmbId"));
				case "CdtrAcct" -> {
					String account = textAt("Id", "Othr", "Id");
					this.cells.put(account.contains("@") ? BulkColumn.VPA : BulkColumn.ACCOUNT_NUMBER, account);
				}
				case "RmtInf" -> readRemarks();
				default -> this.xml.skip();
			}
		}
		this.cells.put(BulkColumn.RAIL,
				type.rail(this.cells.containsKey(BulkColumn.VPA), this.cells.getOrDefault(BulkColumn.AMOUNT, "")));
		open.addRow();
		this.message.addRow();
		return new RawRow(
				Arrays.stream(BulkColumn.values()).map((column) -> this.cells.getOrDefault(column, "")).toList(),
				Map.of(), 0, this.payOn);
	}

	/** The name of the open element, one of which a transfer may have. */
	private String onlyOne() {
		String element = this.xml.name();
		if (ONCE.contains(element) && !this.read.add(element)) {
			throw second(element);
		}
		return element;
	}

	/**
	 * Of two accounts or amounts, programs show the first or the last: the person who
	 * looks at the file may see another payment than the one that is made.
	 */
	private RefusedFileException second(String element) {
		return new RefusedFileException(FileFault.MALFORMED_XML,
				"A transfer has a second %s in line %d".formatted(element, this.xml.line()));
	}

	/** A long text stands in several elements. */
	private void readRemarks() throws IOException {
		StringBuilder remarks = new StringBuilder();
		while (this.xml.next()) {
			if (!this.xml.name().equals("Ustrd")) {
				this.xml.skip();
				continue;
			}
			remarks.append(remarks.isEmpty() ? "" : " ").append(text());
			if (remarks.length() > MAX_CELL_CHARS) {
				throw new RefusedFileException(FileFault.CELL_TOO_LONG,
						"The RmtInf of a transfer has more than " + MAX_CELL_CHARS + " characters");
			}
		}
		this.cells.put(BulkColumn.REMARKS, remarks.toString());
	}

	private void readAmount(ControlTotals open) throws IOException {
		while (this.xml.next()) {
			if (!this.xml.name().equals("InstdAmt")) {
				this.xml.skip();
				continue;
			}
			if (this.cells.containsKey(BulkColumn.AMOUNT)) {
				throw second("InstdAmt");
			}
			String currency = this.xml.attribute("Ccy");
			String amount = text();
			this.cells.put(BulkColumn.AMOUNT, "INR".equals(currency) ? amount : amount + " " + currency);
			open.addAmount(amount);
			this.message.addAmount(amount);
		}
	}

	private void readCreditor() throws IOException {
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "Nm" -> {
					if (this.cells.put(BulkColumn.NAME, text()) != null) {
						throw second("Nm");
					}
				}
				case "CtctDtls" -> {
					while (this.xml.next()) {
						readContact();
					}
				}
				default -> this.xml.skip();
			}
		}
	}

	private void readContact() throws IOException {
		switch (this.xml.name()) {
			case "PhneNb", "MobNb" -> this.cells.put(BulkColumn.PHONE, text().replace("-", ""));
			case "EmailAdr" -> this.cells.put(BulkColumn.EMAIL, text());
			default -> this.xml.skip();
		}
	}

	private PaymentType readType() throws IOException {
		String instrument = "";
		String level = "";
		while (this.xml.next()) {
			switch (this.xml.name()) {
				case "LclInstrm" -> instrument = text();
				case "SvcLvl" -> level = text();
				default -> this.xml.skip();
			}
		}
		return new PaymentType(instrument, level);
	}

	/** The day of a date, or of a date and time; null if there is none. */
	private static @Nullable LocalDate day(String text) {
		try {
			return LocalDate.parse(Beginning.of(text, DAY_CHARS));
		}
		catch (DateTimeParseException ex) {
			return null;
		}
	}

	/** The text at a path below the open element, or an empty text. */
	private String textAt(String... path) throws IOException {
		return textAt(List.of(path));
	}

	private String textAt(List<String> path) throws IOException {
		if (path.isEmpty()) {
			return text();
		}
		String found = null;
		while (this.xml.next()) {
			if (!this.xml.name().equals(path.getFirst())) {
				this.xml.skip();
			}
			else if (found != null) {
				throw second(path.getFirst());
			}
			else {
				found = textAt(path.subList(1, path.size()));
			}
		}
		return (found != null) ? found : "";
	}

	private String text() throws IOException {
		return this.xml.allText(MAX_CELL_CHARS).strip();
	}

}
