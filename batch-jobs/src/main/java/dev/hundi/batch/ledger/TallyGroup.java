package dev.hundi.batch.ledger;

import dev.hundi.ledger.AccountName;
import dev.hundi.ledger.LedgerAccount;

/**
 * The group of Tally's chart of accounts that an account belongs to. All but the group of
 * the wallets exist in every company of Tally.
 */
enum TallyGroup {

	BANK("Bank Accounts"),

	INCOME("Direct Incomes"),

	EXPENSE("Indirect Expenses"),

	TAXES("Duties & Taxes"),

	SUSPENSE("Suspense A/c"),

	/** Money between the debit of a wallet and the final answer of the bank. */
	CLEARING("Current Liabilities"),

	/** A group of our own under the current liabilities. */
	WALLETS("Merchant Wallets");

	private final String title;

	TallyGroup(String title) {
		this.title = title;
	}

	/**
	 * The group of an account.
	 * @throws IllegalArgumentException if it is no account of the platform
	 */
	static TallyGroup of(AccountName account) {
		return account.isWallet() ? WALLETS : of(LedgerAccount.of(account.code()));
	}

	private static TallyGroup of(LedgerAccount account) {
		return switch (account) {
			case NODAL -> BANK;
			case COMMISSION, VERIFICATION -> INCOME;
			case GST -> TAXES;
			case SUSPENSE -> SUSPENSE;
			case ADJUSTMENTS, BANK_CHARGES -> EXPENSE;
			case CLEARING_IMPS, CLEARING_NEFT, CLEARING_RTGS, CLEARING_SELF, CLEARING_UPI -> CLEARING;
		};
	}

	String title() {
		return this.title;
	}

}
