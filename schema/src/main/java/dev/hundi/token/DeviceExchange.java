package dev.hundi.token;

import java.util.UUID;

/** What a waiting program gets for its device code. */
public sealed interface DeviceExchange {

	/** The person has not decided. */
	record Pending() implements DeviceExchange {
	}

	/**
	 * The person refused, or the login has expired, is unknown or was exchanged before.
	 */
	record Ended() implements DeviceExchange {
	}

	/** The person confirmed. */
	record Issued(UUID personId, IssuedToken token) implements DeviceExchange {
	}

}
