package dev.hundi.stream.iso20022;

import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.hundi.bank.ReportedStatus;
import dev.hundi.bank.ReportedStatus.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BankStatusReportsTests {

	@ParameterizedTest
	@CsvSource({ "ACSC, PAID", "ACCC, PAID", "ACSP, ACCEPTED", "PDNG, ACCEPTED", "RCVD, ACCEPTED", "ACFC, ACCEPTED",
			"ACWP, ACCEPTED", "RJCT, REJECTED", "CANC, UNCLEAR", "'', UNCLEAR" })
	void mapsEachStatusToWhatItProves(String status, Kind kind) throws Exception {
		for (String version : new String[] { "03", "10" }) {
			ReportedStatus reported = read(status(version, status, "")).getFirst();
			assertThat(reported.reference()).isEqualTo("HND01");
			assertThat(reported.kind()).isEqualTo(kind);
			assertThat(reported.utr()).isEqualTo("SBOXN26325000001");
		}
	}

	@Test
	void acceptsOrderThatIsRejectedAsDuplicate() throws Exception {
		ReportedStatus reported = read(status("10", "RJCT", "<StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>"))
			.getFirst();
		assertThat(reported.kind()).isEqualTo(Kind.ACCEPTED);
	}

	/** Banks give the reason once for all orders of a file that they got before. */
	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					</OrgnlMsgId>        | </OrgnlMsgId><GrpSts>RJCT</GrpSts><StsRsnInf><Rsn><Cd>DU01</Cd></Rsn></StsRsnInf>
					<OrgnlPmtInfAndSts>  | <OrgnlPmtInfAndSts><StsRsnInf><Rsn><Cd>DU02</Cd></Rsn></StsRsnInf>
					<TxSts>RJCT</TxSts>  | <TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>MS03</Cd></Rsn></StsRsnInf><StsRsnInf><Rsn><Cd>AM05</Cd></Rsn></StsRsnInf>""")
	void acceptsOrderOfAFileThatIsRejectedAsDuplicate(String place, String withReason) throws Exception {
		ReportedStatus reported = read(status("10", "RJCT", "").replace(place, withReason)).getFirst();
		assertThat(reported.kind()).isEqualTo(Kind.ACCEPTED);
	}

	@Test
	void keepsReasonOfRejection() throws Exception {
		ReportedStatus reported = read(status("10", "RJCT",
				"<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf>"))
			.getFirst();
		assertThat(reported.reasonCode()).isEqualTo("AC04");
		assertThat(reported.reason()).isEqualTo("Account closed");
	}

	@ParameterizedTest
	@CsvSource({ "DBIT, BOOK, '', PAID", "CRDT, BOOK, <RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>, RETURNED",
			"CRDT, BOOK, '', UNCLEAR", "DBIT, PDNG, '', ACCEPTED", "CRDT, PDNG, '', UNCLEAR",
			"DBIT, BOOK, <RtrInf/>, UNCLEAR" })
	void mapsEachEntryToWhatItProves(String direction, String status, String more, Kind kind) throws Exception {
		ReportedStatus reported = read(entry(direction, status, "100.00", more)).getFirst();
		assertThat(reported.kind()).isEqualTo(kind);
		assertThat(reported.amountPaise()).isEqualTo(100_00);
	}

	@ParameterizedTest
	@CsvSource({ "CRDT, true, RETURNED", "CRDT, 1, RETURNED", "DBIT, 1, UNCLEAR", "DBIT, 0, PAID",
			"DBIT, false, PAID" })
	void readsBothTextsOfAReversal(String direction, String reversal, Kind kind) throws Exception {
		String entry = entry(direction, "BOOK", "100.00", "").replace("<Sts>",
				"<RvslInd>" + reversal + "</RvslInd><Sts>");
		assertThat(read(entry).getFirst().kind()).isEqualTo(kind);
	}

	@Test
	void readsAccountAndUtrOfTheNetwork() throws Exception {
		ReportedStatus status = read(status("10", "ACSC", "<ClrSysRef>N325000001</ClrSysRef>").replace("</TxInfAndSts>",
				"<OrgnlTxRef><CdtrAcct><Id><Othr><Id>XX1191</Id></Othr></Id></CdtrAcct></OrgnlTxRef></TxInfAndSts>"))
			.getFirst();
		assertThat(status.utr()).as("before the bank's own reference").isEqualTo("N325000001");
		assertThat(status.account()).isEqualTo("XX1191");
		String party = "<RltdPties><CdtrAcct><Id><Othr><Id>XX1191</Id></Othr></Id></CdtrAcct></RltdPties>";
		assertThat(read(entry("DBIT", "BOOK", "100.00", party)).getFirst().account()).isEqualTo("XX1191");
		assertThat(read(entry("CRDT", "BOOK", "100.00", party + "<RtrInf/>")).getFirst().account()).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "plain text", "<Document/>",
			"<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'/>",
			"<Document xmlns='urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'/>",
			"<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.054.001.08'><Ntfctn></Document>" })
	void rejectsOtherFiles(String xml) {
		assertThatThrownBy(() -> read(xml)).isInstanceOf(MalformedFileException.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.005", "-1.00", "1e3", "" })
	void rejectsInvalidAmount(String amount) {
		if (amount.isEmpty()) {
			assertThat(assertDoesNotThrow(entry("DBIT", "BOOK", amount, "")).kind()).isEqualTo(Kind.UNCLEAR);
			return;
		}
		assertThatThrownBy(() -> read(entry("DBIT", "BOOK", amount, ""))).isInstanceOf(MalformedFileException.class);
	}

	@Test
	void rejectsDocumentTypesEntitiesAndDeepNesting() {
		String external = "<!DOCTYPE Document [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
				+ status("10", "ACSC", "<StsRsnInf><AddtlInf>&x;</AddtlInf></StsRsnInf>");
		String laughs = "<!DOCTYPE Document [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"
				+ status("10", "ACSC", "<StsRsnInf><AddtlInf>&b;</AddtlInf></StsRsnInf>");
		assertThatThrownBy(() -> read(external)).isInstanceOf(MalformedFileException.class);
		assertThatThrownBy(() -> read(laughs)).isInstanceOf(MalformedFileException.class);
		assertThatThrownBy(() -> read("<a>".repeat(50) + "</a>".repeat(50))).isInstanceOf(MalformedFileException.class)
			.hasMessageContaining("nested more than 40 deep");
	}

	private static ReportedStatus assertDoesNotThrow(String xml) {
		try {
			return read(xml).getFirst();
		}
		catch (MalformedFileException ex) {
			throw new AssertionError(ex);
		}
	}

	private static List<ReportedStatus> read(String xml) throws MalformedFileException {
		return BankStatusReports.read(xml.getBytes(StandardCharsets.UTF_8));
	}

	private static String status(String version, String status, String reason) {
		return """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.%s"><CstmrPmtStsRpt><GrpHdr/>\
				<OrgnlGrpInfAndSts><OrgnlMsgId>M</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><TxInfAndSts>\
				<OrgnlEndToEndId>HND01</OrgnlEndToEndId><TxSts>%s</TxSts>%s<AcctSvcrRef>SBOXN26325000001</AcctSvcrRef>\
				</TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>""".formatted(version, status, reason);
	}

	private static String entry(String direction, String status, String amount, String more) {
		return """
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>\
				<CdtDbtInd>%s</CdtDbtInd><Sts><Cd>%s</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>HND01</EndToEndId>\
				</Refs><Amt Ccy="INR">%s</Amt>%s</TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>"""
			.formatted(direction, status, amount, more);
	}

}
