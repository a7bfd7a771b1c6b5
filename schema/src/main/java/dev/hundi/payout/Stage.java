package dev.hundi.payout;

/**
 * What a status event tells of (decisions, "Payouts").
 */
public enum Stage {

	CREATED, WALLET_DEBITED, DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT, SUCCESS, FAILED, RETURNED;

	/** Whether merchants get a webhook for it: creation and the terminal stages. */
	public boolean isPublished() {
		return switch (this) {
			case CREATED, SUCCESS, FAILED, RETURNED -> true;
			case WALLET_DEBITED, DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT -> false;
		};
	}

}
