package dev.hundi.stream.iso20022;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import com.prowidesoftware.swift.model.mx.MxPain00100109;
import com.prowidesoftware.swift.model.mx.dic.CreditTransferTransaction34;
import com.prowidesoftware.swift.model.mx.dic.PaymentInstruction30;
import dev.hundi.bank.BankFile;
import dev.hundi.payout.Rail;
import dev.hundi.testing.Iso20022Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Compares the written file with how Prowide's library reads it.
 */
class CreditTransferTests {

	private static final Debtor DEBTOR = new Debtor("Hundi Payouts & Co", "900100200300", "SBOX0000001");

	private static final BankFile FILE = new BankFile("bank", "HNF01a1ff5cecec7f7597141789c894f8ac", Rail.NEFT,
			Instant.parse("2026-11-21T19:30:00.123Z"),
			List.of(new BankFile.Order("HND01", 100_05, "Ramesh <Kumar> & Söhne", "123456789012", "HDFC0000001",
					"TXN1"),
					new BankFile.Order("HND02", 49_99_99_999_99L, "रमेश\u0001कुमार", "210987654321", "YESB0000262",
							"TXN2")));

	@Test
	void isReadCorrectlyByAnotherLibrary() {
		MxPain00100109 read = MxPain00100109
			.parse(new String(CreditTransfer.write(FILE, DEBTOR), StandardCharsets.UTF_8));
		var header = read.getCstmrCdtTrfInitn().getGrpHdr();
		assertThat(header.getMsgId()).isEqualTo(FILE.messageId());
		assertThat(header.getNbOfTxs()).isEqualTo("2");
		assertThat(header.getCtrlSum()).isEqualByComparingTo("500000100.04");
		assertThat(header.getCreDtTm().toInstant()).isEqualTo(FILE.createdAt());
		PaymentInstruction30 instruction = read.getCstmrCdtTrfInitn().getPmtInf().getFirst();
		assertThat(instruction.getPmtInfId()).isEqualTo(FILE.messageId());
		assertThat(instruction.getPmtMtd().value()).isEqualTo("TRF");
		assertThat(instruction.getPmtTpInf().getSvcLvl().getFirst().getPrtry()).isEqualTo("NEFT");
		assertThat(instruction.getReqdExctnDt().getDt()).as("the day in India").hasToString("2026-11-22");
		assertThat(instruction.getDbtr().getNm()).isEqualTo("Hundi Payouts & Co");
		assertThat(instruction.getDbtrAcct().getId().getOthr().getId()).isEqualTo("900100200300");
		assertThat(instruction.getCtrlSum()).isEqualByComparingTo("500000100.04");
		assertThat(instruction.getCdtTrfTxInf()).hasSize(2);
		CreditTransferTransaction34 transfer = instruction.getCdtTrfTxInf().getFirst();
		assertThat(transfer.getPmtId().getEndToEndId()).isEqualTo("HND01");
		assertThat(transfer.getAmt().getInstdAmt().getCcy()).isEqualTo("INR");
		assertThat(transfer.getAmt().getInstdAmt().getValue()).isEqualByComparingTo("100.05");
		assertThat(transfer.getCdtr().getNm()).isEqualTo("Ramesh <Kumar> & Söhne");
		assertThat(transfer.getCdtrAcct().getId().getOthr().getId()).isEqualTo("123456789012");
		assertThat(transfer.getCdtrAgt().getFinInstnId().getClrSysMmbId().getMmbId()).isEqualTo("HDFC0000001");
		assertThat(transfer.getCdtrAgt().getFinInstnId().getClrSysMmbId().getClrSysId().getCd()).isEqualTo("INFSC");
		assertThat(transfer.getRmtInf().getUstrd()).containsExactly("TXN1");
		assertThat(instruction.getCdtTrfTxInf().getLast().getCdtr().getNm()).isEqualTo("रमेश कुमार");
	}

	/** JAXB drops elements that its model, generated from the official schema, lacks. */
	@Test
	void containsOnlyElementsOfTheMessageInTheirOrder() throws Exception {
		byte[] written = CreditTransfer.write(FILE, DEBTOR);
		MxPain00100109 read = MxPain00100109.parse(new String(written, StandardCharsets.UTF_8));
		assertThat(elements(read.document().getBytes(StandardCharsets.UTF_8)))
			.containsExactlyElementsOf(elements(written));
	}

	@Test
	void isValidUnderPublishedSchema() {
		Iso20022Schemas.assertValid("pain.001.001.09", CreditTransfer.write(FILE, DEBTOR));
	}

	@Test
	void writesTheSameBytesEachTime() {
		assertThat(CreditTransfer.write(FILE, DEBTOR)).isEqualTo(CreditTransfer.write(FILE, DEBTOR));
	}

	@ParameterizedTest
	@CsvSource({ "'', 900100200300, SBOX0000001", "Hundi, 9001 00, SBOX0000001", "Hundi, 900100200300, SBOX1000001" })
	void rejectsInvalidDebtor(String name, String account, String ifsc) {
		assertThatThrownBy(() -> new Debtor(name, account, ifsc)).isInstanceOf(IllegalArgumentException.class);
	}

	private static List<String> elements(byte[] xml) throws Exception {
		List<String> names = new java.util.ArrayList<>();
		var reader = javax.xml.stream.XMLInputFactory.newFactory()
			.createXMLStreamReader(new java.io.ByteArrayInputStream(xml));
		while (reader.hasNext()) {
			if (reader.next() == javax.xml.stream.XMLStreamConstants.START_ELEMENT) {
				names.add(reader.getNamespaceURI() + " " + reader.getLocalName());
			}
		}
		return names;
	}

}
