package dev.hundi.api.wallet;

import java.util.Arrays;
import java.util.List;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Schema;
import dev.hundi.wallet.Movement;

import org.springframework.stereotype.Component;

/**
 * The wallet endpoints, described.
 */
@Component
class WalletOperations implements Operations {

	private static final Schema SNAPSHOT = Schema.object("The wallet at this moment.")
		.field("businessId", Schema.uuid("Owning business."))
		.field("businessCode", Schema.text("Readable code of the business."))
		.field("businessName", Schema.text("Name of the business."))
		.field("availablePaise", Schema.paise("Ledger balance."))
		.field("reservePaise", Schema.paise("Held back: reservePercent of availablePaise, rounded up."))
		.field("spendablePaise",
				Schema.paise("What payouts may use: available − reserve − minimum balance. "
						+ "Compare a payout's amount + commission + GST with this."))
		.field("reservePercent", Schema.number("Rolling reserve in percent."))
		.field("minBalancePaise", Schema.paise("What must remain after payouts."))
		.field("walletProvisioned", Schema.bool("Whether the wallet is open; while false no payout is taken."))
		.named("Wallet");

	private static final Schema BANK_DETAILS = Schema.object("Where to send money so that it arrives in the wallet.")
		.field("accountHolderName", Schema.text("Holder of the account."))
		.field("accountNumber", Schema.text("Virtual account of this business alone."))
		.field("ifsc", Schema.text("IFSC of the account."))
		.field("bankName", Schema.text("Bank."))
		.field("branchName", Schema.text("Branch."))
		.field("accountType", Schema.text("Kind of account."))
		.field("supportedModes", Schema.arrayOf(Schema.text("A rail by its name."), "Rails that money may come in by."))
		.field("referenceNote", Schema.text("What to write in the transfer's remarks."))
		.named("BankDetails");

	private static final Schema MOVEMENT = Schema.object("One change of the balance.")
		.field("movementId", Schema.uuid("The movement."))
		.field("sequence", Schema.integer("Contiguous per wallet, from 1.").with((node) -> node.put("minimum", 1)))
		.field("type",
				Schema.oneOf("What moved the money.", Arrays.stream(Movement.Type.values()).map(Enum::name).toList()))
		.field("direction",
				Schema.oneOf("Whether the balance grew or shrank.",
						Arrays.stream(Movement.Direction.values()).map(Enum::name).toList()))
		.field("amountPaise", Schema.paise("Amount without charges."))
		.field("commissionPaise", Schema.paise("Commission in it."))
		.field("gstPaise", Schema.paise("GST in it."))
		.field("totalPaise", Schema.paise("What the balance changed by."))
		.field("balanceBeforePaise", Schema.paise("Balance before; the previous movement's balance after."))
		.field("balanceAfterPaise", Schema.paise("Balance after."))
		.field("payoutTransactionId", Schema.uuid("The payout, where there is one.").orNull())
		.field("transactionId", Schema.text("Its readable id.").orNull())
		.field("merchantReferenceId", Schema.text("Its merchant's reference.").orNull())
		.field("utr", Schema.text("Bank reference.").orNull())
		.field("description", Schema.text("For a person."))
		.field("metadata", Schema.object("Further facts: of a payout its beneficiary and rail, of a top-up its UTR."))
		.field("createdAt", Schema.time("When it was booked."))
		.named("Movement");

	private static final Schema SUMMARY = Schema
		.object("The window in sums: opening + credits − debits = closing. With search, totals and counts are of the "
				+ "matching rows, opening and closing still of the window.")
		.field("openingBalancePaise", Schema.paise("Balance at the window's start."))
		.field("closingBalancePaise", Schema.paise("Balance at the window's end."))
		.field("totalCreditPaise", Schema.paise("Sum of credits."))
		.field("totalDebitPaise", Schema.paise("Sum of debits."))
		.field("creditCount", Schema.integer("Number of credits."))
		.field("debitCount", Schema.integer("Number of debits."))
		.field("totalCount", Schema.integer("Number of movements."))
		.named("MovementSummary");

	@Override
	public List<Operation> all() {
		return List.of(show(), bankDetails(), transactions());
	}

	private static Operation show() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet", "getWallet")
			.says("The wallet's balances", "Compare a payout's total with `spendablePaise` before paying.")
			.refuses(ErrorCode.BUSINESS_NOT_FOUND)
			.answers(200, "The wallet.", SNAPSHOT, null, """
					{"businessId":"0199a9f0-1111-7aaa-8bbb-0c1d2e3f4a5b","businessCode":"BIZ7H3K9QWX",
					"businessName":"Asha Traders","availablePaise":"99849764","reservePaise":"9984977",
					"spendablePaise":"88864787","reservePercent":10,"minBalancePaise":"1000000",
					"walletProvisioned":true}""");
	}

	private static Operation bankDetails() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/bank-details", "getBankDetails")
			.says("How to top up the wallet", "Money that arrives in this account is credited to the wallet.")
			.refuses(ErrorCode.WALLET_NOT_PROVISIONED)
			.answers(200, "The account.", BANK_DETAILS, null, """
					{"accountHolderName":"Hundi Payouts Nodal Account","accountNumber":"HUNDIBIZ7H3K9QWX",
					"ifsc":"SBOX0000001","bankName":"Sandbox Bank","branchName":"Mumbai Fort","accountType":"NODAL",
					"supportedModes":["IMPS","NEFT","RTGS","UPI"],"referenceNote":"BIZ7H3K9QWX"}""");
	}

	private static Operation transactions() {
		return Operation.of(Group.WALLET, "GET", "/v1/wallet/transactions", "listMovements")
			.says("Movements with running balances", "Newest first, with a summary of the window.")
			.takes(Lists.LIMIT, Lists.OFFSET,
					Lists.search("Part of any field of a movement or of its metadata.", "ORD-1001"), Lists.SINCE,
					Lists.UNTIL)
			.answers(200, "A page of movements and the summary of the whole window.",
					Schema.object("")
						.field("rows", Schema.arrayOf(MOVEMENT, "Newest first."))
						.field("summary", SUMMARY),
					null,
					"""
							{"rows":[{"movementId":"0199aa10-7d00-7c11-8d22-1e2f3a4b5c6d","sequence":2,"type":"PAYOUT_DEBIT",
							"direction":"DEBIT","amountPaise":"150000","commissionPaise":"400","gstPaise":"72",
							"totalPaise":"150472","balanceBeforePaise":"100000000","balanceAfterPaise":"99849528",
							"payoutTransactionId":"0199aa10-7c1e-7b5a-9f4e-2d1c3b4a5e6f",
							"transactionId":"TXN20261121PMYR7DG9NN","merchantReferenceId":"ORD-1001","utr":"325000000005",
							"description":"Payout TXN20261121PMYR7DG9NN","metadata":{"rail":"I"},
							"createdAt":"2026-11-21T08:15:30.548Z"}],
							"summary":{"openingBalancePaise":"0","closingBalancePaise":"99849528",
							"totalCreditPaise":"100000000","totalDebitPaise":"150472","creditCount":1,"debitCount":1,
							"totalCount":2}}""");
	}

}
