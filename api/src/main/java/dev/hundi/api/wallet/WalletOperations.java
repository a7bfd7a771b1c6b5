package dev.hundi.api.wallet;

import java.util.List;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operations of the wallet.
 */
@Component
class WalletOperations implements Operations {

	@Override
	public List<Operation> all() {
		return List.of(
				Operation.of(Group.WALLET, "GET", "/v1/wallet", "getWallet")
					.says("Get the balances of the wallet",
							"Compare the total debit of a payout with `spendablePaise` before initiating it.")
					.refuses(ErrorCode.BUSINESS_NOT_FOUND)
					.answers(200, "The wallet.", WalletJson.WALLET, null),
				Operation.of(Group.WALLET, "GET", "/v1/wallet/bank-details", "getBankDetails")
					.says("Get the bank account for top-ups",
							"Money received in this account is credited to the wallet.")
					.refuses(ErrorCode.WALLET_NOT_PROVISIONED)
					.answers(200, "The bank account.", WalletJson.BANK_DETAILS, null),
				Operation.of(Group.WALLET, "GET", "/v1/wallet/transactions", "listMovements")
					.says("List movements with running balances", "Newest first, with a summary of the window.")
					.takes(Lists.LIMIT, Lists.OFFSET, Lists.SEARCH_MOVEMENTS, Lists.SINCE, Lists.UNTIL)
					.answers(200, "A page of movements and the summary of the whole window.", WalletJson.MOVEMENTS,
							null));
	}

}
