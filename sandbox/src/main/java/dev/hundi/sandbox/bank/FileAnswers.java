package dev.hundi.sandbox.bank;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The files that the bank sends: pain.002.001.10 and camt.054.001.08. */
final class FileAnswers {

	private FileAnswers() {
	}

	/** What became of orders that moved no money yet or never will. */
	static byte[] statusReport(String id, List<UntoldPayment> payments) {
		StringBuilder transactions = new StringBuilder();
		for (UntoldPayment untold : payments) {
			Payment payment = untold.payment();
			boolean failed = payment.status() == PaymentStatus.FAILED;
			transactions.append(
					"<TxInfAndSts><OrgnlEndToEndId>%s</OrgnlEndToEndId><TxSts>%s</TxSts>%s<AcctSvcrRef>%s</AcctSvcrRef></TxInfAndSts>"
						.formatted(text(payment.reference()), failed ? "RJCT" : "ACSP", failed ? reason(payment) : "",
								text(payment.bankReference())));
		}
		return """
				<?xml version="1.0" encoding="UTF-8"?>
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>%s</MsgId>\
				<CreDtTm>%s</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>NOTPROVIDED</OrgnlMsgId>\
				<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>\
				<OrgnlPmtInfId>NOTPROVIDED</OrgnlPmtInfId>%s</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>
				"""
			.formatted(id, now(), transactions)
			.getBytes(StandardCharsets.UTF_8);
	}

	/** Money that left the account, and money that came back. */
	static byte[] notification(String id, List<UntoldPayment> payments) {
		StringBuilder entries = new StringBuilder();
		for (UntoldPayment untold : payments) {
			if (!untold.toldSuccess()) {
				entries.append(entry(untold, "DBIT", ""));
			}
			if (untold.payment().status() == PaymentStatus.RETURNED) {
				entries.append(entry(untold, "CRDT", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"));
			}
		}
		return """
				<?xml version="1.0" encoding="UTF-8"?>
				<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08"><BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>%s</MsgId>\
				<CreDtTm>%s</CreDtTm></GrpHdr><Ntfctn><Id>%s</Id><Acct><Id><Othr><Id>NODAL</Id></Othr></Id></Acct>%s</Ntfctn>\
				</BkToCstmrDbtCdtNtfctn></Document>
				"""
			.formatted(id, now(), id, entries)
			.getBytes(StandardCharsets.UTF_8);
	}

	private static String entry(UntoldPayment untold, String direction, String more) {
		String rupees = BigDecimal.valueOf(untold.order().amountPaise(), 2).toPlainString();
		return """
				<Ntry><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BkTxCd><Prtry><Cd>%s</Cd></Prtry></BkTxCd>\
				<NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId><TxId>%s</TxId></Refs><Amt Ccy="INR">%s</Amt>\
				<CdtDbtInd>%s</CdtDbtInd>%s</TxDtls></NtryDtls></Ntry>"""
			.formatted(rupees, direction, untold.order().rail(), text(untold.payment().reference()),
					text(untold.payment().utr()), rupees, direction, more);
	}

	private static String reason(Payment payment) {
		String code = switch (payment.code()) {
			case INVALID_ACCOUNT, INVALID_VPA -> "AC01";
			case ACCOUNT_FROZEN -> "AC06";
			case LIMIT_EXCEEDED -> "AM02";
			case REJECTED, NOT_PROCESSED, RETURNED -> "MS03";
			case null -> "MS03";
		};
		return "<StsRsnInf><Rsn><Cd>%s</Cd></Rsn><AddtlInf>%s</AddtlInf></StsRsnInf>".formatted(code,
				text(payment.message()));
	}

	private static String now() {
		return Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
	}

	private static String text(@Nullable String text) {
		return (text != null) ? text.replace("&", "&amp;").replace("<", "&lt;") : "";
	}

}
