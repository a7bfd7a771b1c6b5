package dev.hundi.ledger;

import org.jspecify.annotations.Nullable;

/**
 * An account as files name it: by its code, or by the code of the business for a wallet,
 * because that never changes.
 *
 * @param code such as {@code nodal}; that of a wallet contains an internal id
 * @param businessCode of a wallet, else null
 */
public record AccountName(String code, @Nullable String businessCode) {

	/** Such as {@code clearing:NEFT} or {@code wallet:BIZ00000001}. */
	public String text() {
		return (this.businessCode != null) ? "wallet:" + this.businessCode : this.code;
	}

	public boolean isWallet() {
		return this.businessCode != null;
	}

	@Override
	public String toString() {
		return text();
	}

}
