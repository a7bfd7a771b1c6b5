package dev.hundi.batch.statement.camt053;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.prowidesoftware.swift.model.mx.AbstractMX;
import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.dic.ReportEntry10;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.RecordedStatements;
import dev.hundi.batch.statement.intake.ShippedProfiles;
import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementLine;
import dev.hundi.statement.SumTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Compares the reader with Prowide's model of each version. */
class Camt053ReaderTests {

	private static final String REFERENCE = "HND01KADWZ0GQ7R8S9T0V1W2X3Y4Z";

	private static final String UTR = "HNDBN32500000001";

	private static final LocalDate DAY = LocalDate.of(2026, 11, 20);

	private final Camt053Reader reader = new Camt053Reader((account) -> Narrations.NONE);

	static IntStream versions() {
		return IntStream.rangeClosed(2, 13);
	}

	@ParameterizedTest
	@MethodSource("versions")
	void readsEveryVersionAsProwideDoes(int version) throws Exception {
		String text = everyKind(version).toString();
		RecordedStatements read = RecordedStatements.read(this.reader, text);
		assertThat(read.head()).isEqualTo(new StatementHead("50100012345678", DAY, "S-20261120", 1, 1_000_000_00L,
				1_000_000_00L - 1500_00 + 20000_50 + 700_00 - 5_00 - 90 - 40_00));
		assertThat(read.reachedPaise(0)).isEqualTo(read.head().closingPaise());
		assertThat(read.only()).extracting(StatementLine::kind)
			.containsExactly(LineKind.PAYMENT, LineKind.CREDIT, LineKind.RETURN, LineKind.CHARGE, LineKind.GST,
					LineKind.REVERSAL);
		// Prowide drops elements that its model of the version does not have.
		AbstractMX second = AbstractMX.parse(text);
		assertThat(second.getClass().getSimpleName()).isEqualTo("MxCamt053001%02d".formatted(version));
		RecordedStatements again = RecordedStatements.read(this.reader, second.document());
		assertThat(again.heads).isEqualTo(read.heads);
		assertThat(again.lines).isEqualTo(read.lines);
	}

	/** A pattern that tries all pairs of a letter takes a second for each. */
	@Test
	@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
	void readsLongDatesInLinearTime() throws Exception {
		CamtText text = new CamtText(8);
		for (int i = 0; i < 400; i++) {
			text.payment(10_00, REFERENCE, UTR);
		}
		String dates = text.toString().replace("2026-11-19</Dt>", "2026-11-19" + "T".repeat(19_000) + "</Dt>");
		assertThat(RecordedStatements.read(this.reader, dates).only()).extracting(StatementLine::valueOn)
			.containsOnly(DAY.minusDays(1));
	}

	@Test
	void readsInterimBalancesOfPages() throws Exception {
		String first = page(new CamtText(8).payment(10_00, REFERENCE, UTR).toString(), 1, false, "OPBD", "ITBD");
		String middle = page(new CamtText(8).opening(999_990_00).payment(20_00, REFERENCE, UTR).toString(), 2, false,
				"ITBD", "ITBD");
		String last = page(new CamtText(8).opening(999_970_00).payment(30_00, REFERENCE, UTR).toString(), 3, true,
				"ITBD", "CLBD");
		List<StatementHead> heads = Stream.of(first, middle, last).map(this::head).toList();
		assertThat(heads).extracting(StatementHead::page).containsExactly(1, 2, 3);
		assertThat(heads).extracting(StatementHead::openingPaise)
			.containsExactly(1_000_000_00L, 999_990_00L, 999_970_00L);
		assertThat(heads).extracting(StatementHead::closingPaise)
			.containsExactly(999_990_00L, 999_970_00L, 999_940_00L);
		assertThat(heads).extracting(StatementHead::businessDate).containsOnly(DAY);
	}

	/** An interim balance of a whole statement neither opens nor closes it. */
	@Test
	void readsNoInterimBalanceOfAStatementWithoutPages() {
		for (String[] types : new String[][] { { "OPBD", "ITBD" }, { "ITBD", "CLBD" } }) {
			assertThatExceptionOfType(RejectedStatementException.class).isThrownBy(() -> RecordedStatements
				.read(this.reader, page(new CamtText(8).toString(), 1, true, types[0], types[1])));
		}
	}

	private StatementHead head(String text) {
		try {
			RecordedStatements read = RecordedStatements.read(this.reader, text);
			assertThat(read.reachedPaise(0)).isEqualTo(read.head().closingPaise());
			return read.head();
		}
		catch (RejectedStatementException | IOException ex) {
			throw new AssertionError(ex);
		}
	}

	private static String page(String text, int page, boolean last, String opening, String closing) {
		return text
			.replace("</Id><ElctrncSeqNb>",
					"</Id><StmtPgntn><PgNb>%d</PgNb><LastPgInd>%s</LastPgInd></StmtPgntn><ElctrncSeqNb>".formatted(page,
							last))
			.replace("<Cd>OPBD</Cd>", "<Cd>" + opening + "</Cd>")
			.replace("<Cd>CLBD</Cd>", "<Cd>" + closing + "</Cd>");
	}

	@Test
	void readsEveryFormOfAUtrAndOfAVirtualAccountAsOne() throws Exception {
		CamtText text = new CamtText(8).credit(7_00, "HUNDIBIZ00000001", "TWEF6CF816")
			.credit(7_00, "hundibiz00000001", "twef6cf816")
			.credit(7_00, "Hundi BIZ-00000001", "TWEF-6CF 816");
		assertThat(RecordedStatements.read(this.reader, text.toString()).only()).allSatisfy((line) -> {
			assertThat(line.utr()).isEqualTo("TWEF6CF816");
			assertThat(line.virtualAccountNumber()).isEqualTo("HUNDIBIZ00000001");
		});
	}

	/** A transaction id with punctuation is rarely the UTR if the narration has one. */
	@Test
	void prefersTheUtrOfTheNarrationToATransactionIdWithPunctuation() throws Exception {
		Camt053Reader narrating = new Camt053Reader((account) -> ShippedProfiles.narrations("hdfc"));
		String text = new CamtText(8).credit(7_00, "HUNDIBIZ00000001", "HDFC/REF 1")
			.toString()
			.replace("Salary", "IMPS-632512345678-ASHA");
		assertThat(RecordedStatements.read(narrating, text).only()).extracting(StatementLine::utr)
			.containsExactly("632512345678");
	}

	private static CamtText everyKind(int version) {
		return new CamtText(version).payment(1500_00, REFERENCE, UTR)
			.credit(20000_50, "HUNDIBIZ00000001", "HNDBN32500000002")
			.pending(-99_00)
			.returned(700_00, "HND01KADWZ0GQ7R8S9T0V1W2X3Y50", "632512345678")
			.entry(-5_00, CamtText.domain("PMNT", "ICDT", "CHRG"), "<AddtlNtryInf>Charges</AddtlNtryInf>")
			.entry(-90, CamtText.domain("PMNT", "ICDT", "TAXE"), "")
			.reversal(-40_00, CamtText.domain("PMNT", "RCDT", "DMCT"), "");
	}

	@Test
	void readsEachFieldOfALine() throws Exception {
		List<StatementLine> lines = RecordedStatements.read(this.reader, everyKind(8).toString()).only();
		assertThat(lines.get(0)).isEqualTo(new StatementLine(Direction.DEBIT, 1500_00, DAY, DAY.minusDays(1),
				LineKind.PAYMENT, Rail.NEFT, UTR, REFERENCE, "BANK-1", null, "026291800001191", "Ravi Kumar", null,
				"PMNT/ICDT/DMCT", null, "Salary", false));
		assertThat(lines.get(1)).isEqualTo(new StatementLine(Direction.CREDIT, 20000_50, DAY, DAY.minusDays(1),
				LineKind.CREDIT, Rail.NEFT, "HNDBN32500000002", null, "BANK-1", "HUNDIBIZ00000001", null, "Asha & Sons",
				null, "PMNT/RCDT/DMCT", null, "Salary", false));
		assertThat(lines.get(2).returnReason()).isEqualTo("AC04");
		assertThat(lines.get(2).counterpartyAccount()).isEqualTo("02014457596969");
		assertThat(lines.get(3).narration()).isEqualTo("Charges");
	}

	@ParameterizedTest
	@CsvSource({ "NEFT, -1, PAYMENT, NEFT", "IMPS/OUT, -1, PAYMENT, IMPS", "UPI CREDIT, 1, CREDIT, UPI",
			"RTGS, 1, CREDIT, RTGS", "NEFT RETURN, 1, RETURN, NEFT", "IMPS CHARGES, -1, CHARGE, IMPS", "IGST, -1, GST,",
			"QX9, -1, OTHER,", "QX9, 1, OTHER," })
	void recognisesProprietaryCodes(String code, int sign, LineKind kind, Rail rail) throws Exception {
		StatementLine line = RecordedStatements
			.read(this.reader, new CamtText(8).entry(sign * 100L, CamtText.own(code), "").toString())
			.only()
			.getFirst();
		assertThat(line.kind()).isEqualTo(kind);
		assertThat(line.rail()).isEqualTo(rail);
		assertThat(line.bankCode()).isEqualTo(code);
	}

	@ParameterizedTest
	@ValueSource(strings = { "<EndToEndId>CMS9</EndToEndId><InstrId>%s</InstrId>",
			"<EndToEndId>%s</EndToEndId><InstrId>CMS9</InstrId>", "<InstrId>CMS9</InstrId><EndToEndId>%s</EndToEndId>",
			"<EndToEndId>CMS9</EndToEndId></Refs><RmtInf><Ustrd>Salary %s</Ustrd></RmtInf><Refs>" })
	void prefersOwnReferenceToAForeignOne(String references) throws Exception {
		String text = new CamtText(8).payment(1500_00, "OWN", UTR)
			.toString()
			.replace("<RmtInf><Ustrd>Salary</Ustrd></RmtInf>", "")
			.replace("<EndToEndId>OWN</EndToEndId>", references.formatted(REFERENCE));
		assertThat(RecordedStatements.read(this.reader, text).only().getFirst().reference()).isEqualTo(REFERENCE);
	}

	@Test
	void keepsReferenceOfABatchWhateverItsTextNames() throws Exception {
		String text = new CamtText(8).entry(-9_000_00, CamtText.domain("PMNT", "ICDT", "DMCT"),
				"<NtryDtls><Btch><PmtInfId>BATCH-7</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls><AddtlNtryInf>3 from "
						+ REFERENCE + "</AddtlNtryInf>")
			.toString();
		assertThat(RecordedStatements.read(this.reader, text).only().getFirst().reference()).isEqualTo("BATCH-7");
	}

	@Test
	void readsBatchWithoutDetailsAsOneLine() throws Exception {
		String text = new CamtText(8).entry(-9_000_00, CamtText.domain("PMNT", "ICDT", "DMCT"),
				"<NtryDtls><Btch><MsgId>MSG</MsgId><PmtInfId>BATCH-7</PmtInfId><NbOfTxs>3</NbOfTxs></Btch></NtryDtls>")
			.toString();
		StatementLine line = RecordedStatements.read(this.reader, text).only().getFirst();
		assertThat(line.kind()).isEqualTo(LineKind.BATCH);
		assertThat(line.itemCount()).isEqualTo(3);
		assertThat(line.reference()).isEqualTo("BATCH-7");
		assertThat(line.amountPaise()).isEqualTo(9_000_00);
	}

	@Test
	void readsDetailsThatAddUpAsLines() throws Exception {
		CamtText text = new CamtText(8);
		String details = detail(text, 100_00, "R1") + detail(text, 200_00, "R2");
		RecordedStatements read = RecordedStatements.read(this.reader,
				text.entry(-300_00, CamtText.domain("PMNT", "ICDT", "DMCT"), text.details(details)).toString());
		assertThat(read.only()).extracting(StatementLine::reference).containsExactly("R1", "R2");
		assertThat(read.only()).extracting(StatementLine::kind).containsOnly(LineKind.PAYMENT);
		assertThat(read.wrongSums).isEmpty();
	}

	@Test
	void readsEntryAsOneLineIfDetailsDoNotAddUp() throws Exception {
		CamtText text = new CamtText(8);
		String details = detail(text, 100_00, "R1") + detail(text, 150_00, "R2");
		RecordedStatements read = RecordedStatements.read(this.reader,
				text.entry(-300_00, CamtText.domain("PMNT", "ICDT", "DMCT"), text.details(details)).toString());
		assertThat(read.only()).hasSize(1);
		assertThat(read.only().getFirst().kind()).isEqualTo(LineKind.BATCH);
		assertThat(read.only().getFirst().itemCount()).isEqualTo(2);
		assertThat(read.reachedPaise(0)).isEqualTo(read.head().closingPaise());
		assertThat(read.wrongSums).containsExactly("10: 5000");
	}

	@ParameterizedTest
	@ValueSource(ints = { 999, 1_000, 1_001, 2_500 })
	void readsEachOfManyDetailsOnce(int count) throws Exception {
		CamtText text = new CamtText(8);
		StringBuilder details = new StringBuilder();
		IntStream.range(0, count).forEach((i) -> details.append(detail(text, 1_00, "R" + i)));
		RecordedStatements read = RecordedStatements.read(this.reader,
				text.entry(-count * 100L, CamtText.domain("PMNT", "ICDT", "DMCT"), text.details(details.toString()))
					.toString());
		assertThat(read.only()).extracting(StatementLine::reference)
			.containsExactlyElementsOf(IntStream.range(0, count).mapToObj((i) -> "R" + i).toList());
		assertThat(read.wrongSums).isEmpty();
	}

	/** It would be loaded again and again. */
	@Test
	void namesTheEntryWhoseDetailsAreTooLarge() {
		CamtText text = new CamtText(8);
		String details = IntStream.range(0, 10)
			.mapToObj((i) -> detail(text, 999_999_999_999_999_999L, "R" + i))
			.collect(Collectors.joining());
		text.entry(-300_00, CamtText.domain("PMNT", "ICDT", "DMCT"), text.details(details));
		assertThatExceptionOfType(SumTooLargeException.class)
			.isThrownBy(() -> RecordedStatements.read(this.reader, text.toString()))
			.withMessageMatching("The details of the entry in line [0-9]+ add up to more than .* rupees");
	}

	private static String detail(CamtText text, long paise, String reference) {
		return text.details(paise, "DBIT", reference, "NOTPROVIDED", text.party("Cdtr", "A"),
				CamtText.account("CdtrAcct", "12345"), "");
	}

	@Test
	void agreesWithProwideOnGeneratedStatements() throws Exception {
		Random random = new Random(20261121);
		for (int run = 0; run < 40; run++) {
			CamtText text = new CamtText(8).opening(random.nextLong(-1_000_000_00, 1_000_000_00));
			int entries = random.nextInt(60);
			for (int i = 0; i < entries; i++) {
				long paise = random.nextLong(1, 50_000_00);
				switch (random.nextInt(4)) {
					case 0 -> text.payment(paise, "REF" + i, "HNDBN325%08d".formatted(i));
					case 1 -> text.credit(paise, "HUNDI" + i, "6325%08d".formatted(i));
					case 2 -> text.returned(paise, "REF" + i, "HNDBN325%08d".formatted(i));
					default -> text.pending(-paise);
				}
			}
			RecordedStatements read = RecordedStatements.read(this.reader, text.toString());
			var second = MxCamt05300108.parse(text.toString()).getBkToCstmrStmt().getStmt().getFirst();
			List<ReportEntry10> booked = second.getNtry()
				.stream()
				.filter((entry) -> entry.getSts().getCd().equals("BOOK"))
				.toList();
			assertThat(read.only()).extracting((line) -> CamtText.rupees(line.amountPaise()))
				.containsExactlyElementsOf(
						booked.stream().map((entry) -> entry.getAmt().getValue().toPlainString()).toList());
			assertThat(read.only()).extracting((line) -> line.direction().name().substring(0, 1))
				.containsExactlyElementsOf(
						booked.stream().map((entry) -> entry.getCdtDbtInd().name().substring(0, 1)).toList());
			assertThat(read.only()).extracting(StatementLine::utr)
				.containsExactlyElementsOf(booked.stream()
					.map((entry) -> entry.getNtryDtls().getFirst().getTxDtls().getFirst().getRefs().getTxId())
					.toList());
			assertThat(read.reachedPaise(0)).isEqualTo(read.head().closingPaise());
		}
	}

	@Test
	void readsDocumentInEnvelope() throws Exception {
		String document = everyKind(8).toString().replaceFirst("<\\?xml.*\\?>\\n", "");
		String envelope = "<Envelope><AppHdr xmlns=\"urn:x\"><Document>no</Document></AppHdr>" + document
				+ "</Envelope>";
		assertThat(RecordedStatements.read(this.reader, envelope).only()).hasSize(6);
	}

	@Test
	void rejectsTruncatedFile() {
		String text = everyKind(8).toString();
		int end = text.lastIndexOf('>');
		Random random = new Random(7);
		for (int i = 0; i < 300; i++) {
			String piece = text.substring(0, random.nextInt(end));
			assertThatExceptionOfType(RejectedStatementException.class)
				.isThrownBy(() -> RecordedStatements.read(this.reader, piece))
				.satisfies((ex) -> assertThat(ex.fileLine()).isPositive());
		}
	}

	static Stream<String> invalid() {
		String good = everyKind(8).toString();
		String withDtd = good.replaceFirst("(?s)^<\\?xml[^>]*>\\s*",
				"<!DOCTYPE Document [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\">]>");
		return Stream.of(withDtd, withDtd.replace("Ravi Kumar", "&b;"),
				good.replaceFirst("(?s)^<\\?xml[^>]*>\\s*",
						"<!DOCTYPE Document [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>")
					.replace("Ravi Kumar", "&x;"),
				good.replace("Ravi Kumar", "&undeclared;"), good.replace("camt.053.001.08", "camt.053.001.01"),
				good.replace("camt.053.001.08", "camt.053.001.14"), good.replace("camt.053.001.08", "camt.052.001.08"),
				good.replace("Ccy=\"INR\">1500", "Ccy=\"USD\">1500"), good.replace(">1500.00<", ">1500.005<"),
				good.replace(">1500.00<", ">-1500.00<"), good.replace(">1500.00<", ">1e5<"),
				good.replace(">1500.00<", "><"), good.replace(">1500.00<", ">99999999999999999999.00<"),
				good.replace("<CdtDbtInd>DBIT</CdtDbtInd><Sts>", "<CdtDbtInd>DBTI</CdtDbtInd><Sts>"),
				good.replace(">CLBD<", ">CLAV<"), good.replace("<Ccy>INR</Ccy>", "<Ccy>EUR</Ccy>"),
				good.replace("2026-11-20</Dt></BookgDt>", "2026-13-20</Dt></BookgDt>"),
				good.replace("Ravi Kumar", "<x>".repeat(100_000)), good.replace("Ravi Kumar", "\u0001"), "<", "<a/>",
				"");
	}

	@ParameterizedTest
	@MethodSource("invalid")
	void rejectsInvalidFile(String text) {
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.reader, text))
			.satisfies((ex) -> assertThat(ex.fileLine()).isPositive())
			.satisfies((ex) -> assertThat(ex.getMessage()).isNotBlank());
	}

	@ParameterizedTest
	@ValueSource(strings = { "<!DOCTYPE Document [<!ENTITY a \"ha\">]>", "<Document xmlns=\"urn:x\">" })
	void reportsLineOfErrorBeforeStatement(String wrong) {
		String text = "<?xml version=\"1.0\"?>\n<!-- a comment of the bank -->\n\n" + wrong + "\n<x/>";
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.reader, text))
			.satisfies((ex) -> assertThat(ex.fileLine()).isEqualTo(4));
	}

	@Test
	void rejectsEndlessText() {
		byte[] begin = everyKind(8).toString().split("Ravi Kumar", 2)[0].getBytes(StandardCharsets.UTF_8);
		byte[] attribute = new String(begin, StandardCharsets.UTF_8).concat("<x a=\"").getBytes(StandardCharsets.UTF_8);
		assertThatExceptionOfType(RejectedStatementException.class).isThrownBy(
				() -> this.reader.read(() -> new SequenceInputStream(new ByteArrayInputStream(attribute), endless()),
						new RecordedStatements()))
			.withMessageContaining("more than 1 MB");
	}

	@ParameterizedTest
	@ValueSource(strings = { "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "windows-1252" })
	void readsOtherEncodings(String encoding) throws Exception {
		String text = everyKind(8).toString().replace("Ravi Kumar", "Rav\u00ed K");
		String says = encoding.startsWith("UTF-16") ? "UTF-16" : encoding;
		byte[] bytes = text.replace("encoding=\"UTF-8\"", "encoding=\"" + says + "\"").getBytes(encoding);
		RecordedStatements read = new RecordedStatements();
		this.reader.read(() -> new ByteArrayInputStream(bytes), read);
		assertThat(read.lines).isEqualTo(RecordedStatements.read(this.reader, text).lines);
		assertThat(read.only().getFirst().counterpartyName()).isEqualTo("Rav\u00ed K");
	}

	@ParameterizedTest
	@ValueSource(strings = { "&x;", "<a></b>", "<a b=\"\" b=\"\"/>", "<q:a/>", "&#0;", "&#xD83D;", "]]>", "<!-- -- -->",
			"<?xml version=\"1.0\"?>", "\u0001" })
	void reportsLineOfMalformedXml(String wrong) {
		String[] halves = everyKind(8).toString().split("Ravi Kumar", 2);
		int line = (int) halves[0].lines().count();
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> RecordedStatements.read(this.reader, halves[0] + wrong + halves[1]))
			.satisfies((ex) -> assertThat(ex.fileLine()).isEqualTo(line))
			.satisfies((ex) -> assertThat(ex.getMessage()).doesNotContain("row,col", "\n"));
	}

	@Test
	void reportsLineOfWronglyEncodedBytes() throws Exception {
		String text = everyKind(8).toString();
		byte[] bytes = text.replace("Ravi Kumar", "Rav\u00ed K").getBytes(StandardCharsets.ISO_8859_1);
		int line = (int) text.split("Ravi Kumar", 2)[0].lines().count();
		assertThatExceptionOfType(RejectedStatementException.class)
			.isThrownBy(() -> this.reader.read(() -> new ByteArrayInputStream(bytes), new RecordedStatements()))
			.satisfies((ex) -> assertThat(ex.fileLine()).isEqualTo(line));
	}

	/** The parser keeps every name, wherever it occurs. */
	@ParameterizedTest
	@ValueSource(strings = { "<n%1$d/>", "<n a%1$d=''/>", "<n xmlns:p%1$d='u'/>", "<?p%1$d?>",
			"<p%1$d:n xmlns:p%1$d='u'/>" })
	void rejectsTooManyNames(String element) {
		StringBuilder names = new StringBuilder();
		IntStream.range(0, 2_000).forEach((i) -> names.append(element.formatted(i)));
		for (String place : new String[] { "<BkToCstmrStmt>", "<Stmt>", "<CdOrPrtry>", "<Ntry>", "<Sts>", "<Refs>" }) {
			assertThatExceptionOfType(RejectedStatementException.class)
				.isThrownBy(() -> RecordedStatements.read(this.reader,
						everyKind(8).toString().replaceFirst(place, place + names)))
				.withMessageContaining("more than 500 names");
		}
	}

	private static InputStream endless() {
		byte[] some = "a".repeat(8_192).getBytes(StandardCharsets.US_ASCII);
		return new SequenceInputStream(Collections.enumeration(
				Collections.nCopies(100_000, some).stream().<InputStream>map(ByteArrayInputStream::new).toList()));
	}

}
