package dev.hundi.portal.session;

import java.time.Instant;

/**
 * A session of a person as its profile lists it.
 *
 * @param mark identifies the session without revealing its id
 * @param device browser and system, such as {@code Chrome 156, Linux}
 * @param isCurrent whether it makes this request
 */
public record OpenSession(String mark, String device, String address, Instant signedInAt, Instant lastUsedAt,
		boolean isCurrent) {
}
