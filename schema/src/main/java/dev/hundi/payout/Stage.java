package dev.hundi.payout;

/**
 * The stage that a status event records (docs/api-decisions.md, "Payouts").
 */
public enum Stage {

	CREATED, RELEASED, WALLET_DEBITED, DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT, SUCCESS, FAILED, RETURNED;

	/** Whether it has a webhook: creation and the terminal stages. */
	public boolean hasWebhook() {
		return switch (this) {
			case CREATED, SUCCESS, FAILED, RETURNED -> true;
			case RELEASED, WALLET_DEBITED, DISPATCHED, BANK_ACKNOWLEDGED, IN_DOUBT -> false;
		};
	}

}
