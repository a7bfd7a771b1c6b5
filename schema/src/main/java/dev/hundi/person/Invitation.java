package dev.hundi.person;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An invitation to join, or to set new credentials.
 *
 * @param businessId null for the staff
 * @param roles granted to a new colleague; empty for a recovery
 * @param personId whose credentials are replaced; null for a new colleague
 * @param invitedBy null for the first people of a business or an installation, and for an
 * ADMIN whom the owner of the database recovers
 */
public record Invitation(UUID invitationId, Audience audience, String email, @Nullable UUID businessId, Set<Role> roles,
		@Nullable UUID personId, @Nullable UUID invitedBy, Instant expiresAt) {

	public boolean isRecovery() {
		return this.personId != null;
	}

}
