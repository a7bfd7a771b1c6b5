package dev.hundi.bench.broken.payout;

import dev.hundi.bench.broken.wallet.Wallets;

class PackageCycle {

	private final Wallets wallets = new Wallets();

	@Override
	public String toString() {
		return this.wallets.toString();
	}

}
