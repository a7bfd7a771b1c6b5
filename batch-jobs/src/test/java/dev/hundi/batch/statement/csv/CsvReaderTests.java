package dev.hundi.batch.statement.csv;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.RecordedStatements;
import dev.hundi.batch.statement.intake.ShippedProfiles;
import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CsvReaderTests {

	private static final String ACCOUNT = "50100012345678";

	private static final String HDFC = """
			HDFC BANK Ltd.,,,,,,
			Account No :,50100012345678,,,,,
			,,,,,,
			Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance
			********,********,********,********,********,********,********
			20/11/26,NEFT DR-YESB0000262-RAVI KUMAR-HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z-N325262012345678,20/11/26,"1,500.00",0.00,N325262012345678,"98,500.00"
			20/11/26,"UPI-ASHA, TRADERS-asha@hdfcbank-HDFC0000001-632512345678-TOPUP",19/11/26,0.00,"20,000.50",0000632512345678,"1,18,500.50"
			21/11/26,IMPS P2P CHGS 211126,21/11/26,5.00,0.00,0,"1,18,495.50"
			,,,,,,
			STATEMENT SUMMARY :-,,,,,,
			Opening Balance,,,Debits,Credits,,Closing Bal
			"1,00,000.00",,,"1,505.00","20,000.50",,"1,18,495.50"
			""";

	private final CsvReader hdfc = new CsvReader(ACCOUNT, ShippedProfiles.csv("hdfc"),
			ShippedProfiles.narrations("hdfc"));

	@Test
	void readsTheShippedProfileOfHdfc() throws Exception {
		RecordedStatements read = RecordedStatements.read(this.hdfc, HDFC);
		LocalDate day = LocalDate.of(2026, 11, 20);
		assertThat(read.heads).containsExactly(
				new StatementHead(ACCOUNT, day, "CSV 2026-11-20", 1, 1_00_000_00L, 1_18_500_50L),
				new StatementHead(ACCOUNT, day.plusDays(1), "CSV 2026-11-21", 1, 1_18_500_50L, 1_18_495_50L));
		StatementLine payment = read.lines.get(0).get(0);
		assertThat(payment).isEqualTo(new StatementLine(Direction.DEBIT, 1500_00, day, day, LineKind.PAYMENT, Rail.NEFT,
				"N325262012345678", "HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z", "N325262012345678", null, null, "RAVI KUMAR", null,
				null, null, "NEFT DR-YESB0000262-RAVI KUMAR-HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z-N325262012345678", false));
		StatementLine topUp = read.lines.get(0).get(1);
		assertThat(topUp.utr()).isEqualTo("632512345678");
		assertThat(topUp.kind()).isEqualTo(LineKind.CREDIT);
		assertThat(topUp.valueOn()).isEqualTo(day.minusDays(1));
		assertThat(topUp.counterpartyAccount()).isEqualTo("asha@hdfcbank");
		assertThat(read.lines.get(1)).extracting(StatementLine::kind).containsExactly(LineKind.CHARGE);
		assertThat(read.wrongSums).isEmpty();
	}

	@Test
	void readsTheShippedProfileOfIcici() throws Exception {
		String text = """
				\ufeffDETAILED STATEMENT
				Transactions List -  HUNDI (INR) - 000405001234,,,,,,,,
				No.,Transaction ID,Value Date,Txn Posted Date,ChequeNo.,Description,Cr/Dr,Transaction Amount(INR),Available Balance(INR)
				1,S1234,20/11/2026,20/11/2026 10:00:00 AM,-,MMT/IMPS/632512345678/SAL/RAVI KUMAR/YES BANK,DR,"1,500.00","98,500.00"
				2,S1235,20/11/2026,20/11/2026 10:01:00 AM,-,NEFT-N325262012345678-ASHA TRADERS,CR,"500.00","99,000.00"
				""";
		RecordedStatements read = RecordedStatements
			.read(new CsvReader(ACCOUNT, ShippedProfiles.csv("icici"), ShippedProfiles.narrations("icici")), text);
		assertThat(read.head().openingPaise()).isEqualTo(1_00_000_00);
		assertThat(read.head().closingPaise()).isEqualTo(99_000_00);
		assertThat(read.only()).extracting(StatementLine::utr).containsExactly("632512345678", "N325262012345678");
		assertThat(read.only()).extracting(StatementLine::kind).containsExactly(LineKind.PAYMENT, LineKind.CREDIT);
		assertThat(read.only()).extracting(StatementLine::bankReference).containsExactly("S1234", "S1235");
	}

	@Test
	void readsFileWithNewestLineFirst() throws Exception {
		CsvProfile.Columns columns = new CsvProfile.Columns("Day", null, null, null, null, "Paid", null, "Left", null,
				null, null, null);
		CsvProfile profile = new CsvProfile(columns, "d MMM uuuu", ';', StandardCharsets.UTF_8, ',', '.', List.of(),
				List.of(), true);
		String text = """
				Day;Paid;Left
				21 Nov 2026;-1,50;97,00
				20 Nov 2026;+0,50;98,50
				20 Nov 2026;-2.000,00;98,00
				""";
		RecordedStatements read = RecordedStatements.read(new CsvReader(ACCOUNT, profile, Narrations.NONE), text);
		assertThat(read.heads).extracting((head) -> head.businessDate().getDayOfMonth()).containsExactly(20, 21);
		assertThat(read.heads).extracting(StatementHead::openingPaise).containsExactly(2_098_00L, 98_50L);
		assertThat(read.reachedPaise(0)).isEqualTo(98_50);
		assertThat(read.reachedPaise(1)).isEqualTo(97_00);
	}

	@Test
	void reportsBalanceThatDoesNotFollow() throws Exception {
		RecordedStatements read = RecordedStatements.read(this.hdfc,
				HDFC.replace("\"1,18,500.50\"", "\"1,18,600.50\""));
		assertThat(read.wrongSums).containsExactly("7: 10000");
		assertThat(read.lines.get(0)).hasSize(2);
	}

	/** Amounts and balances would be a hundred times as much, and add up. */
	@ParameterizedTest
	@ValueSource(strings = { "\"1500,50\",0,R,\"98499,50\"", "\"1,500,50\",0,R,\"98,499,50\"",
			"\"1.500,50\",0,R,\"98.499,50\"", "\"15,0050\",0,R,\"98,49950\"", "1500.50,0,R,\"984,9950\"" })
	void rejectsAmountsWithTheSeparatorsOfAnotherCountry(String amounts) {
		String text = HDFC.lines().limit(4).collect(Collectors.joining("\n")) + "\n20/11/26,NEFT,20/11/26," + amounts
				+ "\n";
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, text));
	}

	static Stream<String> invalid() {
		return Stream.of(HDFC.replace("Closing Balance", "Closing"), HDFC.replace("20/11/26,NEFT", "31/11/26,NEFT"),
				HDFC.replace("20/11/26,NEFT", ",NEFT"), HDFC.replace("\"1,500.00\"", "\"1,500.005\""),
				HDFC.replace("\"1,500.00\"", "1e3"), HDFC.replace("\"1,500.00\",0.00", "\"1,500.00\",5.00"),
				HDFC.replace("\"98,500.00\"", ""), HDFC.replace("21/11/26,IMPS", "19/11/26,IMPS"),
				HDFC.replace("\"98,500.00\"", "\"98,500.00"), "", "Date,Narration\n", "\0\0\0\0",
				HDFC + "\"unclosed,,,,,,\n");
	}

	@ParameterizedTest
	@MethodSource("invalid")
	void rejectsInvalidFile(String text) {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, text))
			.satisfies((ex) -> assertThat(ex.getMessage()).isNotBlank());
	}

	@ParameterizedTest
	@CsvSource({ "'20/11/26,NEFT', '31/11/26,NEFT', Date", "'\"1,500.00\"', 1e3, Debit Amount",
			"'\"98,500.00\"', x, Closing Balance" })
	void namesTheColumnOfAnInvalidField(String valid, String invalid, String column) {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, HDFC.replace(valid, invalid)))
			.satisfies((ex) -> {
				assertThat(ex.column()).isEqualTo(column);
				assertThat(ex.fileLine()).isEqualTo(6);
			});
	}

	@ParameterizedTest
	@CsvSource({
			"'20/11/26,NEFT without an amount,20/11/26,,,N1,\"98,500.00\"', 'Line 7, column Debit Amount: The row has a date but no amount'",
			"'32/11/26,NEFT without an amount,20/11/26,,,N1,', 'Line 7, column Debit Amount: The row has a date but no amount'",
			"'Sub-total,,,,,,', 'Line 8, column Date: The row has a date, but the lines ended before line 7'" })
	void rejectsFileWhoseLinesEndBeforeItsLastDatedRow(String row, String reason) {
		String after = "20/11/26,\"UPI-ASHA";
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, HDFC.replace(after, row + "\n" + after)))
			.satisfies((ex) -> assertThat(ex.reason()).startsWith(reason));
	}

	private static final String AFTER_THE_HEADINGS = "********,********,********,********,********,********,********\n";

	private static final String AFTER_THE_LINES = ",,,,,,\nSTATEMENT SUMMARY";

	@ParameterizedTest
	@ValueSource(strings = { ",OPENING BALANCE,,,,,\"1,00,000.00\"", "OPENING BALANCE,,,,,,\"1,00,000.00CR\"",
			"20/11/26,B/F,20/11/26,,,,\"1,00,000.00\"", "20/11/26,B/F,20/11/26,0.00,0.00,,\"1,00,000.00\"" })
	void skipsTheOpeningBalance(String row) throws Exception {
		assertThat(RecordedStatements.read(this.hdfc, HDFC.replace(AFTER_THE_HEADINGS, row + "\n")))
			.satisfies((read) -> assertThat(read.lines).isEqualTo(RecordedStatements.read(this.hdfc, HDFC).lines));
	}

	@ParameterizedTest
	@CsvSource({
			"',OPENING BALANCE,,,,,\"1,00,001.00\"', 'Line 6, column Closing Balance: The balance stated before the first line should be 10000000 paise but is 10000100'",
			"'20/11/26,NEFT without an amount,20/11/26,,,N1,\"1,00,000.00\"', 'Line 5, column Debit Amount: The row has a date but no amount'" })
	void rejectsAnOpeningBalanceThatIsNotOne(String row, String reason) {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, HDFC.replace(AFTER_THE_HEADINGS, row + "\n")))
			.satisfies((ex) -> assertThat(ex.reason()).startsWith(reason));
	}

	@ParameterizedTest
	@ValueSource(strings = { ",TRANSACTION TOTAL,,\"1,505.00\",\"20,000.50\",,", ",TOTAL DEBITS,,\"1,505.00\",,," })
	void endsTheLinesAtTheirTotal(String row) throws Exception {
		assertThat(RecordedStatements.read(this.hdfc, HDFC.replace(AFTER_THE_LINES, row + "\nSTATEMENT SUMMARY")).lines)
			.isEqualTo(RecordedStatements.read(this.hdfc, HDFC).lines);
	}

	@Test
	void readsQuotedHeadingsAfterAByteOrderMark() throws Exception {
		String text = "\ufeff\"Date\"" + HDFC.substring(HDFC.indexOf("Date,Narration") + 4);
		assertThat(RecordedStatements.read(this.hdfc, text).lines)
			.isEqualTo(RecordedStatements.read(this.hdfc, HDFC).lines);
	}

	/** The first one would be read, whichever has the amounts. */
	@ParameterizedTest
	@ValueSource(strings = { "Date", " credit  AMOUNT" })
	void rejectsTwoColumnsOfOneHeadingThatTheProfileReads(String heading) {
		String text = HDFC.replace("Closing Balance\n", "Closing Balance," + heading + "\n");
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, text))
			.satisfies((rejected) -> assertThat(rejected.reason())
				.startsWith("Line 4, column " + heading.strip() + ": Two columns have this heading"));
	}

	@Test
	void readsAFileWithTwoColumnsOfOneHeadingThatTheProfileDoesNotRead() throws Exception {
		String text = HDFC.replace("Closing Balance\n", "Closing Balance,,\n");
		assertThat(RecordedStatements.read(this.hdfc, text).lines)
			.isEqualTo(RecordedStatements.read(this.hdfc, HDFC).lines);
	}

	/** Two UTRs of twelve digits would be one, and a top-up is posted once for each. */
	@Test
	void rejectsReferencesThatASpreadsheetHasShortened() {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, HDFC.replace(",0000632512345678,", ",6.32512E+11,")))
			.withMessageContaining("A spreadsheet has shortened the number \"9.99999a+99\"")
			.matches((rejected) -> Integer.valueOf(7).equals(rejected.fileLine())
					&& "Chq/Ref Number".equalsIgnoreCase(rejected.column()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "PK\u0003\u0004", "\u00d0\u00cf\u0011\u00e0\u00a1", "%PDF-1.7\n" })
	void namesWorkbooksAndPdfs(String begin) {
		byte[] file = (begin + HDFC).getBytes(StandardCharsets.ISO_8859_1);
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.hdfc, file))
			.withMessageContaining("The file is a workbook or a PDF");
	}

	@Test
	void rejectsCsvWithoutAccountOrProfile() {
		assertThatExceptionOfType(RejectedStatementException.class).isThrownBy(
				() -> RecordedStatements.read(new CsvReader(null, ShippedProfiles.csv("hdfc"), Narrations.NONE), HDFC))
			.withMessageContaining("needs an account");
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(new CsvReader(ACCOUNT, null, Narrations.NONE), HDFC))
			.withMessageContaining("has no CSV");
	}

}
