package dev.hundi.portal.developer;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.approval.Approval;
import dev.hundi.digest.Sha256;
import org.jspecify.annotations.Nullable;

/**
 * What one person asked for and another one decides.
 *
 * @param content JSON of a {@link KeyChoice}, or a network
 */
record DeveloperRequest(Approval approval, String content) {

	/** Kind of approval: the first key of a business. */
	static final String FIRST_KEY = "FIRST_API_KEY";

	/** Kind of approval: the first IP rule of a business. */
	static final String FIRST_IP_RULE = "FIRST_IP_RULE";

	public UUID id() {
		return this.approval.approvalId();
	}

	public boolean isKey() {
		return this.approval.kind().equals(FIRST_KEY);
	}

	/** The rules of the key, or null for an IP rule. */
	public @Nullable KeyChoice choice() {
		return isKey() ? KeyChoice.parse(this.content) : null;
	}

	boolean isExpired() {
		return !this.approval.expiresAt().isAfter(Instant.now());
	}

	byte[] hash() {
		return hash(this.approval.kind(), this.content);
	}

	static byte[] hash(String kind, String content) {
		return Sha256.digest(kind + "|" + content);
	}

}
