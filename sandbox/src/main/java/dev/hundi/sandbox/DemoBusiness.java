package dev.hundi.sandbox;

import java.util.List;
import java.util.UUID;

/**
 * A demo business as {@code var/sandbox.json} describes it.
 *
 * @param apiKey empty, as signingKey and webhookSecret, for a business that is not
 * approved yet
 * @param portalUser the OWNER of {@code portalUsers}
 * @param apiAccess whether its signed requests are accepted
 */
public record DemoBusiness(String name, UUID businessId, String businessCode, String apiKey, String signingKey,
		String webhookSecret, String portalUser, String portalPassword, List<DemoPerson> portalUsers,
		boolean apiAccess) {

	/** Without its secrets, for logs. */
	@Override
	public String toString() {
		return "DemoBusiness[name=" + this.name + ", businessCode=" + this.businessCode + "]";
	}

}
