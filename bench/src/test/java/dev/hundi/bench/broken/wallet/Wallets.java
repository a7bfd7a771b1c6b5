package dev.hundi.bench.broken.wallet;

import dev.hundi.bench.broken.payout.Payouts;

public class Wallets {

	public String debit() {
		return new Payouts().fail();
	}

}
