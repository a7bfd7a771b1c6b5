package dev.hundi.token;

import java.time.Instant;
import java.util.UUID;

/**
 * A new token, whose secret is known only now.
 *
 * @param expiresAt UTC
 */
public record IssuedToken(UUID tokenId, String secret, Instant expiresAt) {

	/** Omits the secret, which must not reach a log. */
	@Override
	public String toString() {
		return "IssuedToken[" + this.tokenId + "]";
	}

}
