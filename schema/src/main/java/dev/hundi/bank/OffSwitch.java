package dev.hundi.bank;

import java.time.Instant;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A bank, a rail of a bank, or a rail of all banks that the staff has switched off.
 *
 * @param bank null for every bank
 * @param rail null for every rail of the bank
 * @param by e-mail address of the person
 * @param since UTC
 */
public record OffSwitch(long switchId, @Nullable String bank, @Nullable Rail rail, String reason, String by,
		Instant since) {

	/** Whether it holds orders of the rail for the bank back. */
	public boolean covers(String ofBank, Rail onRail) {
		return (this.bank == null || this.bank.equals(ofBank)) && (this.rail == null || this.rail == onRail);
	}

}
