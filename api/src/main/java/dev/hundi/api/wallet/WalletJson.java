package dev.hundi.api.wallet;

import java.util.List;
import java.util.Map;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.wallet.BankDetails;
import dev.hundi.wallet.Movement;
import dev.hundi.wallet.MovementPage;
import dev.hundi.wallet.MovementSummary;
import dev.hundi.wallet.WalletSnapshot;

/**
 * The wallet and its movements in answers.
 */
final class WalletJson {

	static final JsonShape<WalletSnapshot> WALLET = JsonShape
		.<WalletSnapshot>named("Wallet", "The current state of the wallet.")
		.uuid("businessId", "Id of the business.", "0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b", WalletSnapshot::businessId)
		.text("businessCode", "Readable code of the business.", "BIZ7H3K9QWX", WalletSnapshot::businessCode)
		.text("businessName", "Name of the business.", "Asha Traders", WalletSnapshot::businessName)
		.paise("availablePaise", "Ledger balance.", "99849764", WalletSnapshot::availablePaise)
		.paise("reservePaise", "Rolling reserve: reservePercent of availablePaise, rounded up.", "9984977",
				WalletSnapshot::reservePaise)
		.paise("spendablePaise",
				"Amount available for payouts: available − reserve − minimum balance. Compare the amount + "
						+ "commission + GST of a payout with it.",
				"88864787", WalletSnapshot::spendablePaise)
		.field("reservePercent", JsonType.decimal("Rolling reserve in percent."), 10, WalletSnapshot::reservePercent)
		.paise("minBalancePaise", "Minimum balance, which payouts cannot use.", "1000000",
				WalletSnapshot::minBalancePaise)
		.bool("walletProvisioned", "Whether the wallet is open. While false, payouts are rejected.", true,
				WalletSnapshot::walletProvisioned);

	static final JsonShape<BankDetails> BANK_DETAILS = JsonShape
		.<BankDetails>named("BankDetails", "The bank account whose credits top up the wallet.")
		.text("accountHolderName", "Account holder.", "Hundi Payouts Nodal Account", BankDetails::accountHolderName)
		.text("accountNumber", "Virtual account number, unique to the business.", "HUNDIBIZ7H3K9QWX",
				BankDetails::accountNumber)
		.text("ifsc", "IFSC.", "SBOX0000001", BankDetails::ifsc)
		.text("bankName", "Bank.", "Sandbox Bank", BankDetails::bankName)
		.text("branchName", "Branch.", "Mumbai Fort", BankDetails::branchName)
		.text("accountType", "Type of account.", "NODAL", BankDetails::accountType)
		.field("supportedModes", JsonType.text("Name of a rail.").list("Rails that the account accepts."),
				List.of("IMPS", "NEFT", "RTGS", "UPI"), BankDetails::supportedModes)
		.text("referenceNote", "Text for the remarks of the transfer.", "BIZ7H3K9QWX", BankDetails::referenceNote);

	private static final JsonShape<Movement> MOVEMENT = JsonShape
		.<Movement>named("Movement", "A change of the balance.")
		.uuid("movementId", "Id of the movement.", "0199aa10-7d00-7c11-8d22-1e2f3a4b5c6d", Movement::movementId)
		.field("sequence",
				JsonType.integer("Position among the movements of the wallet: 1, 2, 3, …")
					.with((schema) -> schema.min(1)),
				2, Movement::sequence)
		.field("type", JsonType.constant("Reason for the movement.", Movement.Type.values()), "PAYOUT_DEBIT",
				Movement::type)
		.field("direction",
				JsonType.constant("Whether the balance increased or decreased.", Movement.Direction.values()), "DEBIT",
				Movement::direction)
		.paise("amountPaise", "Amount without charges.", "150000", Movement::amountPaise)
		.paise("commissionPaise", "Commission.", "400", Movement::commissionPaise)
		.paise("gstPaise", "GST on the commission.", "72", Movement::gstPaise)
		.paise("totalPaise", "Change of the balance: amount + commission + GST.", "150472", Movement::totalPaise)
		.paise("balanceBeforePaise", "Balance before; equals balanceAfterPaise of the previous movement.", "100000000",
				Movement::balanceBeforePaise)
		.paise("balanceAfterPaise", "Balance after.", "99849528", Movement::balanceAfterPaise)
		.uuidOrNull("payoutTransactionId", "Id of the payout, if the movement belongs to one.",
				"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f", Movement::payoutId)
		.textOrNull("transactionId", "transactionId of the payout.", "TXN20261121PMYR7DG9NN", Movement::transactionId)
		.textOrNull("merchantReferenceId", "merchantReferenceId of the payout.", "ORD-1001",
				Movement::merchantReferenceId)
		.textOrNull("utr", "UTR of the bank.", "325000000005", Movement::utr)
		.text("description", "Description for people.", "Payout TXN20261121PMYR7DG9NN", Movement::description)
		.field("metadata", JsonType.rawObject("Further details: beneficiary and rail of a payout, UTR of a top-up."),
				Map.of("transactionType", "I"), Movement::metadata)
		.time("createdAt", "Time of booking.", "2026-11-21T08:15:30.548Z", Movement::createdAt);

	private static final JsonShape<MovementSummary> SUMMARY = JsonShape
		.<MovementSummary>named("MovementSummary",
				"Totals of the window: opening + credits − debits = closing. With search, totals and counts "
						+ "cover the matching rows only; opening and closing balance still cover the window.")
		.paise("openingBalancePaise", "Balance at the start of the window.", "0", MovementSummary::openingBalancePaise)
		.paise("closingBalancePaise", "Balance at the end of the window.", "99849528",
				MovementSummary::closingBalancePaise)
		.paise("totalCreditPaise", "Sum of credits.", "100000000", MovementSummary::totalCreditPaise)
		.paise("totalDebitPaise", "Sum of debits.", "150472", MovementSummary::totalDebitPaise)
		.integer("creditCount", "Number of credits.", 1, MovementSummary::creditCount)
		.integer("debitCount", "Number of debits.", 1, MovementSummary::debitCount)
		.integer("totalCount", "Number of movements.", 2, MovementSummary::totalCount);

	static final JsonShape<MovementPage> MOVEMENTS = JsonShape.<MovementPage>of("")
		.field("rows", MOVEMENT.list("Newest first."), MovementPage::rows)
		.field("summary", SUMMARY, MovementPage::summary);

	private WalletJson() {
	}

}
