package dev.hundi.token;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A token without its secret.
 *
 * @param confirmedAt when a device login was confirmed, UTC; null for a personal token
 * @param times when it was created, expires and was used
 */
public record AccessToken(UUID tokenId, UUID personId, String name, TokenScope scope, Set<CommandGroup> groups,
		@Nullable Instant confirmedAt, Times times) {

	public AccessToken {
		groups = Set.copyOf(groups);
	}

	/** UTC. */
	public record Times(Instant createdAt, Instant expiresAt, @Nullable Instant lastUsedAt) {
	}

	/** Whether it may call a group of commands. */
	public boolean permits(CommandGroup group, boolean acts) {
		return this.groups.contains(group) && (!acts || this.scope != TokenScope.READ);
	}

}
