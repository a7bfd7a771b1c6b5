package dev.hundi.batch.export;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.SettlePayout;
import dev.hundi.business.Businesses;
import dev.hundi.business.Registration;
import dev.hundi.export.OtherProgram;
import dev.hundi.list.Window;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.ResponseCode;
import dev.hundi.testing.TestBusiness;
import dev.hundi.wallet.TestMoney;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.WalletExport;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The files of real exports, read back by other programs and compared with the database.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExportedFilesIntegrationTests {

	private static final Instant NOON = Instant.parse("2026-03-31T06:30:00Z");

	private static final String GSTIN = "27AAKCA7421M1ZC";

	private static final String ADDRESS = "12 MG Road, Mumbai, Maharashtra, 400001";

	private static final List<String> HOSTILE = List.of("=HYPERLINK(\"http://x\",\"y\")", "+91 98", "-5", "@SUM(A1)",
			"\ttab", "\rreturn", "'quoted", "'=x", "\"", "a,b;c", "line\nbreak", "line\r\nbreak",
			"शिक्षा श्रीमती ₹ १२३", "சென்னை ஸ்ரீ", "Paid to محمد علی for 123 goods", "👩‍👩‍👧 family 🎉",
			"bell\u0007 escape\u001B x", "turned \u202Egnp.exe", "< > % /", "x".repeat(500));

	private ExportsOnDatabase exports;

	/** With one movement more than a file has; inserting them takes seconds. */
	private TestBusiness full;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.exports = ExportsOnDatabase.start(directory);
		this.full = this.exports.business();
		this.exports.manyMovements(this.full, 50_001, NOON);
	}

	@AfterAll
	void stop() {
		this.exports.close();
	}

	@Test
	void writesEveryCellOfTheDatabaseToCsv() throws Exception {
		TestBusiness business = hostileMovements();
		WalletExport export = this.exports.export(business, ExportFormat.CSV);
		List<List<String>> cells = csv(this.exports.file(export));
		assertThat(cells.removeFirst()).containsExactly("No.", "Time", "Type", "Direction", "Amount", "Commission",
				"GST", "Total", "Balance before", "Balance after", "Transaction ID", "Merchant reference", "UTR",
				"Description", "Payout ID", "Movement ID", "Metadata", "Beneficiary name", "Account or VPA", "Rail");
		assertThat(cells).isEqualTo(database(business));
		assertFileIsAsRecorded(export, cells.size(), false);
	}

	@Test
	void writesEveryCellOfTheDatabaseToXls(@TempDir Path scratch) throws Exception {
		TestBusiness business = hostileMovements();
		Path file = this.exports.file(this.exports.export(business, ExportFormat.XLS));
		assertThat(OtherProgram.kindOf(file)).containsIgnoringCase("Excel");
		List<Path> sheets = OtherProgram.sheetsAsCsv(Files.copy(file, scratch.resolve("export.xls")), scratch);
		List<List<String>> cells = csv(sheets.getFirst());
		List<List<String>> stored = database(business);
		assertThat(cells).hasSize(stored.size() + 1);
		for (int i = 0; i < stored.size(); i++) {
			assertSameCells(cells.get(i + 1), stored.get(i));
		}
		assertThat(unquoted(sheets.getLast())).contains("Opening balance", "Closing balance", "Asha Traders",
				"GSTIN," + GSTIN, "Registered address," + ADDRESS, "Net commission,4\n", "Net GST,0.72\n");
	}

	@Test
	void writesTheHeadingAndEveryMovementToPdf() throws Exception {
		TestBusiness business = hostileMovements();
		String text = OtherProgram.pdfText(this.exports.file(this.exports.export(business, ExportFormat.PDF)));
		assertThat(text).contains("Wallet statement", "Asha Traders", "opening of the wallet", "Opening balance",
				"₹ 0.00", "Total credits", "Closing balance", "Generated at", "Page 1 of");
		for (List<String> row : database(business)) {
			assertThat(text).contains(row.get(1).replace('T', ' ').substring(0, 19));
		}
		assertThat(text)
			.contains("104.72", GSTIN, "12 MG Road, Mumbai,", "Net commission", "₹ 4.00", "Net GST", "₹ 0.72", "शिक्षा",
					"IDFBN52026112212", "'=x")
			.doesNotContain("PAYOUT_DEBIT")
			.containsPattern("Payout .* [0-9]{12} +IMPS +TXN[0-9]{18} ");
	}

	@Test
	void fitsFortyPayoutsOnEachPageOfAPdf() throws Exception {
		TestBusiness business = this.exports.business();
		new TestMoney(this.exports.database.dataSource()).debitedPayouts(business, 120);
		String[] pages = OtherProgram.pdfText(this.exports.file(this.exports.export(business, ExportFormat.PDF)))
			.split("\f");
		List<String> ids = this.exports.jdbc.sql("SELECT transaction_id FROM payout WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.list();
		assertThat(ids).hasSize(120).allMatch((id) -> Stream.of(pages).anyMatch((page) -> page.contains(id)));
		assertThat(pages).hasSizeLessThanOrEqualTo(3);
		for (String page : List.of(pages[0], pages[1])) {
			assertThat(ids).filteredOn(page::contains).hasSizeGreaterThanOrEqualTo(40);
		}
	}

	@Test
	void refundsReduceTheTotalsOfCharges(@TempDir Path scratch) throws Exception {
		TestBusiness business = this.exports.business();
		TestMoney money = new TestMoney(this.exports.database.dataSource());
		PayoutKey refunded = new PayoutKey(business.id(), money.debitedPayout(business));
		money.debitedPayout(business);
		PaymentOrder order = this.exports.bean(BankAttempts.class)
			.claim(List.of(refunded), "sandbox", Duration.ofMinutes(1))
			.getFirst();
		this.exports.bean(SettlePayout.class)
			.failed(order.attempt(), ResponseCode.BANK_REJECTED, "no", BankReport.NONE);
		Path file = this.exports.file(this.exports.export(business, ExportFormat.XLS));
		List<Path> sheets = OtherProgram.sheetsAsCsv(Files.copy(file, scratch.resolve("refund.xls")), scratch);
		assertThat(unquoted(sheets.getFirst())).contains("Payout reversal,Credit,100,4,0.72");
		assertThat(unquoted(sheets.getLast())).contains("Net commission,4\n", "Net GST,0.72\n");
		WalletExport found = this.exports.export(business, ExportFormat.XLS, "reversal of payout", Window.ALL);
		sheets = OtherProgram.sheetsAsCsv(Files.copy(this.exports.file(found), scratch.resolve("found.xls")), scratch);
		assertThat(unquoted(sheets.getLast())).contains("Net commission,-4", "Net GST,-0.72", "Total debits,0");
	}

	@ParameterizedTest
	@EnumSource(ExportFormat.class)
	void writesAReadableFileForAnEmptyWindow(ExportFormat format, @TempDir Path scratch) throws Exception {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 3, NOON);
		WalletExport export = this.exports.export(business, format, null,
				new Window(NOON.plusSeconds(100), NOON.plusSeconds(200)));
		assertFileIsAsRecorded(export, 0, false);
		assertThat(rows(export, scratch)).isEmpty();
	}

	@Test
	void namesNoEndBeforeTheStartOfAWindowThatHasNotBegun(@TempDir Path scratch) throws Exception {
		TestBusiness business = this.exports.business();
		WalletExport export = this.exports.export(business, ExportFormat.XLS, null,
				new Window(Instant.parse("2999-01-01T00:00:00Z"), null));
		List<Path> sheets = OtherProgram
			.sheetsAsCsv(Files.copy(this.exports.file(export), scratch.resolve("later.xls")), scratch);
		assertThat(unquoted(sheets.getLast())).contains("Period,1 January 2999, 05:30:00 IST or later");
		assertThat(Objects.requireNonNull(export.file()).name()).endsWith("-29990101-29990101.xls");
	}

	@ParameterizedTest
	@EnumSource(ExportFormat.class)
	void includesTheStartOfAWindowAndExcludesItsEnd(ExportFormat format, @TempDir Path scratch) throws Exception {
		TestBusiness business = this.exports.business();
		this.exports.manyMovements(business, 3, NOON);
		WalletExport export = this.exports.export(business, format, null,
				new Window(NOON.plusSeconds(1), NOON.plusSeconds(2)));
		assertFileIsAsRecorded(export, 1, false);
		assertThat(rows(export, scratch)).singleElement().asString().contains("2026-03-31", "12:00:01");
		assertThat(Objects.requireNonNull(export.file()).name())
			.isEqualTo("wallet-" + code(business) + "-20260331-20260331." + format.extension());
	}

	@ParameterizedTest
	@EnumSource(ExportFormat.class)
	void writesTheLargestAmountToThePaisa(ExportFormat format, @TempDir Path scratch) throws Exception {
		TestBusiness business = this.exports.business();
		this.exports.bean(TopUpWallet.class)
			.topUp(business.id(), Long.MAX_VALUE, "MAX" + UUID.randomUUID(), "All there is");
		WalletExport export = this.exports.export(business, format);
		assertThat(rows(export, scratch)).singleElement()
			.asString()
			.contains((format == ExportFormat.PDF) ? "92,23,37,20,36,85,47,758.07" : "92233720368547758.07");
	}

	@Test
	void omitsTheNewestRowsBeyondFiftyThousand() throws Exception {
		Instant end = NOON.plusSeconds(50_000);
		WalletExport exact = this.exports.export(this.full, ExportFormat.CSV, null, new Window(null, end));
		assertFileIsAsRecorded(exact, 50_000, false);
		WalletExport more = this.exports.export(this.full, ExportFormat.CSV);
		assertFileIsAsRecorded(more, 50_000, true);
		List<List<String>> cells = csv(this.exports.file(more));
		List<String> note = cells.removeLast();
		assertThat(cells).isEqualTo(csv(this.exports.file(exact))).hasSize(50_001);
		assertThat(cells.get(1).getFirst()).isEqualTo("1");
		assertThat(cells.getLast().getFirst()).isEqualTo("50000");
		assertThat(note.getFirst()).startsWith("The oldest 50000 of 50001");
		assertThat(note).hasSize(20).filteredOn((cell) -> !cell.isEmpty()).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(value = ExportFormat.class, names = { "XLS", "PDF" })
	void marksATruncatedFile(ExportFormat format, @TempDir Path scratch) throws Exception {
		WalletExport export = this.exports.export(this.full, format);
		assertFileIsAsRecorded(export, 50_000, true);
		if (format == ExportFormat.PDF) {
			// In the heading and under the rows.
			assertThat(OtherProgram.pdfText(this.exports.file(export)).split("The oldest 50000 of 50001", -1))
				.hasSize(3);
		}
		else {
			List<String> rows = rows(export, scratch);
			assertThat(rows).hasSize(50_001);
			assertThat(rows.getLast()).startsWith("The oldest 50000 of 50001");
		}
	}

	private TestBusiness hostileMovements() {
		TestBusiness business = this.exports.business();
		TopUpWallet topUps = this.exports.bean(TopUpWallet.class);
		for (int i = 0; i < HOSTILE.size(); i++) {
			topUps.topUp(business.id(), 1_00 + i * 123_456_789L, "UTR" + UUID.randomUUID(), HOSTILE.get(i));
		}
		UUID payout = new TestMoney(this.exports.database.dataSource()).debitedPayout(business);
		this.exports.withoutTriggers((session) -> session.sql("""
				UPDATE payout SET beneficiary_name = :name, merchant_reference_id = :reference, utr = 'IDFBN52026112212'
				 WHERE business_id = :id AND payout_id = :payoutId
				""")
			.param("name", "Ramesh \"Kumar\" \\ शिक्षा")
			.param("reference", "'=x")
			.param("id", business.id())
			.param("payoutId", payout)
			.update());
		this.exports.bean(Businesses.class).registration(business.id(), new Registration(GSTIN, ADDRESS));
		return business;
	}

	/** Movements as formatted by PostgreSQL, in the columns of a csv file. */
	private List<List<String>> database(TestBusiness business) {
		return this.exports.jdbc
			.sql("""
					SELECT m.sequence::text,
					       to_char(m.created_at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+05:30',
					       CASE m.type WHEN 'TOPUP' THEN 'Top-up' WHEN 'PAYOUT_DEBIT' THEN 'Payout' END, initcap(m.direction),
					       (m.amount_paise / 100.0)::numeric(30, 2)::text,
					       (m.commission_paise / 100.0)::numeric(30, 2)::text, (m.gst_paise / 100.0)::numeric(30, 2)::text,
					       (m.total_paise / 100.0)::numeric(30, 2)::text,
					       (m.balance_before_paise / 100.0)::numeric(30, 2)::text,
					       (m.balance_after_paise / 100.0)::numeric(30, 2)::text, p.transaction_id, free.reference,
					       coalesce(p.utr, m.metadata ->> 'utr'), free.description, m.payout_id::text, m.movement_id::text,
					       (m.metadata || CASE WHEN p.payout_id IS NULL THEN '{}' ELSE jsonb_strip_nulls(jsonb_build_object(
					          'transactionType', p.rail, 'beneficiaryName', p.beneficiary_name,
					          'accountNumber', p.account_number, 'ifsc', p.ifsc, 'vpa', p.vpa)) END)::text,
					       p.beneficiary_name, p.account_number, CASE p.rail WHEN 'I' THEN 'IMPS' END
					  FROM wallet_movement m
					  LEFT JOIN payout p USING (business_id, payout_id)
					 CROSS JOIN LATERAL (
					   SELECT regexp_replace(m.description, '^(''*[-=+@\\t\\r])', chr(39) || '\\1') AS description,
					          regexp_replace(p.merchant_reference_id, '^(''*[-=+@\\t\\r])', chr(39) || '\\1') AS reference) AS free
					 WHERE m.business_id = :id
					 ORDER BY m.sequence
					""")
			.param("id", business.id())
			.query((row, number) -> {
				List<String> cells = new ArrayList<>();
				for (int i = 1; i <= 20; i++) {
					cells.add(Objects.requireNonNullElse(row.getString(i), ""));
				}
				return cells;
			})
			.list();
	}

	/** Compares numbers by value, because a spreadsheet drops trailing zeros. */
	private static void assertSameCells(List<String> cells, List<String> stored) {
		for (int i = 0; i < stored.size(); i++) {
			if (i == 1) {
				assertThat(cells.get(i)).contains(stored.get(i).substring(0, 10));
			}
			else if (i == 0 || (i >= 4 && i <= 9)) {
				assertThat(new BigDecimal(cells.get(i))).isEqualByComparingTo(stored.get(i));
			}
			else {
				assertThat(cells.get(i).replace("\r\n", "\n").replace("\r", "\n"))
					.isEqualTo(stored.get(i).replace("\r\n", "\n").replace("\r", "\n"));
			}
		}
	}

	private List<String> rows(WalletExport export, Path scratch) throws Exception {
		Path file = this.exports.file(export);
		return switch (export.format()) {
			case CSV -> lines(csv(file));
			case XLS -> lines(
					csv(OtherProgram
						.sheetsAsCsv(Files.copy(file, scratch.resolve("rows.xls"), StandardCopyOption.REPLACE_EXISTING),
								scratch)
						.getFirst()));
			case PDF -> OtherProgram.pdfText(file)
				.lines()
				.filter((line) -> line.matches(" *\\d+ +\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2} .*\\d\\.\\d{2}.*"))
				.toList();
		};
	}

	private static String unquoted(Path csv) throws IOException {
		return Files.readString(csv).replace("\"", "");
	}

	private static List<String> lines(List<List<String>> cells) {
		return cells.stream().skip(1).map((row) -> String.join(" ", row)).toList();
	}

	private static List<List<String>> csv(Path file) throws IOException {
		try (CSVParser parser = CSVParser.parse(Files.readString(file).replace("\ufeff", ""), CSVFormat.RFC4180)) {
			List<List<String>> rows = new ArrayList<>();
			for (CSVRecord record : parser) {
				rows.add(record.stream().toList());
			}
			return rows;
		}
	}

	private void assertFileIsAsRecorded(WalletExport export, int rows, boolean truncated) throws Exception {
		WalletExport.File file = Objects.requireNonNull(export.file());
		byte[] content = Files.readAllBytes(this.exports.file(export));
		assertThat(file.rowCount()).isEqualTo(rows);
		assertThat(file.truncated()).isEqualTo(truncated);
		assertThat(file.sizeBytes()).isEqualTo(content.length);
		assertThat(file.sha256())
			.isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
	}

	private String code(TestBusiness business) {
		return this.exports.jdbc.sql("SELECT business_code FROM business WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
	}

}
