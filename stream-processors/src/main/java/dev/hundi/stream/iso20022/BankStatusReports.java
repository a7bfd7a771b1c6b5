package dev.hundi.stream.iso20022;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

import dev.hundi.bank.ReportedStatus;
import dev.hundi.bank.ReportedStatus.Kind;
import dev.hundi.money.Rupees;
import dev.hundi.utr.Utr;
import org.jspecify.annotations.Nullable;

/**
 * Reads the status of our payment orders from a bank's file: a status report (pain.002)
 * or a notification (camt.054), of any version. A status that is not certain is
 * {@link Kind#UNCLEAR}, never a guess.
 */
public final class BankStatusReports {

	private static final String PAIN_002 = "urn:iso:std:iso:20022:tech:xsd:pain.002.001.";

	private static final String CAMT_054 = "urn:iso:std:iso:20022:tech:xsd:camt.054.001.";

	/** The bank already has a rejected duplicate, so the payment did not fail. */
	private static final Set<String> DUPLICATE_REASONS = Set.of("AM05", "DUPL", "DU01", "DU02", "DU03", "DU04", "DU05");

	private BankStatusReports() {
	}

	/**
	 * Reads a file.
	 * @return the reported statuses in the order of the file
	 * @throws MalformedFileException if the file is neither pain.002 nor camt.054
	 */
	public static List<ReportedStatus> read(byte[] file) throws MalformedFileException {
		Element document = Element.read(file);
		if (!document.name().equals("Document")) {
			throw new MalformedFileException("The root element is not Document");
		}
		if (document.namespace().startsWith(PAIN_002)) {
			return statuses(require(document.one("CstmrPmtStsRpt"), "CstmrPmtStsRpt"));
		}
		if (document.namespace().startsWith(CAMT_054)) {
			return entries(require(document.one("BkToCstmrDbtCdtNtfctn"), "BkToCstmrDbtCdtNtfctn"));
		}
		throw new MalformedFileException("The file is neither pain.002 nor camt.054: " + document.namespace());
	}

	private static Element require(@Nullable Element element, String name) throws MalformedFileException {
		if (element == null) {
			throw new MalformedFileException("The file has no " + name);
		}
		return element;
	}

	/**
	 * Reads only statuses of single transactions. If the bank rejects a whole file
	 * without listing its transactions, the orders go to manual review. If the order, its
	 * payment information or the file is named a duplicate, RJCT means that the bank has
	 * the first.
	 */
	private static List<ReportedStatus> statuses(Element report) throws MalformedFileException {
		Element group = require(report.one("OrgnlGrpInfAndSts"), "OrgnlGrpInfAndSts");
		List<ReportedStatus> reported = new ArrayList<>();
		boolean ofFile = namesDuplicate(group);
		for (Element payment : report.all("OrgnlPmtInfAndSts").toList()) {
			boolean ofDuplicate = ofFile || namesDuplicate(payment);
			for (Element status : payment.all("TxInfAndSts").toList()) {
				reported.add(status(status, ofDuplicate || namesDuplicate(status)));
			}
		}
		return reported;
	}

	private static boolean namesDuplicate(Element rejected) {
		return rejected.all("StsRsnInf", "Rsn", "Cd")
			.anyMatch((reason) -> DUPLICATE_REASONS.contains(Objects.requireNonNullElse(reason.text(), "")));
	}

	private static ReportedStatus status(Element status, boolean isDuplicate) throws MalformedFileException {
		String reference = status.text("OrgnlEndToEndId");
		if (reference == null || reference.length() > 100) {
			throw new MalformedFileException("A status has no valid OrgnlEndToEndId");
		}
		String code = Objects.requireNonNullElse(status.text("TxSts"), "");
		String reason = status.text("StsRsnInf", "AddtlInf");
		Kind kind = switch (code) {
			case "ACSC", "ACCC" -> Kind.PAID;
			case "RJCT" -> isDuplicate ? Kind.ACCEPTED : Kind.REJECTED;
			case "RCVD", "ACTC", "ACCP", "ACFC", "ACSP", "ACWC", "ACWP", "PDNG" -> Kind.ACCEPTED;
			default -> Kind.UNCLEAR;
		};
		return new ReportedStatus(reference, kind, amountOf(status.one("OrgnlTxRef", "Amt", "InstdAmt")),
				status.text("OrgnlTxRef", "CdtrAcct", "Id", "Othr", "Id"),
				Utr.ofPayment(either(status.text("ClrSysRef"), status.text("AcctSvcrRef"))),
				status.text("StsRsnInf", "Rsn", "Cd"), (kind == Kind.UNCLEAR) ? "status " + code : reason);
	}

	private static List<ReportedStatus> entries(Element notification) throws MalformedFileException {
		List<ReportedStatus> reported = new ArrayList<>();
		for (Element entry : notification.all("Ntfctn", "Ntry").toList()) {
			for (Element details : entry.all("NtryDtls", "TxDtls").toList()) {
				String reference = details.text("Refs", "EndToEndId");
				if (reference != null && reference.length() <= 100) {
					reported.add(entry(reference, entry, details));
				}
			}
		}
		return reported;
	}

	private static ReportedStatus entry(String reference, Element entry, Element details)
			throws MalformedFileException {
		String direction = either(details.text("CdtDbtInd"), entry.text("CdtDbtInd"));
		String state = either(entry.text("Sts", "Cd"), entry.text("Sts"));
		boolean booked = "BOOK".equals(state);
		boolean returned = isTrue(entry.text("RvslInd")) || details.one("RtrInf") != null;
		Kind kind = Kind.UNCLEAR;
		if (booked && "DBIT".equals(direction) && !returned) {
			kind = Kind.PAID;
		}
		else if (booked && "CRDT".equals(direction) && returned) {
			kind = Kind.RETURNED;
		}
		else if ("PDNG".equals(state) && "DBIT".equals(direction) && !returned) {
			kind = Kind.ACCEPTED;
		}
		Element amount = details.one("Amt");
		if (amount == null) {
			amount = details.one("AmtDtls", "TxAmt", "Amt");
		}
		Long paise = amountOf(amount);
		if (paise == null && kind != Kind.UNCLEAR) {
			kind = Kind.UNCLEAR;
		}
		return new ReportedStatus(reference, kind, paise,
				returned ? null : details.text("RltdPties", "CdtrAcct", "Id", "Othr", "Id"),
				Utr.ofPayment(details.text("Refs", "TxId")), details.text("RtrInf", "Rsn", "Cd"),
				(kind == Kind.UNCLEAR) ? "entry " + direction + (booked ? " booked" : " not booked") : null);
	}

	/** Both texts are true in XML Schema. */
	private static boolean isTrue(@Nullable String text) {
		return "true".equals(text) || "1".equals(text);
	}

	private static @Nullable Long amountOf(@Nullable Element amount) throws MalformedFileException {
		String text = (amount != null) ? amount.text() : null;
		if (amount == null || text == null) {
			return null;
		}
		OptionalLong paise = Rupees.parse(text);
		if (!"INR".equals(amount.currency()) || paise.isEmpty()) {
			throw new MalformedFileException("Not an amount in rupees: " + text);
		}
		return paise.getAsLong();
	}

	private static @Nullable String either(@Nullable String first, @Nullable String second) {
		return (first != null) ? first : second;
	}

}
