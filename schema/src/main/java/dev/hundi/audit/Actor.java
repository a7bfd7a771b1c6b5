package dev.hundi.audit;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * Who acts.
 *
 * @param personId null if the person is not known
 * @param sessionMark identifies the session without revealing its id; null before sign-in
 * @param address network address; null for acts of the installation itself
 */
public record Actor(@Nullable UUID personId, @Nullable String sessionMark, @Nullable String address) {

	/** The installation itself, such as the seeding of a sandbox. */
	public static final Actor INSTALLATION = new Actor(null, null, null);

}
