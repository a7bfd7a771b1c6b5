package dev.hundi.reconciliation;

/**
 * The largest amounts that one resolution may post. They limit the gross: the differences
 * of the breaks added up without their signs, so that a large credit and a large debit do
 * not pass as their small difference.
 */
public record ResolutionCaps(long writeOffPaise, long walletPaise, long suspensePaise) {

	/** The cap of an action; what posts nothing has none. */
	long of(NewResolution.Action action) {
		return switch (action) {
			case WRITE_OFF -> this.writeOffPaise;
			case ADJUST_WALLET -> this.walletPaise;
			case SUSPENSE -> this.suspensePaise;
			case MATCH, CARRY_FORWARD, REVOKE, RELEASE_STATEMENT, WITHDRAW_STATEMENT, REFUND_UNPAID -> Long.MAX_VALUE;
		};
	}

}
