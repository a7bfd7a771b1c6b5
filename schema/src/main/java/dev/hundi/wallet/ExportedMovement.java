package dev.hundi.wallet;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A movement in an export, with the beneficiary of its payout.
 *
 * @param payee the beneficiary, or {@code null} if the movement has no payout
 */
public record ExportedMovement(Movement movement, @Nullable Payee payee) {

	/**
	 * The beneficiary of a payout as it was at initiation.
	 *
	 * @param account the account number, or the VPA over UPI
	 */
	public record Payee(Rail rail, String name, String account) {
	}

}
