package dev.hundi.cli;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "webhooks", description = "List and redeliver webhooks, enable endpoints, rotate signing secrets.",
		footer = "Times (T) are ISO 8601 in UTC, such as 2026-11-21T08:00:00Z.")
final class WebhookCommands {

	private static final String DELIVERIES = "/webhooks/deliveries";

	private static final String ENDPOINTS = "/webhooks/endpoints";

	private final StaffPortal portal;

	WebhookCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "List deliveries created in a period.")
	int list(@Option(names = "--from", required = true, paramLabel = "T") String from,
			@Option(names = "--to", required = true, paramLabel = "T") String to,
			@Option(names = "--business", paramLabel = "ID") @Nullable String business,
			@Option(names = "--states", paramLabel = "STATE,...",
					description = "FAILED (default), DELIVERED, PENDING") @Nullable String states,
			@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(DELIVERIES,
				Fields.of("from", from)
					.and("to", to)
					.and("businessId", business)
					.and("states", states)
					.and("limit", limit));
	}

	@Command(description = "Show every attempt with status, time and response.")
	int show(@Parameters(paramLabel = "DELIVERY") String delivery) throws IOException, InterruptedException {
		return this.portal.get(path(DELIVERIES, delivery));
	}

	@Command(description = "Redeliver single webhooks, or those created in a period (--from and --to).")
	int redeliver(@Parameters(paramLabel = "DELIVERY", arity = "0..*") @Nullable List<String> deliveries,
			@Option(names = "--from", paramLabel = "T") @Nullable String from,
			@Option(names = "--to", paramLabel = "T") @Nullable String to,
			@Option(names = "--business", paramLabel = "ID") @Nullable String business,
			@Option(names = "--states", paramLabel = "STATE,...",
					description = "FAILED (default), DELIVERED, PENDING") @Nullable String states,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		Fields period = Fields.of("from", from)
			.and("to", to)
			.and("businessId", business)
			.and("states", (states != null) ? List.of(states.split(",")) : null);
		boolean named = deliveries != null && !deliveries.isEmpty();
		if (named != period.values().isEmpty()) {
			throw new UsageException("Name either deliveries or a period");
		}
		return this.portal.post("/webhooks/redeliver",
				(named ? Fields.of("deliveryIds", deliveries) : period).and("reason", reason));
	}

	@Command(description = "List parked and disabled endpoints.")
	int endpoints() throws IOException, InterruptedException {
		return this.portal.get(ENDPOINTS);
	}

	@Command(description = "Resume deliveries to a parked or disabled endpoint.")
	int enable(@Parameters(paramLabel = "ENDPOINT") String endpoint,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(ENDPOINTS, endpoint, "enable"), Fields.of("reason", reason));
	}

	@Command(description = "Print a new signing secret, which is used from the given time.")
	int rotate(@Parameters(paramLabel = "ENDPOINT") String endpoint,
			@Option(names = "--from", required = true, paramLabel = "T") String from,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(ENDPOINTS, endpoint, "secret"), Fields.of("from", from).and("reason", reason));
	}

}
