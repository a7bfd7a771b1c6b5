package dev.hundi.business;

import java.util.UUID;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

/**
 * The business behind an API key, with what its requests are checked against.
 *
 * @param signingKey HMAC key of its signatures; a copy each time
 * @param apiAccessEnabled false: requests are refused although signed
 * @param maxPayoutPaise largest amount of one payout in paise beside the rail's, or null
 */
public record Caller(UUID businessId, String apiKey, byte[] signingKey, boolean apiAccessEnabled, IpRules ipRules,
		CommissionPlan commissionPlan, RailLimits railLimits, @Nullable Long maxPayoutPaise) {

	public Caller {
		signingKey = signingKey.clone();
	}

	@Override
	public byte[] signingKey() {
		return this.signingKey.clone();
	}

	/** Without the secret, which must not reach a log. */
	@Override
	public String toString() {
		return "Caller[businessId=" + this.businessId + ", apiKey=" + this.apiKey + "]";
	}

}
