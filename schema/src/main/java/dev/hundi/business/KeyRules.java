package dev.hundi.business;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * What a key may do and how its requests must be signed.
 *
 * @param scopes at least one
 * @param leastSignatureVersion 1 or 2; requests signed with a lower version are refused
 * @param expiresAt from this moment the key is unknown; null means it does not expire
 */
public record KeyRules(Set<KeyScope> scopes, int leastSignatureVersion, @Nullable Instant expiresAt) {

	/** Everything, both signature versions, no expiry. */
	public static final KeyRules UNRESTRICTED = new KeyRules(EnumSet.allOf(KeyScope.class), 1, null);

	public KeyRules {
		if (scopes.isEmpty()) {
			throw new IllegalArgumentException("A key needs at least one scope");
		}
		if (leastSignatureVersion != 1 && leastSignatureVersion != 2) {
			throw new IllegalArgumentException("The least signature version must be 1 or 2: " + leastSignatureVersion);
		}
		scopes = Set.copyOf(scopes);
	}

}
