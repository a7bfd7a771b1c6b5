package dev.hundi.batch.statement.camt053;

import java.math.BigDecimal;

/**
 * Builds a camt.053 of any version from 02 to 13: the status of an entry is a text up to
 * 06, and parties are choices from 07 on.
 */
public final class CamtText {

	private final int version;

	private final StringBuilder entries = new StringBuilder();

	private long openingPaise = 1_000_000_00;

	private long movedPaise;

	public CamtText(int version) {
		this.version = version;
	}

	public CamtText opening(long paise) {
		this.openingPaise = paise;
		return this;
	}

	/** Adds an entry with the given content after {@code BkTxCd}. */
	public CamtText entry(long signedPaise, String code, String rest) {
		this.movedPaise += signedPaise;
		return add(signedPaise, "BOOK", "", code, rest);
	}

	public CamtText reversal(long signedPaise, String code, String rest) {
		this.movedPaise += signedPaise;
		return add(signedPaise, "BOOK", "<RvslInd>true</RvslInd>", code, rest);
	}

	public CamtText pending(long signedPaise) {
		return add(signedPaise, "PDNG", "", domain("PMNT", "ICDT", "DMCT"), "");
	}

	private CamtText add(long signedPaise, String status, String reversal, String code, String rest) {
		String sts = (this.version >= 7) ? "<Cd>" + status + "</Cd>" : status;
		this.entries.append("""
				<Ntry><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s<Sts>%s</Sts>
				<BookgDt><Dt>2026-11-20</Dt></BookgDt><ValDt><Dt>2026-11-19</Dt></ValDt>
				<AcctSvcrRef>BANK-1</AcctSvcrRef><BkTxCd>%s</BkTxCd>%s</Ntry>
				""".formatted(rupees(Math.abs(signedPaise)), (signedPaise < 0) ? "DBIT" : "CRDT", reversal, sts, code,
				rest));
		return this;
	}

	/** Adds a debit with the details of one payment. */
	public CamtText payment(long paise, String reference, String utr) {
		return entry(-paise, domain("PMNT", "ICDT", "DMCT"), details(details(paise, "DBIT", reference, utr,
				party("Cdtr", "Ravi Kumar"), account("CdtrAcct", "026291800001191"), "")));
	}

	/** Adds a credit to a virtual account. */
	public CamtText credit(long paise, String virtualAccount, String utr) {
		return entry(paise, domain("PMNT", "RCDT", "DMCT"), details(details(paise, "CRDT", "NOTPROVIDED", utr,
				party("Dbtr", "Asha & Sons"), account("CdtrAcct", virtualAccount), "")));
	}

	/** Adds a returned payment. */
	public CamtText returned(long paise, String reference, String utr) {
		return entry(paise, domain("PMNT", "ICDT", "RRTN"),
				details(details(paise, "CRDT", reference, utr, party("Cdtr", "Ravi Kumar"),
						account("CdtrAcct", "02014457596969"), "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>")));
	}

	public String details(String details) {
		return "<NtryDtls>" + details + "</NtryDtls>";
	}

	public String details(long paise, String indicator, String reference, String utr, String party, String account,
			String more) {
		String amount = "<Amt Ccy=\"INR\">" + rupees(paise) + "</Amt>";
		String amounts = (this.version >= 4) ? amount + "<CdtDbtInd>" + indicator + "</CdtDbtInd>"
				: "<AmtDtls><TxAmt>" + amount + "</TxAmt></AmtDtls>";
		String parties = party + account;
		return "<TxDtls><Refs><EndToEndId>" + reference + "</EndToEndId><TxId>" + utr + "</TxId></Refs>" + amounts
				+ "<RltdPties>" + parties + "</RltdPties><RmtInf><Ustrd>Salary</Ustrd></RmtInf>" + more + "</TxDtls>";
	}

	public String party(String role, String name) {
		String escaped = "<Nm>" + name.replace("&", "&amp;") + "</Nm>";
		return "<" + role + ">" + ((this.version >= 7) ? "<Pty>" + escaped + "</Pty>" : escaped) + "</" + role + ">";
	}

	public static String account(String role, String number) {
		return "<" + role + "><Id><Othr><Id>" + number + "</Id></Othr></Id></" + role + ">";
	}

	public static String domain(String domain, String family, String subFamily) {
		return "<Domn><Cd>%s</Cd><Fmly><Cd>%s</Cd><SubFmlyCd>%s</SubFmlyCd></Fmly></Domn>".formatted(domain, family,
				subFamily);
	}

	public static String own(String code) {
		return "<Prtry><Cd>" + code + "</Cd></Prtry>";
	}

	public static String rupees(long paise) {
		return BigDecimal.valueOf(paise, 2).toPlainString();
	}

	private static String balance(String type, long paise) {
		return """
				<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>
				<Dt><Dt>2026-11-20</Dt></Dt></Bal>
				""".formatted(type, rupees(Math.abs(paise)), (paise < 0) ? "DBIT" : "CRDT");
	}

	@Override
	public String toString() {
		return closing(this.openingPaise + this.movedPaise);
	}

	public String closing(long paise) {
		return """
				<?xml version="1.0" encoding="UTF-8"?>
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.%02d"><BkToCstmrStmt>
				<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T20:00:00Z</CreDtTm></GrpHdr>
				<Stmt><Id>S-20261120</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-11-20T20:00:00Z</CreDtTm>
				<Acct><Id><Othr><Id>50100 0123-45678</Id></Othr></Id><Ccy>INR</Ccy></Acct>
				%s%s%s</Stmt></BkToCstmrStmt></Document>
				""".formatted(this.version, balance("OPBD", this.openingPaise), balance("CLBD", paise), this.entries);
	}

}
