package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.hundi.bulk.BulkFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

	@Test
	void refusesEntitiesOtherMessagesAndMalformedOnes() {
		assertRefused("<!DOCTYPE Document [<!ENTITY a \"aaaa\">]>" + MESSAGE.substring(MESSAGE.indexOf("<Document")),
				FileFault.FORBIDDEN_XML);
		assertRefused(MESSAGE.replace("pain.001.001.09", "camt.053.001.08"), FileFault.WRONG_CONTENT);
		assertRefused(MESSAGE.substring(0, 900), FileFault.MALFORMED_XML);
		assertRefused(MESSAGE.replace("<NbOfTxs>2</NbOfTxs>", ""), FileFault.COUNT_MISMATCH);
		assertRefused("Name,Amount\n", FileFault.MALFORMED_XML);
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
