package dev.hundi.batch.statement.mt940;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import com.prowidesoftware.swift.model.field.Field61;
import com.prowidesoftware.swift.model.mt.mt9xx.MT940;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.RecordedStatements;
import dev.hundi.batch.statement.intake.ReadStatements;
import dev.hundi.batch.statement.intake.ShippedProfiles;
import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Compares the reader with Prowide's parser. */
class Mt940ReaderTests {

	private static final String BARE = """
			:20:STARTUMS
			:25:50100012345678
			:28C:325/1
			:60F:C261119INR10000,00
			:61:2611201120D1500,00NTRFNONREF//HB00000000000001
			/SUPPLEMENT/
			:86:/EREF/HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z/UTR/HNDBN32500000001/NAME/Rav
			i Kumar/REMI/Salary November
			:61:2611201120C20000,5NTRFNONREF
			:86:/INF/NEFT CR-ICIC0000001-ASHA SONS-HUNDI-HNDBN32500000002
			:61:2611191120D5,NCHGNONREF
			:61:2611201120RD40,00NTRFX
			:62F:C261120INR28535,50
			:64:C261120INR28535,50
			:86:The end
			-
			""";

	private static final String BLOCKS = "{1:F01HDFCINBBAXXX0000000000}{2:O9401200261120HDFCINBBAXXX00000000002611201200N}"
			+ "{3:{108:MT940}}{4:\n" + BARE.replaceFirst("-\n$", "-}{5:{CHK:123456789ABC}}\n");

	private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

	private final Mt940Reader reader = new Mt940Reader((account) -> Narrations.NONE);

	static Stream<String> shapes() {
		return Stream.of(BARE, BARE.replace("\n", "\r\n"), BLOCKS, BLOCKS.replace("\n", "\r\n"), "\n\n" + BARE,
				"\ufeff" + BARE, "\ufeff" + BLOCKS, "\u0001" + BLOCKS.replace("\n", "\r\n") + "\u0003",
				BARE.replace("-\n", ""), BARE.replace(":25:", ":25:HDFCINBB/"),
				BARE.replace("12345678", "12345678INR"));
	}

	@ParameterizedTest
	@MethodSource("shapes")
	void readsMessageInEachShape(String text) throws Exception {
		assertThat(ReadStatements.formatOf(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(StatementFormat.MT940);
		RecordedStatements read = RecordedStatements.read(this.reader, text);
		assertThat(read.head()).isEqualTo(new StatementHead("50100012345678", DAY, "325", 1, 10_000_00L, 28_535_50L));
		assertThat(read.reachedPaise(0)).isEqualTo(28_535_50L);
		List<StatementLine> lines = read.only();
		assertThat(lines.get(0)).isEqualTo(new StatementLine(Direction.DEBIT, 1500_00, DAY, DAY, LineKind.PAYMENT,
				Rail.NEFT, "HNDBN32500000001", "HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z", "HB00000000000001", null, null,
				"Ravi Kumar", null, "NTRF", null, "/SUPPLEMENT/ Salary November", false));
		assertThat(lines.get(1).kind()).isEqualTo(LineKind.CREDIT);
		assertThat(lines.get(1).amountPaise()).isEqualTo(20_000_50);
		assertThat(lines.get(2).kind()).isEqualTo(LineKind.CHARGE);
		assertThat(lines.get(2).valueOn()).isEqualTo(DAY.minusDays(1));
		assertThat(lines.get(3).kind()).isEqualTo(LineKind.REVERSAL);
		assertThat(lines.get(3).direction()).isEqualTo(Direction.CREDIT);
	}

	@Test
	void agreesWithProwide() throws Exception {
		Random random = new Random(940);
		for (int run = 0; run < 40; run++) {
			StringBuilder text = new StringBuilder(":20:X\r\n:25:50100012345678\r\n:28C:9/1\r\n");
			long opening = random.nextLong(-1_000_000, 1_000_000_00);
			long balance = opening;
			text.append(":60F:").append(balance(opening)).append("\r\n");
			for (int i = random.nextInt(40); i > 0; i--) {
				long paise = random.nextLong(1, 9_999_999_99L);
				String mark = List.of("C", "D", "RC", "RD").get(random.nextInt(4));
				boolean credit = mark.equals("C") || mark.equals("RD");
				balance += credit ? paise : -paise;
				text.append(":61:261120%s%s%sN%sREF%d//HB%d\r\n".formatted(random.nextBoolean() ? "1120" : "", mark,
						amount(paise), List.of("TRF", "CHG", "MSC", "RTI").get(random.nextInt(4)), i, i));
				if (random.nextBoolean()) {
					text.append(":86:Narration ").append(i).append("\r\nover two lines\r\n");
				}
			}
			text.append(":62F:").append(balance(balance)).append("\r\n-\r\n");
			RecordedStatements read = RecordedStatements.read(this.reader, text.toString());
			MT940 second = MT940.parse("{1:F01HDFCINBBAXXX0000000000}{2:I940HDFCINBBXXXXN}{4:\r\n"
					+ text.substring(0, text.length() - 3) + "-}");
			List<Field61> lines = second.getField61();
			assertThat(read.only()).extracting(StatementLine::amountPaise)
				.containsExactlyElementsOf(
						lines.stream().map((line) -> line.amount().movePointRight(2).longValueExact()).toList());
			assertThat(read.only()).extracting(StatementLine::reference)
				.containsExactlyElementsOf(lines.stream().map(Field61::getReferenceForTheAccountOwner).toList());
			assertThat(read.only()).extracting((line) -> line.bankCode())
				.containsExactlyElementsOf(lines.stream()
					.map((line) -> line.getTransactionType() + line.getIdentificationCode())
					.toList());
			assertThat(read.reachedPaise(0)).isEqualTo(balance);
			assertThat(read.head().openingPaise()).isEqualTo(opening);
			assertThat(second.getField62F().amount().movePointRight(2).longValueExact()).isEqualTo(Math.abs(balance));
		}
	}

	private static String amount(long paise) {
		return "%d,%02d".formatted(paise / 100, paise % 100);
	}

	private static String balance(long paise) {
		return ((paise < 0) ? "D" : "C") + "261120INR" + amount(Math.abs(paise));
	}

	@Test
	void readsPagesOfOneStatement() throws Exception {
		String first = BARE.replace(":62F:", ":62M:");
		String second = ":20:STARTUMS\n:25:50100012345678\n:28C:325/2\n:60M:C261120INR28535,50\n"
				+ ":61:261120D35,50NTRFX\n:62F:C261120INR28500,00\n-\n";
		RecordedStatements read = RecordedStatements.read(this.reader, first + second);
		assertThat(read.heads).extracting(StatementHead::page).containsExactly(1, 2);
		assertThat(read.heads.get(1).openingPaise()).isEqualTo(read.heads.get(0).closingPaise());
		assertThat(read.lines.get(1)).hasSize(1);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			261231|0102|2027-01-02
			270102|1231|2026-12-31
			280301|0229|2028-02-29
			261120||2026-11-20""")
	void choosesYearNearestToValueDate(String value, String entry, LocalDate booked) throws Exception {
		String text = ":20:X\n:25:50100012345678\n:28C:1/1\n:60F:C261119INR0,\n:61:" + value
				+ ((entry != null) ? entry : "") + "C1,NTRFX\n:62F:C261120INR1,\n-\n";
		assertThat(RecordedStatements.read(this.reader, text).only().getFirst().bookedOn()).isEqualTo(booked);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					hdfc|D|/INF/NEFT DR-YESB0000262-RAVI KUMAR-NETBANK, MUM-N325262012345678|PAYMENT|NEFT|N325262012345678|RAVI KUMAR
					hdfc|C|/INF/NEFT CR-ICIC0000001-ASHA TRADERS-HUNDI-ICICN52026112101|CREDIT|NEFT|ICICN52026112101|ASHA TRADERS
					hdfc|D|/INF/IMPS-632512345678-RAVI KUMAR-YESB-XXXX1191-SALARY|PAYMENT|IMPS|632512345678|RAVI KUMAR
					hdfc|D|/INF/IMPS CHARGES INCL GST 201126|GST|IMPS||
					hdfc|D|/INF/IMPS P2P CHGS 201126|CHARGE|IMPS||
					hdfc|C|/INF/NEFT RETURN-N325262012345678-ACCOUNT CLOSED|RETURN|NEFT|N325262012345678|
					hdfc|D|/INF/RTGS DR-SBIN0000001-BHARAT LTD-HDFCR52026112000000001|PAYMENT|RTGS|HDFCR52026112000000001|BHARAT LTD
					hdfc|D|/INF/UPI-RAVI KUMAR-ravi@okaxis-YESB0000262-632512345679-RENT|PAYMENT|UPI|632512345679|RAVI KUMAR
					icici|D|/TXT/MMT/IMPS/632512345678/SALARY/RAVI KUMAR/YES BANK|PAYMENT|IMPS|632512345678|RAVI KUMAR
					icici|D|/TXT/NEFT-N325262012345678-RAVI KUMAR|PAYMENT|NEFT|N325262012345678|RAVI KUMAR
					icici|D|/TXT/RTGS/ICICR52026112100012345/SBIN0000001/BHARAT LTD|PAYMENT|RTGS|ICICR52026112100012345|
					icici|C|/TXT/UPI/632512345679/RENT/asha@icici/ICICI BANK|CREDIT|UPI|632512345679|
					icici|C|/TXT/MMT/IMPS/632512345680/RETURN/RAVI KUMAR/YES BANK|RETURN|IMPS|632512345680|RAVI KUMAR""")
	void readsNarrationsByProfile(String profile, String mark, String narration, LineKind kind, Rail rail, String utr,
			String name) throws Exception {
		String text = ":20:X\n:25:50100012345678\n:28C:1/1\n:60F:C261119INR100,00\n:61:261120" + mark
				+ "1,00NMSCNONREF\n:86:" + wrapped(narration) + "\n:62F:C261120INR100,00\n-\n";
		StatementLine line = RecordedStatements
			.read(new Mt940Reader((account) -> ShippedProfiles.narrations(profile)), text)
			.only()
			.getFirst();
		assertThat(line.kind()).isEqualTo(kind);
		assertThat(line.rail()).isEqualTo(rail);
		assertThat(line.utr()).isEqualTo(utr);
		assertThat(line.counterpartyName()).isEqualTo(name);
	}

	private static String wrapped(String text) {
		return (text.length() > 65) ? text.substring(0, 65) + "\n" + text.substring(65) : text;
	}

	@Test
	void findsOwnReferenceInAnyNarration() throws Exception {
		String text = BARE.replace(
				"/EREF/HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z/UTR/HNDBN32500000001/NAME/Rav\ni Kumar/REMI/Salary November",
				"PAID UNDER HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z TODAY");
		assertThat(RecordedStatements.read(this.reader, text).only().getFirst().reference())
			.isEqualTo("HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			NTRFCMS000123//HB1 | /EREF/HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z/UTR/HNDBN32500000001
			NTRFCMS000123//HB1 | /EREF/CMS9/KREF/HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z/REMI/Salary
			NTRFCMS000123//HB1 | /EREF/CMS9/REMI/Salary HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z
			NTRFCMS000123      | 177?00TRANSFER?20EREF+CMS9?21KREF+HND01KADWZ0GQ7R8?22S9T0V1W2X3Y4Z""")
	void prefersOwnReferenceToAForeignOne(String references, String information) throws Exception {
		String text = ":20:X\n:25:50100012345678\n:28C:1/1\n:60F:C261119INR100,00\n:61:261120D1,00" + references
				+ "\n:86:" + wrapped(information) + "\n:62F:C261120INR99,00\n-\n";
		assertThat(RecordedStatements.read(this.reader, text).only().getFirst().reference())
			.isEqualTo("HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z");
	}

	@Test
	void readsNumberedSubfields() throws Exception {
		String text = BARE.replace(
				"/EREF/HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z/UTR/HNDBN32500000001/NAME/Rav\ni Kumar/REMI/Salary November",
				"177?00TRANSFER?20EREF+HND01KADWZ0GQ7R8?21S9T0V1W2X3Y4Z?22SVWZ+Salary?31026291800001191?32Ravi ?33Kumar");
		StatementLine line = RecordedStatements.read(this.reader, text).only().getFirst();
		assertThat(line.reference()).isEqualTo("HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z");
		assertThat(line.counterpartyName()).isEqualTo("Ravi Kumar");
		assertThat(line.counterpartyAccount()).isEqualTo("026291800001191");
		assertThat(line.narration()).isEqualTo("/SUPPLEMENT/ TRANSFER Salary");
	}

	static Stream<String> invalid() {
		return Stream.of(BARE.replace("INR", "USD"), BARE.replace(":60F:", ":60X:"), BARE.replace(":62F:", ":62X:"),
				BARE.replace("D1500,00", "X1500,00"), BARE.replace("D1500,00", "D1500.00"),
				BARE.replace("D1500,00", "D1500,001"), BARE.replace("C261120INR", "C261320INR"),
				BARE.replace(":61:2611201120", ":61:2611311120"), BARE.replace(":61:2611201120", ":61:2611201131"),
				BARE.replace("D1500,00", "D99999999999999999,00"), BARE.replace(":20:STARTUMS\n", ""),
				BARE.replace(":25:50100012345678\n", ""), BARE.replace("325/1", "three"), "garbage\n" + BARE,
				BARE + ":61:261120C1,NTRFX\n", BARE.replace("-\n", "") + ":61:261120C1,NTRFX\n",
				BARE.replace(":61:2611201120D1500", "x".repeat(20_000)));
	}

	@ParameterizedTest
	@MethodSource("invalid")
	void rejectsInvalidFile(String text) {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.reader, text))
			.satisfies((ex) -> assertThat(ex.fileLine()).isPositive());
	}

	@Test
	void rejectsFileWithoutClosingBalance() {
		int end = BARE.indexOf(":62F:C261120INR28535,50");
		for (int i = 0; i < end; i++) {
			String piece = BARE.substring(0, i);
			try {
				assertThat(RecordedStatements.read(this.reader, piece).heads).isEmpty();
			}
			catch (RejectedStatementException ex) {
				assertThat(ex.fileLine()).isPositive();
			}
			catch (IOException ex) {
				throw new AssertionError(ex);
			}
		}
	}

}
