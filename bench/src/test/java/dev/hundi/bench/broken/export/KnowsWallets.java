package dev.hundi.bench.broken.export;

import dev.hundi.bench.broken.wallet.Wallets;

class KnowsWallets {

	String rows(Wallets wallets) {
		return wallets.debit();
	}

}
