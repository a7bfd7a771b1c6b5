package dev.hundi.sandbox.bank.file;

import java.nio.charset.StandardCharsets;
import java.util.List;

import com.prowidesoftware.swift.model.mx.MxCamt05400108;
import com.prowidesoftware.swift.model.mx.MxPain00200110;
import dev.hundi.sandbox.bank.ledger.FailureCode;
import dev.hundi.sandbox.bank.ledger.PaymentStatus;
import dev.hundi.sandbox.bank.ledger.Transfer;
import dev.hundi.sandbox.bank.ledger.TransferOrder;
import dev.hundi.sandbox.bank.ledger.TransferRail;
import dev.hundi.sandbox.bank.ledger.UnreportedTransfer;
import dev.hundi.testing.Iso20022Schemas;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Reads the files of the bank with an independent library.
 */
class FileAnswersTests {

	@Test
	void reportsOrdersThatMovedNoMoney() {
		String xml = new String(
				FileAnswers.statusReport("M1",
						List.of(unreported("r1", PaymentStatus.PENDING, null),
								unreported("r2", PaymentStatus.FAILED, FailureCode.ACCOUNT_FROZEN))),
				StandardCharsets.UTF_8);
		var transactions = MxPain00200110.parse(xml)
			.getCstmrPmtStsRpt()
			.getOrgnlPmtInfAndSts()
			.getFirst()
			.getTxInfAndSts();
		assertThat(transactions).extracting((status) -> status.getOrgnlEndToEndId() + " " + status.getTxSts())
			.containsExactly("r1 ACSP", "r2 RJCT");
		assertThat(transactions.getLast().getStsRsnInf().getFirst().getRsn().getCd()).isEqualTo("AC06");
	}

	@Test
	void reportsDebitsAndReturns() {
		String xml = new String(
				FileAnswers.notification("M2", List.of(unreported("r3", PaymentStatus.RETURNED, FailureCode.RETURNED))),
				StandardCharsets.UTF_8);
		var entries = MxCamt05400108.parse(xml).getBkToCstmrDbtCdtNtfctn().getNtfctn().getFirst().getNtry();
		assertThat(entries)
			.extracting((entry) -> entry.getCdtDbtInd().value() + " " + entry.getAmt().getValue() + " "
					+ entry.getSts().getCd() + " "
					+ entry.getNtryDtls().getFirst().getTxDtls().getFirst().getRefs().getEndToEndId())
			.containsExactly("DBIT 15.05 BOOK r3", "CRDT 15.05 BOOK r3");
		assertThat(entries.getLast().getNtryDtls().getFirst().getTxDtls().getFirst().getRtrInf().getRsn().getCd())
			.isEqualTo("AC04");
	}

	@Test
	void isValidByTheSchemasThatIso20022Publishes() {
		Iso20022Schemas.assertValid("pain.002.001.10",
				FileAnswers.statusReport("M1", List.of(unreported("r1", PaymentStatus.PENDING, null),
						unreported("r2", PaymentStatus.FAILED, FailureCode.ACCOUNT_FROZEN))));
		Iso20022Schemas.assertValid("camt.054.001.08",
				FileAnswers.notification("M2", List.of(unreported("r3", PaymentStatus.SUCCESS, null),
						unreported("r4", PaymentStatus.RETURNED, FailureCode.RETURNED))));
	}

	@Test
	void readsNoEntitiesAndNoOtherMessage() {
		assertThatThrownBy(() -> read("<!DOCTYPE d [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><Document>&x;</Document>"))
			.isInstanceOf(SAXException.class);
		assertThatThrownBy(() -> read("<Document xmlns='urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'/>"))
			.isInstanceOf(IllegalArgumentException.class);
	}

	private static List<TransferOrder> read(String xml) throws Exception {
		return DropDirectory.read(xml.getBytes(StandardCharsets.UTF_8));
	}

	private static UnreportedTransfer unreported(String reference, PaymentStatus status, @Nullable FailureCode code) {
		TransferOrder order = new TransferOrder(reference, TransferRail.NEFT, 15_05, "Asha & Co", "123456789012",
				"ABCD0123456", null, null);
		return new UnreportedTransfer(order, new Transfer(reference, status, order.amountPaise(), "HB1",
				"SBOXN26325000001", code, (code != null) ? code.message() : null), false);
	}

}
