package dev.hundi.webhook;

import java.util.UUID;

/**
 * A change of an endpoint's breaker state.
 *
 * @param businessId its owner
 */
public record EndpointChange(UUID endpointId, UUID businessId, Kind kind) {

	public enum Kind {

		/** Too many consecutive failures: it gets probes only. */
		PARKED,

		/** It failed too long: it gets nothing until an operator enables it. */
		DISABLED,

		/** It was parked and gets its deliveries again. */
		RESUMED

	}

}
