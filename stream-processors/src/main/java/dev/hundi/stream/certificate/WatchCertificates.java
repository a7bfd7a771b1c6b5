package dev.hundi.stream.certificate;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.work.RepeatedWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Reads every hour until when the certificates of PostgreSQL and Kafka are valid, without
 * which no application connects, as {@code hundi.server.certificate.expiry.seconds}. Not
 * a number as long as a server has not been read or has no TLS.
 */
@Component
final class WatchCertificates {

	private static final Duration INTERVAL = Duration.ofHours(1);

	private static final Duration RETRY_INTERVAL = Duration.ofMinutes(1);

	private final List<ServerAddress> servers;

	private final Map<ServerAddress, Instant> ends = new ConcurrentHashMap<>();

	private @Nullable Instant lastComplete;

	WatchCertificates(DatabaseSettings database, KafkaSettings kafka, MeterRegistry meters) {
		this.servers = ServerAddress.of(database, kafka);
		for (ServerAddress server : this.servers) {
			Gauge.builder("hundi.server.certificate.expiry.seconds", () -> secondsLeft(server))
				.description("Time until the certificate of a server expires")
				.tag("server", server.kind().name().toLowerCase(Locale.ROOT))
				.tag("address", server.host() + ":" + server.port())
				.register(meters);
		}
	}

	/** Creates the work that reads them, again soon when a server did not answer. */
	RepeatedWork work() {
		return new RepeatedWork("certificate-watch", RETRY_INTERVAL, true, this::readIfDue);
	}

	private void readIfDue() {
		Instant now = Instant.now();
		if (this.lastComplete == null || !now.isBefore(this.lastComplete.plus(INTERVAL))) {
			this.lastComplete = readAll() ? now : null;
		}
	}

	/** A server that does not answer is reported by those who need it. */
	private boolean readAll() {
		boolean all = true;
		for (ServerAddress server : this.servers) {
			try {
				ReadCertificate.end(server)
					.ifPresentOrElse((end) -> this.ends.put(server, end), () -> this.ends.remove(server));
			}
			catch (IOException ex) {
				all = false;
			}
		}
		return all;
	}

	private double secondsLeft(ServerAddress server) {
		Instant end = this.ends.get(server);
		return (end != null) ? Duration.between(Instant.now(), end).toSeconds() : Double.NaN;
	}

}
