package dev.hundi.bench.seed;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;

import javax.sql.DataSource;

import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Writes a seeded statement as the camt.053 of a bank.
 */
public final class StatementFile {

	private static final int ROWS_AT_ONCE = 10_000;

	private StatementFile() {
	}

	/**
	 * Writes the statement of a day.
	 * @param account number of the account
	 */
	public static void write(DataSource dataSource, LocalDate day, String account, Path file) throws IOException {
		JdbcTemplate jdbc = new JdbcTemplate(dataSource);
		jdbc.setFetchSize(ROWS_AT_ONCE);
		try (BufferedWriter out = Files.newBufferedWriter(file)) {
			// The driver streams rows only within a transaction.
			new TransactionTemplate(new JdbcTransactionManager(dataSource)).executeWithoutResult((status) -> {
				RowCallbackHandler head = (row) -> say(out, head(row, account, day));
				jdbc.query("SELECT opening_paise, closing_paise FROM bank_statement WHERE business_date = ?", head,
						day);
				RowCallbackHandler entry = (row) -> say(out, entry(row, day));
				jdbc.query("""
						SELECT line_number, direction, amount_paise, kind, utr, reference,
						       coalesce(virtual_account_number, counterparty_account) AS account, item_count
						  FROM bank_statement_line WHERE business_date = ? ORDER BY line_number
						""", entry, day);
			});
			out.write("</Stmt></BkToCstmrStmt></Document>\n");
		}
	}

	private static String head(ResultSet row, String account, LocalDate day) throws SQLException {
		return """
				<?xml version="1.0" encoding="UTF-8"?>
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>B</MsgId>\
				<CreDtTm>%2$sT20:00:00Z</CreDtTm></GrpHdr><Stmt><Id>BENCH</Id><Acct><Id><Othr><Id>%1$s</Id></Othr></Id></Acct>
				%3$s%4$s"""
			.formatted(account, day, balance("OPBD", row.getLong(1), day), balance("CLBD", row.getLong(2), day));
	}

	private static String balance(String type, long paise, LocalDate day) {
		return """
				<Bal><Tp><CdOrPrtry><Cd>%s</Cd></CdOrPrtry></Tp><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd>\
				<Dt><Dt>%s</Dt></Dt></Bal>
				""".formatted(type, Rupees.format(Math.abs(paise)), (paise < 0) ? "DBIT" : "CRDT", day);
	}

	private static String entry(ResultSet row, LocalDate day) throws SQLException {
		int number = row.getInt("line_number");
		String amount = Rupees.format(row.getLong("amount_paise"));
		String indicator = row.getString("direction").equals("DEBIT") ? "DBIT" : "CRDT";
		String kind = row.getString("kind");
		String code = switch (kind) {
			case "RETURN" -> "<Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd>";
			case "CREDIT" -> "<Cd>RCDT</Cd><SubFmlyCd>DMCT</SubFmlyCd>";
			case "CHARGE" -> "<Cd>ICDT</Cd><SubFmlyCd>CHRG</SubFmlyCd>";
			case "GST" -> "<Cd>ICDT</Cd><SubFmlyCd>TAXE</SubFmlyCd>";
			default -> "<Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd>";
		};
		String details = kind.equals("BATCH")
				? "<Btch><PmtInfId>%s</PmtInfId><NbOfTxs>%d</NbOfTxs></Btch>".formatted(row.getString("reference"),
						row.getInt("item_count"))
				: """
						<TxDtls><Refs>%s%s</Refs><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><RltdPties>\
						<Cdtr><Pty><Nm>Ravi Kumar %d</Nm></Pty></Cdtr>%s</RltdPties>\
						<RmtInf><Ustrd>Paid to Ravi Kumar %d</Ustrd></RmtInf></TxDtls>""".formatted(
						element("EndToEndId", row.getString("reference")), element("TxId", row.getString("utr")),
						amount, indicator, number, account(row.getString("account")), number);
		return """
				<Ntry><NtryRef>%1$d</NtryRef><Amt Ccy="INR">%2$s</Amt><CdtDbtInd>%3$s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>\
				<BookgDt><Dt>%4$s</Dt></BookgDt><ValDt><Dt>%4$s</Dt></ValDt><AcctSvcrRef>HB%1$014d</AcctSvcrRef>\
				<BkTxCd><Domn><Cd>PMNT</Cd><Fmly>%5$s</Fmly></Domn></BkTxCd><NtryDtls>%6$s</NtryDtls></Ntry>
				"""
			.formatted(number, amount, indicator, day, code, details);
	}

	private static String account(@Nullable String number) {
		return (number != null) ? "<CdtrAcct><Id><Othr><Id>" + number + "</Id></Othr></Id></CdtrAcct>" : "";
	}

	private static String element(String name, @Nullable String text) {
		return (text != null) ? "<" + name + ">" + text + "</" + name + ">" : "";
	}

	private static void say(BufferedWriter out, String text) {
		try {
			out.write(text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
