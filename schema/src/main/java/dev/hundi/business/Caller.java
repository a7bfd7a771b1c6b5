package dev.hundi.business;

import java.util.UUID;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

/**
 * The business behind an API key, with the rules for its requests.
 *
 * @param rules what the key may do
 * @param signingKey HMAC key of its signatures; a copy each time
 * @param apiAccessEnabled if false, even signed requests are refused
 * @param maxPayoutPaise maximum amount of one payout in paise besides the rail's, or null
 */
public record Caller(UUID businessId, String apiKey, KeyRules rules, byte[] signingKey, boolean apiAccessEnabled,
		IpNetworks ipRules, CommissionPlan commissionPlan, RailLimits railLimits, @Nullable Long maxPayoutPaise) {

	public Caller {
		signingKey = signingKey.clone();
	}

	@Override
	public byte[] signingKey() {
		return this.signingKey.clone();
	}

	/** Omits the secret, which must not reach a log. */
	@Override
	public String toString() {
		return "Caller[businessId=" + this.businessId + ", apiKey=" + this.apiKey + "]";
	}

}
