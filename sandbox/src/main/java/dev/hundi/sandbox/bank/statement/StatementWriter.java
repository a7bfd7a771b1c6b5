package dev.hundi.sandbox.bank.statement;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;

import dev.hundi.sandbox.bank.ledger.Bank;
import dev.hundi.sandbox.bank.ledger.DayStatement;
import dev.hundi.sandbox.bank.ledger.LedgerEntry;
import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;

/**
 * Writes a statement as camt.053.001.08, MT940 or CSV, deterministically.
 */
public final class StatementWriter {

	/** Number of the nodal account. */
	public static final String ACCOUNT = "SBOX00000000001";

	private static final DateTimeFormatter sixDigits = DateTimeFormatter.ofPattern("uuMMdd");

	private static final DateTimeFormatter fourDigits = DateTimeFormatter.ofPattern("MMdd");

	private static final int entriesAtOnce = 5_000;

	private static final int lineOf86 = 65;

	private static final int mostOf86 = 6 * lineOf86;

	private final Bank bank;

	private final DayStatement statement;

	private final Appendable out;

	private long balancePaise;

	private StatementWriter(Bank bank, DayStatement statement, Appendable out) {
		this.bank = bank;
		this.statement = statement;
		this.out = out;
		this.balancePaise = statement.openingPaise();
	}

	public static void write(Bank bank, DayStatement statement, StatementForm form, Appendable out) throws IOException {
		StatementWriter writer = new StatementWriter(bank, statement, out);
		switch (form) {
			case CAMT053 -> writer.camt053();
			case MT940 -> writer.mt940();
			case CSV -> writer.csv();
		}
	}

	private void entries(EntryWriter writer) throws IOException {
		long after = this.statement.afterSequence();
		while (true) {
			List<LedgerEntry> entries = this.bank.stated(this.statement, after, entriesAtOnce);
			if (entries.isEmpty()) {
				return;
			}
			for (LedgerEntry entry : entries) {
				boolean debit = entry.direction() == LedgerEntry.Direction.DEBIT;
				this.balancePaise += debit ? -entry.amountPaise() : entry.amountPaise();
				writer.write(entry);
			}
			after = entries.getLast().sequence();
		}
	}

	private void camt053() throws IOException {
		String day = this.statement.businessDate();
		String id = this.statement.reference();
		this.out
			.append("""
					<?xml version="1.0" encoding="UTF-8"?>
					<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
					<GrpHdr><MsgId>%s-%d</MsgId><CreDtTm>%s</CreDtTm></GrpHdr>
					<Stmt><Id>%s</Id><StmtPgntn><PgNb>%d</PgNb><LastPgInd>false</LastPgInd></StmtPgntn><CreDtTm>%s</CreDtTm>\
					<Acct><Id><Othr><Id>%s</Id></Othr></Id><Ccy>INR</Ccy></Acct>
					%s%s<TxsSummry><TtlNtries><NbOfNtries>%d</NbOfNtries></TtlNtries></TxsSummry>
					"""
				.formatted(id, this.statement.page(), this.statement.writtenAt(), id, this.statement.page(),
						this.statement.writtenAt(), ACCOUNT, balance("OPBD", this.statement.openingPaise(), day),
						balance("CLBD", this.statement.closingPaise(), day), this.statement.entryCount()));
		entries(this::camtEntry);
		this.out.append("</Stmt></BkToCstmrStmt></Document>\n");
	}

	private static String balance(String type, long paise, String day) {
		return "<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy=\"INR\">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Dt><Dt>%s</Dt></Dt></Bal>%n"
			.formatted(type, rupees(Math.abs(paise)), (paise < 0) ? "DBIT" : "CRDT", day)
			.replace("\r", "");
	}

	private void camtEntry(LedgerEntry entry) throws IOException {
		String indicator = (entry.direction() == LedgerEntry.Direction.DEBIT) ? "DBIT" : "CRDT";
		String code = switch (entry.kind()) {
			case PAYMENT -> "<Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly>";
			case RETURN -> "<Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly>";
			case CREDIT -> "<Fmly><Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly>";
			case CHARGE -> "<Fmly><Cd>ICDT</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly>";
			case GST -> "<Fmly><Cd>ICDT</Cd><SubFmlyCd>TAXE</SubFmlyCd></Fmly>";
		};
		this.out.append(
				"<Ntry><NtryRef>%d</NtryRef><Amt Ccy=\"INR\">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>"
					.formatted(entry.sequence(), rupees(entry.amountPaise()), indicator))
			.append("<BookgDt><Dt>%s</Dt></BookgDt><ValDt><Dt>%s</Dt></ValDt>".formatted(entry.bookedOn(),
					valueOn(entry)))
			.append(element("AcctSvcrRef", entry.bankReference()))
			.append("<BkTxCd><Domn><Cd>PMNT</Cd>" + code + "</Domn>")
			.append((entry.rail() != null) ? "<Prtry><Cd>" + entry.rail() + "</Cd></Prtry>" : "")
			.append("</BkTxCd><NtryDtls><TxDtls><Refs>")
			.append(element("EndToEndId", entry.reference()))
			.append(isMoney(entry) ? element("TxId", entry.utr()) : "")
			.append("</Refs><Amt Ccy=\"INR\">%s</Amt><CdtDbtInd>%s</CdtDbtInd>".formatted(rupees(entry.amountPaise()),
					indicator))
			.append(isMoney(entry) ? parties(entry) : "")
			.append("<RmtInf>" + element("Ustrd", Beginning.of(text(entry), 140)) + "</RmtInf>")
			.append((entry.kind() == LedgerEntry.Kind.RETURN) ? "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>" : "")
			.append("</TxDtls></NtryDtls></Ntry>\n");
	}

	private static String parties(LedgerEntry entry) {
		String account = "<CdtrAcct><Id><Othr>"
				+ element("Id", (entry.vpa() != null) ? entry.vpa() : entry.accountNumber())
				+ "</Othr></Id></CdtrAcct>";
		String name = "<Pty>" + element("Nm", Beginning.of(counterparty(entry), 140)) + "</Pty>";
		String parties = (entry.kind() == LedgerEntry.Kind.CREDIT) ? "<Dbtr>" + name + "</Dbtr>" + account
				: "<Cdtr>" + name + "</Cdtr>" + account;
		return "<RltdPties>" + parties + "</RltdPties>";
	}

	/** The narration, and in a payment what the client wrote for the beneficiary. */
	private static String text(LedgerEntry entry) {
		return (entry.kind() == LedgerEntry.Kind.PAYMENT && entry.remarks() != null)
				? entry.narration() + "-" + entry.remarks() : entry.narration();
	}

	private static String railAndText(LedgerEntry entry) {
		return ((entry.rail() != null) ? entry.rail() + " " : "") + text(entry);
	}

	/** Narration: verb, then counterparty. */
	private static String counterparty(LedgerEntry entry) {
		return entry.narration().replaceFirst("^(Received from|Paid to|Returned by) ", "");
	}

	private void mt940() throws IOException {
		LocalDate day = LocalDate.parse(this.statement.businessDate());
		this.out.append(":20:%s\r\n:25:%s\r\n:28C:%d%03d/%03d\r\n:60F:%s\r\n".formatted(this.statement.reference(),
				ACCOUNT, day.getYear() % 10, day.getDayOfYear(), this.statement.page(),
				balance940(this.statement.openingPaise(), day)));
		entries(this::line940);
		this.out.append(":62F:" + balance940(this.statement.closingPaise(), day) + "\r\n-\r\n");
	}

	private static String balance940(long paise, LocalDate day) {
		return ((paise < 0) ? "D" : "C") + sixDigits.format(day) + "INR" + rupees(Math.abs(paise)).replace('.', ',');
	}

	private void line940(LedgerEntry entry) throws IOException {
		String type = switch (entry.kind()) {
			case PAYMENT, CREDIT -> "NTRF";
			case RETURN -> "NRTI";
			case CHARGE -> "NCHG";
			case GST -> "NMSC";
		};
		this.out.append(":61:%s%s%s%s%sNONREF//%s\r\n".formatted(sixDigits.format(LocalDate.parse(valueOn(entry))),
				fourDigits.format(LocalDate.parse(entry.bookedOn())),
				(entry.direction() == LedgerEntry.Direction.DEBIT) ? "D" : "C",
				rupees(entry.amountPaise()).replace('.', ','), type,
				(entry.bankReference() != null) ? entry.bankReference() : "HBC" + entry.sequence()));
		StringBuilder text = new StringBuilder();
		word(text, "EREF", entry.reference());
		if (isMoney(entry)) {
			word(text, "UTR", entry.utr());
			boolean credit = entry.kind() == LedgerEntry.Kind.CREDIT;
			word(text, credit ? "VAN" : (entry.vpa() != null) ? "VPA" : "ACCT",
					(entry.vpa() != null) ? entry.vpa() : entry.accountNumber());
			word(text, "NAME", counterparty(entry));
		}
		word(text, "REMI", railAndText(entry));
		if (entry.kind() == LedgerEntry.Kind.RETURN) {
			word(text, "RTRN", "AC04");
		}
		String whole = Beginning.of(text.toString(), mostOf86);
		this.out.append(":86:");
		for (int i = 0; i < whole.length(); i += lineOf86) {
			this.out.append(whole, i, Math.min(whole.length(), i + lineOf86)).append("\r\n");
		}
	}

	private static void word(StringBuilder text, String name, @Nullable String value) {
		if (value != null) {
			text.append('/').append(name).append('/').append(value.replaceAll("[^0-9A-Za-z?:().,'+@_ -]", "."));
		}
	}

	private void csv() throws IOException {
		this.out.append("Account,%s,Day,%s,Page,%d\r\n".formatted(ACCOUNT, this.statement.businessDate(),
				this.statement.page()));
		this.out.append("Booked,Value,Narration,Amount,Dr/Cr,UTR,Reference,Bank reference,Virtual account,Balance\r\n");
		entries((entry) -> {
			boolean credit = entry.kind() == LedgerEntry.Kind.CREDIT;
			this.out.append(String.join(",", entry.bookedOn(), valueOn(entry), quoted(railAndText(entry)),
					rupees(entry.amountPaise()), (entry.direction() == LedgerEntry.Direction.DEBIT) ? "DR" : "CR",
					isMoney(entry) ? entry.utr() : "", quoted(entry.reference()), quoted(entry.bankReference()),
					credit ? quoted(entry.accountNumber()) : "", rupees(this.balancePaise)))
				.append("\r\n");
		});
	}

	/**
	 * Charges and GST are not payments and have no network reference.
	 */
	private static boolean isMoney(LedgerEntry entry) {
		return entry.kind() != LedgerEntry.Kind.CHARGE && entry.kind() != LedgerEntry.Kind.GST;
	}

	private static String valueOn(LedgerEntry entry) {
		return entry.movedOn().toString();
	}

	private static String element(String name, @Nullable String text) {
		return (text != null) ? "<" + name + ">" + text.replace("&", "&amp;").replace("<", "&lt;") + "</" + name + ">"
				: "";
	}

	private static String quoted(@Nullable String text) {
		return (text != null) ? '"' + text.replace("\"", "\"\"") + '"' : "";
	}

	public static String rupees(long paise) {
		return BigDecimal.valueOf(paise, 2).toPlainString();
	}

	/** Writes one entry. */
	@FunctionalInterface
	private interface EntryWriter {

		void write(LedgerEntry entry) throws IOException;

	}

}
