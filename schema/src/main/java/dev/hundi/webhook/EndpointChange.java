package dev.hundi.webhook;

import java.util.UUID;

/**
 * An endpoint that now stands otherwise than before.
 *
 * @param businessId its owner
 */
public record EndpointChange(UUID endpointId, UUID businessId, Kind kind) {

	/** What has changed. */
	public enum Kind {

		/** It failed too often in a row and is left alone but for probes. */
		PARKED,

		/** It failed too long and is left alone until a person enables it again. */
		DISABLED,

		/** It was parked and gets again what is due. */
		RESUMED

	}

}
