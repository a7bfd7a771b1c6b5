package dev.hundi.webhook;

import java.net.URI;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint to which a business gets webhooks, without its secret.
 *
 * @param events what it subscribes to
 * @param createdAt UTC
 * @param nextSecretFrom when the last new secret took or takes effect, UTC, or null
 */
public record ActiveEndpoint(UUID endpointId, URI url, Set<WebhookEvent> events, Instant createdAt,
		@Nullable Instant nextSecretFrom, State state) {

	public ActiveEndpoint {
		events = Set.copyOf(events);
	}

	/** The names of its events, in the order in which pages show them. */
	public List<String> eventCodes() {
		return List.of(WebhookEvent.codes(this.events));
	}

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
				events(row.getArray("events")), Timestamps.instant(row, "created_at"),
				Timestamps.nullable(row, "next_secret_from"), state);
	}

	private static Set<WebhookEvent> events(Array events) throws SQLException {
		return Arrays.stream((String[]) events.getArray())
			.map((code) -> WebhookEvent.of(code).orElseThrow())
			.collect(Collectors.toUnmodifiableSet());
	}

}
