package dev.hundi.sandbox.bank.file;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import dev.hundi.sandbox.bank.ledger.PaymentStatus;
import dev.hundi.sandbox.bank.ledger.Transfer;
import dev.hundi.sandbox.bank.ledger.UnreportedTransfer;
import dev.hundi.sandbox.bank.statement.StatementWriter;
import org.jspecify.annotations.Nullable;

/** The files that the bank sends: pain.002.001.10 and camt.054.001.08. */
final class FileAnswers {

	private FileAnswers() {
	}

	/** Status report of orders that are pending or failed. */
	static byte[] statusReport(String id, List<UnreportedTransfer> payments) {
		StringBuilder transactions = new StringBuilder();
		for (UnreportedTransfer unreported : payments) {
			Transfer payment = unreported.payment();
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

	/** Notification of debits and returns. */
	static byte[] notification(String id, List<UnreportedTransfer> payments) {
		StringBuilder entries = new StringBuilder();
		for (UnreportedTransfer unreported : payments) {
			if (!unreported.reportedSuccess()) {
				entries.append(entry(unreported, "DBIT", ""));
			}
			if (unreported.payment().status() == PaymentStatus.RETURNED) {
				entries.append(entry(unreported, "CRDT", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"));
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

	private static String entry(UnreportedTransfer unreported, String direction, String more) {
		String rupees = StatementWriter.rupees(unreported.payment().amountPaise());
		return """
				<Ntry><Amt Ccy="INR">%s</Amt><CdtDbtInd>%s</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BkTxCd><Prtry><Cd>%s</Cd></Prtry></BkTxCd>\
				<NtryDtls><TxDtls><Refs><EndToEndId>%s</EndToEndId><TxId>%s</TxId></Refs><Amt Ccy="INR">%s</Amt>\
				<CdtDbtInd>%s</CdtDbtInd>%s</TxDtls></NtryDtls></Ntry>"""
			.formatted(rupees, direction, unreported.order().rail(), text(unreported.payment().reference()),
					text(unreported.payment().utr()), rupees, direction, more);
	}

	private static String reason(Transfer payment) {
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
