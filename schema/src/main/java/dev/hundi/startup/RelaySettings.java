package dev.hundi.startup;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The role and slot of the change stream: {@code hundi.relay.*}. Every application has
 * them because whichever starts first migrates the schema, and a migration creates the
 * role.
 *
 * @param username role with LOGIN and REPLICATION only
 * @param password set by the migration that creates the role
 * @param slot replication slot, whose confirmed position is the stream's only offset
 */
public record RelaySettings(@DefaultValue("hundi_relay") String username, @DefaultValue("hundi_relay") String password,
		@DefaultValue("hundi_events") String slot) {

	public RelaySettings {
		if (!username.matches("[a-z_][a-z0-9_]{0,62}")) {
			throw new IllegalArgumentException("hundi.relay.username must be lower-case letters, digits and _");
		}
		if (password.isBlank() || password.contains("'")) {
			throw new IllegalArgumentException("hundi.relay.password must be given and hold no quote");
		}
		if (!slot.matches("[a-z0-9_]{1,63}")) {
			throw new IllegalArgumentException("hundi.relay.slot must be lower-case letters, digits and _");
		}
	}

}
