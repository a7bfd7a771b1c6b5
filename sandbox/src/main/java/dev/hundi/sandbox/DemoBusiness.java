package dev.hundi.sandbox;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A demo business as {@code var/sandbox.json} describes it.
 *
 * @param portalUser null while there is no portal
 * @param apiAccess whether its signed requests are accepted
 */
public record DemoBusiness(String name, UUID businessId, String businessCode, String apiKey, String signingKey,
		String webhookSecret, @Nullable String portalUser, @Nullable String portalPassword, boolean apiAccess) {

	/** Without its secrets, for logs. */
	@Override
	public String toString() {
		return "DemoBusiness[name=" + this.name + ", businessCode=" + this.businessCode + "]";
	}

}
