package dev.hundi.startup;

import org.jspecify.annotations.Nullable;

/**
 * Passwords for runtime roles that do not exist yet: {@code hundi.roles.*}. Roles that
 * exist keep theirs, as on a managed server where an administrator creates roles.
 */
public record RolePasswords(@Nullable String apiPassword, @Nullable String streamPassword,
		@Nullable String batchPassword, @Nullable String webhookPassword, @Nullable String portalMerchantPassword,
		@Nullable String portalStaffPassword, @Nullable String relayPassword) {

	/** One password for every role: for servers that trust their callers. */
	public static RolePasswords same(String password) {
		return new RolePasswords(password, password, password, password, password, password, password);
	}

	@Nullable String of(RuntimeRole role) {
		return switch (role) {
			case API -> this.apiPassword;
			case STREAM -> this.streamPassword;
			case BATCH -> this.batchPassword;
			case WEBHOOK -> this.webhookPassword;
			case PORTAL_MERCHANT -> this.portalMerchantPassword;
			case PORTAL_STAFF -> this.portalStaffPassword;
			case RELAY -> this.relayPassword;
		};
	}

	@Override
	public String toString() {
		return "RolePasswords[hidden]";
	}

}
