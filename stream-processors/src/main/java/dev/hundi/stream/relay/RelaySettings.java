package dev.hundi.stream.relay;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The role and slot of the change stream: {@code hundi.relay.*}.
 *
 * @param username role with LOGIN and REPLICATION only
 * @param password its password
 * @param slot replication slot, whose confirmed position is the stream's only offset
 */
public record RelaySettings(@DefaultValue("hundi_relay") String username, @DefaultValue("hundi_relay") String password,
		@DefaultValue("hundi_events") String slot) {

	public RelaySettings {
		if (!username.matches("[a-z_][a-z0-9_]{0,62}")) {
			throw new IllegalArgumentException("hundi.relay.username must be lower-case letters, digits and _");
		}
		if (password.isBlank()) {
			throw new IllegalArgumentException("hundi.relay.password is required");
		}
		if (!slot.matches("[a-z0-9_]{1,63}")) {
			throw new IllegalArgumentException("hundi.relay.slot must be lower-case letters, digits and _");
		}
	}

}
