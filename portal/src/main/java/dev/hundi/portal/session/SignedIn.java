package dev.hundi.portal.session;

import java.io.Serializable;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;

import dev.hundi.person.Role;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.AuthenticatedPrincipal;

/**
 * The person of a session, in the business that it works in.
 *
 * @param businessId null for the staff
 * @param businessName null for the staff
 * @param roles in this business, or in the staff
 * @param signedInAt begins the eight hours of the session
 */
public record SignedIn(UUID personId, String displayName, String email, @Nullable UUID businessId,
		@Nullable String businessName, Set<Role> roles,
		Instant signedInAt) implements AuthenticatedPrincipal, Serializable {

	/** The person id, by which sessions are found. */
	@Override
	public String getName() {
		return this.personId.toString();
	}

}
