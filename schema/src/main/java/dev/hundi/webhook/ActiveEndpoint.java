package dev.hundi.webhook;

import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * The endpoint to which a business gets its webhooks, without its secret.
 *
 * @param createdAt UTC
 * @param nextSecretFrom when the last new secret took or takes effect, UTC, or null
 * @param failingSince when the failures since its last success began, UTC, or null
 */
public record ActiveEndpoint(UUID endpointId, URI url, Instant createdAt, @Nullable Instant nextSecretFrom,
		@Nullable Instant failingSince, State state) {

	/** Whether an endpoint gets its deliveries. */
	public enum State {

		/** The last attempt succeeded, or there was none. */
		WELL,

		/** The last attempts failed. */
		FAILING,

		/** It gets probes only. */
		PARKED,

		/** It gets nothing. */
		DISABLED

	}

	static ActiveEndpoint of(ResultSet row, int number) throws SQLException {
		State state = (row.getObject("disabled_at") != null) ? State.DISABLED : (row.getObject("parked_until") != null)
				? State.PARKED : (row.getObject("failing_since") != null) ? State.FAILING : State.WELL;
		return new ActiveEndpoint(row.getObject("endpoint_id", UUID.class), URI.create(row.getString("url")),
				Timestamps.instant(row, "created_at"), Timestamps.nullable(row, "next_secret_from"),
				Timestamps.nullable(row, "failing_since"), state);
	}

}
