package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;

import dev.hundi.bulk.BulkColumn;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.testing.Iso20022Schemas;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class Pain001RowsTests {

	static final String MESSAGE = """
			<?xml version="1.0" encoding="UTF-8"?>
			<!-- written by an ERP -->
			<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
			<GrpHdr><MsgId>M1</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>1510.50</CtrlSum></GrpHdr>
			<PmtInf><PmtInfId>P1</PmtInfId><PmtTpInf><LclInstrm><Prtry>NEFT</Prtry></LclInstrm></PmtTpInf>
			<Dbtr><Nm>Asha Traders</Nm></Dbtr>
			<CdtTrfTxInf><PmtId><EndToEndId>E1</EndToEndId></PmtId><Amt><InstdAmt Ccy="INR">1500.50</InstdAmt></Amt>
			<CdtrAgt><FinInstnId><ClrSysMmbId><MmbId>HDFC0000001</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt>
			<Cdtr><Nm>Rao &amp; Sons</Nm><CtctDtls><MobNb>+91-9876543210</MobNb><EmailAdr>rao@example.com</EmailAdr></CtctDtls></Cdtr>
			<CdtrAcct><Id><Othr><Id>00123456789</Id></Othr></Id></CdtrAcct><RmtInf><Ustrd>Salary</Ustrd></RmtInf></CdtTrfTxInf>
			<CdtTrfTxInf><PmtId><EndToEndId>NOTPROVIDED</EndToEndId></PmtId>
			<PmtTpInf><LclInstrm><Prtry>UPI</Prtry></LclInstrm></PmtTpInf><Amt><InstdAmt Ccy="USD">10.00</InstdAmt></Amt>
			<Cdtr><Nm>Sita</Nm></Cdtr><CdtrAcct><Id><Othr><Id>sita@upi</Id></Othr></Id></CdtrAcct></CdtTrfTxInf>
			</PmtInf></CstmrCdtTrfInitn></Document>
			""";

	@Test
	void readsTransfersAsRowsOfTheTemplate(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("pain.xml"), MESSAGE);
		assertThat(Written.rows(BulkFormat.PAIN001, file).stream().map(RawRow::cells).skip(1)).containsExactly(
				List.of("", "", "Rao & Sons", "+919876543210", "rao@example.com", "00123456789", "HDFC0000001", "",
						"1500.50", "NEFT", "E1", "Salary"),
				List.of("", "", "Sita", "", "", "", "", "sita@upi", "10.00 USD", "UPI", "", ""));
		try (RowSource source = RowSource.open(BulkFormat.PAIN001, FileChannel.open(file))) {
			assertThat(source.control()).isEqualTo(new RowSource.ControlSum(2, 1510_50L));
		}
	}

	@ParameterizedTest
	@CsvSource({ "'', 00123456789, 199999.99, NEFT", "'', 00123456789, 200000.00, RTGS", "'', sita@upi, 200000.00, UPI",
			"<SvcLvl><Cd>NURG</Cd></SvcLvl>, 00123456789, 500000.00, NEFT",
			"<SvcLvl><Cd>urgp</Cd></SvcLvl>, 00123456789, 200000.00, RTGS",
			"<SvcLvl><Cd>URGP</Cd></SvcLvl>, 00123456789, 199999.99, IMPS",
			"<SvcLvl><Cd>URGP</Cd></SvcLvl>, sita@upi, 10.00, UPI",
			"<SvcLvl><Cd>URGP</Cd></SvcLvl><LclInstrm><Prtry>NEFT</Prtry></LclInstrm>, 00123456789, 200000.00, NEFT",
			"<LclInstrm><Prtry>NEFT</Prtry></LclInstrm><SvcLvl><Cd>URGP</Cd></SvcLvl>, 00123456789, 200000.00, NEFT",
			"<CtgyPurp><Cd>SALA</Cd></CtgyPurp>, 00123456789, 1.00, NEFT",
			"<SvcLvl><Cd>SEPA</Cd></SvcLvl>, 00123456789, 1.00, SEPA" })
	void choosesTheRailByServiceLevelAndAmount(String type, String account, String amount, String rail) {
		String message = """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
				<GrpHdr><NbOfTxs>2</NbOfTxs></GrpHdr>
				<PmtInf>%1$s<CdtTrfTxInf>%4$s</CdtTrfTxInf></PmtInf>
				<PmtInf><CdtTrfTxInf>%1$s%4$s</CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
				""";
		String transfer = """
				<Amt><InstdAmt Ccy="INR">%s</InstdAmt></Amt><Cdtr><Nm>Sita</Nm></Cdtr>
				<CdtrAcct><Id><Othr><Id>%s</Id></Othr></Id></CdtrAcct>""".formatted(amount, account);
		byte[] file = Written.utf8(message.formatted(type.isEmpty() ? "" : "<PmtTpInf>" + type + "</PmtTpInf>", account,
				amount, transfer));
		assertThat(Written.rows(BulkFormat.PAIN001, file).stream().skip(1))
			.extracting((row) -> row.cells().get(BulkColumn.RAIL.ordinal()))
			.containsExactly(rail, rail);
	}

	@Test
	void readsTheSampleOfTheGuide() throws Exception {
		byte[] sample = Files.readAllBytes(Path.of("..", "docs", "samples", "bulk-payouts.pain.001.xml"));
		Iso20022Schemas.assertValid("pain.001.001.09", sample);
		assertThat(Written.rows(BulkFormat.PAIN001, sample).stream().map(RawRow::cells).skip(1)).containsExactly(
				List.of("", "", "Ramesh Kumar", "+919876543210", "ramesh@example.com", "00123456789", "HDFC0000001", "",
						"35000.50", "NEFT", "EMP-1001", "Salary November 2026"),
				List.of("", "", "Sita Rao", "", "", "334455667788", "ICIC0000002", "", "250000.00", "RTGS", "EMP-1002",
						"Bonus"),
				List.of("", "", "Anil Joshi", "+919876543211", "", "", "", "anil.joshi@upi", "2000.00", "UPI",
						"EMP-1003", ""),
				List.of("", "", "Bhiwandi Warehousing", "+919876543212", "", "210987654321", "YESB0000262", "",
						"50000.00", "IMPS", "INV-77", "Rent November 2026"));
	}

	@ParameterizedTest
	@CsvSource({ "<ReqdExctnDt>2026-12-05</ReqdExctnDt>, 2026-12-05",
			"<ReqdExctnDt>2026-12-05+05:30</ReqdExctnDt>, 2026-12-05",
			"<ReqdExctnDt><Dt>2026-12-05</Dt></ReqdExctnDt>, 2026-12-05",
			"<ReqdExctnDt><DtTm>2026-12-05T09:00:00+05:30</DtTm></ReqdExctnDt>, 2026-12-05",
			"<ReqdExctnDt>soon</ReqdExctnDt>,", "'',", "<ReqdColltnDt>2026-12-05</ReqdColltnDt>," })
	void readsTheDayOfThePayment(String element, @Nullable LocalDate day) {
		byte[] file = Written.utf8(MESSAGE.replace("<Dbtr>", element + "<Dbtr>"));
		assertThat(Written.rows(BulkFormat.PAIN001, file).stream().skip(1)).extracting(RawRow::payOn)
			.containsExactly(day, day);
	}

	@Test
	void joinsTheTextsOfTheRemarks() {
		byte[] file = Written.utf8(MESSAGE.replace("<Ustrd>Salary</Ustrd>",
				"<Ustrd>Invoice 17</Ustrd><Ustrd> and 18 </Ustrd><Strd><AddtlRmtInf>x</AddtlRmtInf></Strd><Ustrd>of May</Ustrd>"));
		assertThat(Written.rows(BulkFormat.PAIN001, file).get(1).cells()).last().isEqualTo("Invoice 17 and 18 of May");
	}

	@Test
	void prefersTheTypeOfTheTransferToThatOfThePayment() {
		byte[] file = Written.utf8(MESSAGE.replace("<Prtry>UPI</Prtry>", "<Prtry>IMPS</Prtry>"));
		assertThat(Written.rows(BulkFormat.PAIN001, file).stream().skip(1))
			.extracting((row) -> row.cells().get(BulkColumn.RAIL.ordinal()))
			.containsExactly("NEFT", "IMPS");
	}

	@Test
	void refusesEntitiesOtherMessagesAndMalformedOnes() {
		assertRefused("<!DOCTYPE Document [<!ENTITY a \"aaaa\">]>" + MESSAGE.substring(MESSAGE.indexOf("<Document")),
				FileFault.FORBIDDEN_XML);
		assertRefused(MESSAGE.replace("pain.001.001.09", "camt.053.001.08"), FileFault.WRONG_CONTENT);
		assertRefused(MESSAGE.substring(0, 900), FileFault.MALFORMED_XML);
		assertRefused(MESSAGE.replace("<NbOfTxs>2</NbOfTxs>", ""), FileFault.COUNT_MISMATCH);
		assertRefused("Name,Amount\n", FileFault.MALFORMED_XML);
		String one = MESSAGE.substring(MESSAGE.indexOf("<CstmrCdtTrfInitn>"), MESSAGE.indexOf("</Document>"));
		assertRefused(MESSAGE.replace("</Document>", one + "</Document>"), FileFault.MALFORMED_XML,
				"The file has more than one CstmrCdtTrfInitn");
	}

	@Test
	void comparesDeclaredTotalsOfEveryPayment() {
		String counted = MESSAGE.replace("<PmtInfId>P1</PmtInfId>",
				"<PmtInfId>P1</PmtInfId><NbOfTxs>2</NbOfTxs><CtrlSum>1510.5</CtrlSum>");
		assertThat(Written.rows(BulkFormat.PAIN001, Written.utf8(counted))).hasSize(3);
		String second = counted
			.replace("</CstmrCdtTrfInitn>",
					"<PmtInf><PmtInfId>P2</PmtInfId><NbOfTxs>%s</NbOfTxs><CtrlSum>%s</CtrlSum>"
							+ MESSAGE.substring(MESSAGE.indexOf("<CdtTrfTxInf>"),
									MESSAGE.indexOf("<CdtTrfTxInf><PmtId><EndToEndId>NOT"))
							+ "</PmtInf></CstmrCdtTrfInitn>")
			.replace("<MsgId>M1</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>1510.50</CtrlSum>",
					"<MsgId>M1</MsgId><NbOfTxs>3</NbOfTxs><CtrlSum>3011</CtrlSum>");
		assertThat(Written.rows(BulkFormat.PAIN001, Written.utf8(second.formatted("1", "1500.50")))).hasSize(4);
		assertRefused(second.formatted("2", "1500.50"), FileFault.COUNT_MISMATCH,
				"NbOfTxs of PmtInf 2 (P2) is 2, but it has 1 transfers");
		assertRefused(second.formatted("1", "1500.51"), FileFault.TOTAL_MISMATCH,
				"CtrlSum of PmtInf 2 (P2) is 1500.51, but its amounts add up to 1500.50");
		assertRefused(second.formatted("one", "1500.50"), FileFault.COUNT_MISMATCH,
				"NbOfTxs of PmtInf 2 (P2) is not a number");
		assertRefused(second.formatted("1", "1E3"), FileFault.TOTAL_MISMATCH,
				"CtrlSum of PmtInf 2 (P2) is not an amount in rupees");
		assertRefused(MESSAGE.replace("1510.50", "1500.50"), FileFault.TOTAL_MISMATCH,
				"CtrlSum of the group header is 1500.50, but its amounts add up to 1510.50");
	}

	/** ISO 20022 allows one of each. */
	@ParameterizedTest
	@ValueSource(strings = { "<CdtrAcct><Id><Othr><Id>00123456789</Id></Othr></Id></CdtrAcct>",
			"<InstdAmt Ccy=\"INR\">1500.50</InstdAmt>", "<Cdtr><Nm>Rao &amp; Sons</Nm>", "<Nm>Rao &amp; Sons</Nm>",
			"<Othr><Id>00123456789</Id></Othr>", "<MmbId>HDFC0000001</MmbId>",
			"<PmtId><EndToEndId>E1</EndToEndId></PmtId>" })
	void refusesTwoAnswersToWhatIsPaidToWhom(String element) {
		String second = element.startsWith("<Cdtr>") ? "<Cdtr/>" : element;
		assertRefused(MESSAGE.replace(element, second + element), FileFault.MALFORMED_XML);
	}

	/** A bank and an account may have names and numbers of their own. */
	@Test
	void readsNamesOfBanksAndAccounts() {
		String named = MESSAGE.replace("</ClrSysMmbId></FinInstnId>",
				"</ClrSysMmbId><Nm>HDFC Bank</Nm><Othr><Id>1</Id></Othr></FinInstnId><BrnchId><Nm>Fort</Nm></BrnchId>")
			.replace("</Id></CdtrAcct>", "</Id><Nm>Current account</Nm></CdtrAcct>");
		assertThat(Written.rows(BulkFormat.PAIN001, Written.utf8(named)).get(1).cells()).startsWith("", "",
				"Rao & Sons", "+919876543210", "rao@example.com", "00123456789", "HDFC0000001");
	}

	@Test
	void refusesUnboundedNesting() {
		assertRefused(MESSAGE.replace("<MsgId>", "<a>".repeat(40) + "</a>".repeat(40) + "<MsgId>"),
				FileFault.MALFORMED_XML);
		assertRefused(MESSAGE.replace("<PmtInf>", "<PmtInf>" + "<a>".repeat(1_000_000)), FileFault.MALFORMED_XML);
		assertRefused(MESSAGE.replace("<Dbtr>", "<PmtInf></PmtInf><Dbtr>"), FileFault.MALFORMED_XML);
	}

	private static void assertRefused(String message, FileFault fault, String reason) {
		assertThatExceptionOfType(RefusedFileException.class)
			.isThrownBy(() -> Written.rows(BulkFormat.PAIN001, Written.utf8(message)))
			.withMessage(reason)
			.extracting(RefusedFileException::fault)
			.isEqualTo(fault);
	}

	private static void assertRefused(String message, FileFault fault) {
		assertThatExceptionOfType(RefusedFileException.class)
			.isThrownBy(() -> Written.rows(BulkFormat.PAIN001, Written.utf8(message)))
			.extracting(RefusedFileException::fault)
			.isEqualTo(fault);
	}

}
