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

	static final JsonShape<WalletSnapshot> WALLET = JsonShape.<WalletSnapshot>of("The current state of the wallet.")
		.named("Wallet")
		.field("businessId", JsonType.uuid("Id of the business."), "0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b",
				WalletSnapshot::businessId)
		.field("businessCode", JsonType.text("Readable code of the business."), "BIZ7H3K9QWX",
				WalletSnapshot::businessCode)
		.field("businessName", JsonType.text("Name of the business."), "Asha Traders", WalletSnapshot::businessName)
		.field("availablePaise", JsonType.paise("Ledger balance."), "99849764", WalletSnapshot::availablePaise)
		.field("reservePaise", JsonType.paise("Rolling reserve: reservePercent of availablePaise, rounded up."),
				"9984977", WalletSnapshot::reservePaise)
		.field("spendablePaise",
				JsonType
					.paise("Amount available for payouts: available − reserve − minimum balance. Compare the amount + "
							+ "commission + GST of a payout with it."),
				"88864787", WalletSnapshot::spendablePaise)
		.field("reservePercent", JsonType.decimal("Rolling reserve in percent."), 10, WalletSnapshot::reservePercent)
		.field("minBalancePaise", JsonType.paise("Minimum balance, which payouts cannot use."), "1000000",
				WalletSnapshot::minBalancePaise)
		.field("walletProvisioned", JsonType.bool("Whether the wallet is open. While false, payouts are rejected."),
				true, WalletSnapshot::walletProvisioned);

	static final JsonShape<BankDetails> BANK_DETAILS = JsonShape
		.<BankDetails>of("The bank account whose credits top up the wallet.")
		.named("BankDetails")
		.field("accountHolderName", JsonType.text("Account holder."), "Hundi Payouts Nodal Account",
				BankDetails::accountHolderName)
		.field("accountNumber", JsonType.text("Virtual account number, unique to the business."), "HUNDIBIZ7H3K9QWX",
				BankDetails::accountNumber)
		.field("ifsc", JsonType.text("IFSC."), "SBOX0000001", BankDetails::ifsc)
		.field("bankName", JsonType.text("Bank."), "Sandbox Bank", BankDetails::bankName)
		.field("branchName", JsonType.text("Branch."), "Mumbai Fort", BankDetails::branchName)
		.field("accountType", JsonType.text("Type of account."), "NODAL", BankDetails::accountType)
		.field("supportedModes", JsonType.text("Name of a rail.").list("Rails that the account accepts."),
				List.of("IMPS", "NEFT", "RTGS", "UPI"), BankDetails::supportedModes)
		.field("referenceNote", JsonType.text("Text for the remarks of the transfer."), "BIZ7H3K9QWX",
				BankDetails::referenceNote);

	private static final JsonShape<Movement> MOVEMENT = JsonShape.<Movement>of("A change of the balance.")
		.named("Movement")
		.field("movementId", JsonType.uuid("Id of the movement."), "0199aa10-7d00-7c11-8d22-1e2f3a4b5c6d",
				Movement::movementId)
		.field("sequence",
				JsonType.integer("Position among the movements of the wallet: 1, 2, 3, …")
					.with((schema) -> schema.min(1)),
				2, Movement::sequence)
		.field("type", JsonType.constant("Reason for the movement.", Movement.Type.values()), "PAYOUT_DEBIT",
				Movement::type)
		.field("direction",
				JsonType.constant("Whether the balance increased or decreased.", Movement.Direction.values()), "DEBIT",
				Movement::direction)
		.field("amountPaise", JsonType.paise("Amount without charges."), "150000", Movement::amountPaise)
		.field("commissionPaise", JsonType.paise("Commission."), "400", Movement::commissionPaise)
		.field("gstPaise", JsonType.paise("GST on the commission."), "72", Movement::gstPaise)
		.field("totalPaise", JsonType.paise("Change of the balance: amount + commission + GST."), "150472",
				Movement::totalPaise)
		.field("balanceBeforePaise",
				JsonType.paise("Balance before; equals balanceAfterPaise of the previous movement."), "100000000",
				Movement::balanceBeforePaise)
		.field("balanceAfterPaise", JsonType.paise("Balance after."), "99849528", Movement::balanceAfterPaise)
		.field("payoutTransactionId", JsonType.uuid("Id of the payout, if the movement belongs to one.").orNull(),
				"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f", Movement::payoutId)
		.field("transactionId", JsonType.text("transactionId of the payout.").orNull(), "TXN20261121PMYR7DG9NN",
				Movement::transactionId)
		.field("merchantReferenceId", JsonType.text("merchantReferenceId of the payout.").orNull(), "ORD-1001",
				Movement::merchantReferenceId)
		.field("utr", JsonType.text("UTR of the bank.").orNull(), "325000000005", Movement::utr)
		.field("description", JsonType.text("Description for people."), "Payout TXN20261121PMYR7DG9NN",
				Movement::description)
		.field("metadata", JsonType.rawObject("Further details: beneficiary and rail of a payout, UTR of a top-up."),
				Map.of("rail", "I"), Movement::metadata)
		.field("createdAt", JsonType.time("Time of booking."), "2026-11-21T08:15:30.548Z", Movement::createdAt);

	private static final JsonShape<MovementSummary> SUMMARY = JsonShape
		.<MovementSummary>of(
				"Totals of the window: opening + credits − debits = closing. With search, totals and counts "
						+ "cover the matching rows only; opening and closing balance still cover the window.")
		.named("MovementSummary")
		.field("openingBalancePaise", JsonType.paise("Balance at the start of the window."), "0",
				MovementSummary::openingBalancePaise)
		.field("closingBalancePaise", JsonType.paise("Balance at the end of the window."), "99849528",
				MovementSummary::closingBalancePaise)
		.field("totalCreditPaise", JsonType.paise("Sum of credits."), "100000000", MovementSummary::totalCreditPaise)
		.field("totalDebitPaise", JsonType.paise("Sum of debits."), "150472", MovementSummary::totalDebitPaise)
		.field("creditCount", JsonType.integer("Number of credits."), 1, MovementSummary::creditCount)
		.field("debitCount", JsonType.integer("Number of debits."), 1, MovementSummary::debitCount)
		.field("totalCount", JsonType.integer("Number of movements."), 2, MovementSummary::totalCount);

	static final JsonShape<MovementPage> MOVEMENTS = JsonShape.<MovementPage>of("")
		.field("rows", MOVEMENT.list("Newest first."), MovementPage::rows)
		.field("summary", SUMMARY, MovementPage::summary);

	private WalletJson() {
	}

}
