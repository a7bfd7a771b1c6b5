package dev.hundi.batch.statement;

import java.io.IOException;
import java.util.Locale;

import dev.hundi.statement.Direction;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.xml.XmlCursor;
import org.jspecify.annotations.Nullable;

/** Reads the details of one payment in an entry of camt.053. */
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
				case "Amt" -> this.paise = Camt053Reader.paise(xml);
				case "CdtDbtInd" -> this.direction = EntryReader.direction(xml);
				case "AmtDtls" -> readAmounts(xml);
				case "BkTxCd" -> this.code = EntryReader.bankCode(xml, BankCode.NONE);
				case "RltdPties" -> readParties(xml);
				case "RmtInf" -> readRemittance(xml);
				case "RtrInf" -> readReturn(xml);
				case "AddtlTxInf" -> this.information = xml.text();
				default -> xml.skip();
			}
		}
	}

	/** Writes into a line what is said here. */
	void fill(LineDraft draft, String ownAccount) {
		draft.utr(this.utr)
			.utr(UtrForm.certain(this.clearingReference))
			.utr(UtrForm.certain(this.transactionId))
			.utr(this.clearingReference)
			.utr(this.transactionId)
			.reference(this.endToEndId)
			.reference(this.instructionId)
			.bankReference(this.bankReference)
			.returnReason(this.returnReason)
			.narration(joined(this.remittance, this.information));
		boolean toUs = draft.direction == Direction.CREDIT && !this.returned;
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

	private void readReferences(XmlCursor xml) throws RejectedStatementException, IOException {
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

	private void readOwnReference(XmlCursor xml) throws RejectedStatementException, IOException {
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
						this.transactionPaise = Camt053Reader.paise(xml);
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

	private void readParties(XmlCursor xml) throws RejectedStatementException, IOException {
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

	/** From version 08 on the party is one of two in the element. */
	private static @Nullable String name(XmlCursor xml) throws RejectedStatementException, IOException {
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

	private static @Nullable String account(XmlCursor xml) throws RejectedStatementException, IOException {
		String id = null;
		String proxy = null;
		while (xml.next()) {
			switch (xml.name()) {
				case "Id" -> id = EntryReader.accountId(xml);
				case "Prxy" -> {
					while (xml.next()) {
						if (xml.name().equals("Id")) {
							proxy = xml.text();
						}
						else {
							xml.skip();
						}
					}
				}
				default -> xml.skip();
			}
		}
		return (id != null) ? id : proxy;
	}

	private void readRemittance(XmlCursor xml) throws RejectedStatementException, IOException {
		StringBuilder text = new StringBuilder();
		while (xml.next()) {
			switch (xml.name()) {
				case "Ustrd" -> {
					String more = xml.text();
					if (text.length() < 2_000) {
						text.append(text.isEmpty() ? "" : " ").append(more);
					}
				}
				case "Strd" -> readStructured(xml);
				default -> xml.skip();
			}
		}
		this.remittance = text.isEmpty() ? null : text.toString();
	}

	private void readStructured(XmlCursor xml) throws RejectedStatementException, IOException {
		while (xml.next()) {
			if (xml.name().equals("CdtrRefInf")) {
				while (xml.next()) {
					if (xml.name().equals("Ref")) {
						this.creditorReference = xml.text();
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

	private void readReturn(XmlCursor xml) throws RejectedStatementException, IOException {
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
