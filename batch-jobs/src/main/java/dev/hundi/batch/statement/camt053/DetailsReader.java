package dev.hundi.batch.statement.camt053;

import java.io.IOException;
import java.util.Locale;

import dev.hundi.batch.statement.common.LineDraft;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.batch.statement.common.UtrForm;
import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementLine;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/** Reads the details of one payment of an entry. */
final class DetailsReader {

	private @Nullable Long paise;

	private @Nullable Long transactionPaise;

	private @Nullable Direction direction;

	private @Nullable BankCode code;

	private @Nullable String bankReference;

	private @Nullable String instructionId;

	private @Nullable String endToEndId;

	private @Nullable String transactionId;

	private @Nullable String clearingReference;

	private @Nullable String utr;

	private @Nullable String debtorName;

	private @Nullable String debtorAccount;

	private @Nullable String creditorName;

	private @Nullable String creditorAccount;

	private @Nullable String remittance;

	private @Nullable String creditorReference;

	private @Nullable String information;

	private @Nullable String returnReason;

	private boolean returned;

	@Nullable Long paise() {
		return (this.paise != null) ? this.paise : this.transactionPaise;
	}

	@Nullable Direction direction() {
		return this.direction;
	}

	@Nullable BankCode code() {
		return this.code;
	}

	boolean isReturned() {
		return this.returned;
	}

	/** Reads the open details. */
	void read(XmlCursor xml) throws RejectedStatementException, IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "Refs" -> readReferences(xml);
				case "Amt" -> this.paise = CamtFields.paise(xml);
				case "CdtDbtInd" -> this.direction = CamtFields.direction(xml);
				case "AmtDtls" -> readAmounts(xml);
				case "BkTxCd" -> this.code = CamtFields.bankCode(xml, BankCode.NONE);
				case "RltdPties" -> readParties(xml);
				case "RmtInf" -> readRemittance(xml);
				case "RtrInf" -> readReturn(xml);
				case "AddtlTxInf" -> this.information = xml.text();
				default -> xml.skip();
			}
		}
	}

	/** Copies the details to a line. */
	void fill(LineDraft draft, String ownAccount) {
		draft.utr(this.utr)
			.utr(UtrForm.certain(this.clearingReference))
			.utr(UtrForm.certain(this.transactionId))
			.possibleUtr(this.clearingReference)
			.possibleUtr(this.transactionId)
			.reference(this.endToEndId)
			.reference(this.instructionId)
			.bankReference(this.bankReference)
			.returnReason(this.returnReason)
			.narration(joined(this.remittance, this.information));
		boolean toUs = draft.direction() == Direction.CREDIT && !this.returned;
		if (toUs) {
			draft.counterpartyName(this.debtorName).counterpartyAccount(this.debtorAccount);
			if (!isOwn(this.creditorAccount, ownAccount)) {
				draft.virtualAccountNumber(this.creditorAccount);
			}
			draft.virtualAccountNumber(this.creditorReference);
		}
		else if (isOwn(this.creditorAccount, ownAccount)) {
			draft.counterpartyName(this.debtorName).counterpartyAccount(this.debtorAccount);
		}
		else {
			draft.counterpartyName(this.creditorName).counterpartyAccount(this.creditorAccount);
		}
	}

	private static boolean isOwn(@Nullable String account, String ownAccount) {
		return account != null && (ownAccount.equals(account) || ownAccount.equals(Texts.account(account)));
	}

	private static @Nullable String joined(@Nullable String first, @Nullable String second) {
		if (first == null || second == null || first.equals(second)) {
			return (first != null) ? first : second;
		}
		return first + " " + second;
	}

	private void readReferences(XmlCursor xml) throws IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "AcctSvcrRef" -> this.bankReference = xml.text();
				case "InstrId" -> this.instructionId = xml.text();
				case "EndToEndId" -> this.endToEndId = xml.text();
				case "TxId" -> this.transactionId = xml.text();
				case "ClrSysRef" -> this.clearingReference = xml.text();
				case "Prtry" -> readOwnReference(xml);
				default -> xml.skip();
			}
		}
	}

	private void readOwnReference(XmlCursor xml) throws IOException {
		String type = "";
		String reference = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "Tp" -> type = xml.text().toUpperCase(Locale.ROOT);
				case "Ref" -> reference = xml.text();
				default -> xml.skip();
			}
		}
		if (type.equals("UTR") || type.equals("RRN")) {
			this.utr = reference;
		}
	}

	private void readAmounts(XmlCursor xml) throws RejectedStatementException, IOException {
		while (xml.next()) {
			if (xml.name().equals("TxAmt")) {
				while (xml.next()) {
					if (xml.name().equals("Amt")) {
						this.transactionPaise = CamtFields.paise(xml);
					}
					else {
						xml.skip();
					}
				}
			}
			else {
				xml.skip();
			}
		}
	}

	private void readParties(XmlCursor xml) throws IOException {
		while (xml.next()) {
			switch (xml.name()) {
				case "Dbtr" -> this.debtorName = name(xml);
				case "DbtrAcct" -> this.debtorAccount = account(xml);
				case "Cdtr" -> this.creditorName = name(xml);
				case "CdtrAcct" -> this.creditorAccount = account(xml);
				default -> xml.skip();
			}
		}
	}

	/** From version 08 on the name is in a child for a party or an agent. */
	private static @Nullable String name(XmlCursor xml) throws IOException {
		String name = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "Nm" -> name = xml.text();
				case "Pty" -> name = name(xml);
				default -> xml.skip();
			}
		}
		return name;
	}

	private static @Nullable String account(XmlCursor xml) throws IOException {
		String id = null;
		String proxy = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "Id" -> id = CamtFields.accountId(xml);
				case "Prxy" -> proxy = CamtFields.child(xml, "Id");
				default -> xml.skip();
			}
		}
		return (id != null) ? id : proxy;
	}

	private void readRemittance(XmlCursor xml) throws IOException {
		StringBuilder text = new StringBuilder();
		while (xml.next()) {
			switch (xml.name()) {
				case "Ustrd" -> {
					String more = xml.text();
					if (text.length() < StatementLine.LONGEST_NARRATION) {
						text.append(text.isEmpty() ? "" : " ").append(more);
					}
				}
				case "Strd" -> readStructured(xml);
				default -> xml.skip();
			}
		}
		this.remittance = text.isEmpty() ? null : text.toString();
	}

	private void readStructured(XmlCursor xml) throws IOException {
		while (xml.next()) {
			if (xml.name().equals("CdtrRefInf")) {
				this.creditorReference = CamtFields.child(xml, "Ref");
			}
			else {
				xml.skip();
			}
		}
	}

	private void readReturn(XmlCursor xml) throws IOException {
		this.returned = true;
		String reason = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "Rsn" -> reason = xml.textOrChild();
				case "AddtlInf" -> reason = joined(reason, xml.text());
				default -> xml.skip();
			}
		}
		this.returnReason = reason;
	}

}
