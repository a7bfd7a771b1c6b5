package dev.hundi.stream.relay;

import java.time.Duration;
import java.util.Properties;
import java.util.Set;

import dev.hundi.startup.DatabaseSettings;
import org.apache.kafka.connect.source.SourceRecord;
import org.postgresql.Driver;

/**
 * The properties of the Debezium engine. The slot's confirmed position must be the only
 * offset: with a stored offset, the engine can skip events that share an LSN after a
 * restart. So offsets are kept in memory, each engine is used for one run, and its
 * internal retries are disabled.
 */
final class EngineProperties {

	static final String TOPIC_PREFIX = "hundi";

	static final String PAYOUT_EVENT = TOPIC_PREFIX + ".public.payout_event";

	static final String BENEFICIARY_EVENT = TOPIC_PREFIX + ".public.beneficiary_event";

	static final Duration HEARTBEAT = Duration.ofSeconds(2);

	/**
	 * Between two confirmations of a position. After a crash, the rows of this time are
	 * delivered again. Heartbeats confirm the last ones.
	 */
	private static final Duration CONFIRM = Duration.ofMillis(200);

	/**
	 * Pause of an engine between reads from the WAL, after five without a message. Reads
	 * wait for one, see {@link PatientSockets}.
	 */
	private static final Duration POLL = Duration.ofMillis(3);

	private static final Set<String> ADDRESS = Set.of("PGHOST", "PGPORT", "PGDBNAME", "user", "password");

	private EngineProperties() {
	}

	/** Whether a record is a captured row; the others are heartbeats. */
	static boolean isRow(SourceRecord captured) {
		return captured.topic().equals(PAYOUT_EVENT) || captured.topic().equals(BENEFICIARY_EVENT);
	}

	/**
	 * Returns the properties of one run.
	 * @param run distinguishes the metrics of this run from those of others in this JVM
	 * @throws IllegalArgumentException if {@code hundi.database.url} is not a PostgreSQL
	 * URL
	 */
	static Properties of(DatabaseSettings database, RelaySettings relay, long run) {
		Properties properties = new Properties();
		properties.setProperty("name", "hundi-relay");
		properties.setProperty("connector.class", PromptConnector.class.getName());
		properties.setProperty("topic.prefix", TOPIC_PREFIX);
		properties.setProperty("plugin.name", "pgoutput");
		properties.setProperty("slot.name", relay.slot());
		properties.setProperty("slot.drop.on.stop", "false");
		properties.setProperty("slot.max.retries", "0");
		properties.setProperty("publication.name", EventPublication.NAME);
		properties.setProperty("publication.autocreate.mode", "disabled");
		properties.setProperty("table.include.list", "public.payout_event,public.beneficiary_event");
		properties.setProperty("snapshot.mode", "no_data");
		properties.setProperty("offset.storage", "org.apache.kafka.connect.storage.MemoryOffsetBackingStore");
		properties.setProperty("offset.flush.interval.ms", Long.toString(CONFIRM.toMillis()));
		properties.setProperty("errors.max.retries", "0");
		properties.setProperty("poll.interval.ms", Long.toString(POLL.toMillis()));
		properties.setProperty("max.batch.size", Integer.toString(PromptConnector.QUEUE_BATCH));
		properties.setProperty("max.queue.size", "16384");
		properties.setProperty("heartbeat.interval.ms", Long.toString(HEARTBEAT.toMillis()));
		// Advances the slot while only other tables are written.
		properties.setProperty("heartbeat.action.query",
				"SELECT pg_logical_emit_message(false, 'hundi.heartbeat', now()::text)");
		properties.setProperty("tombstones.on.delete", "false");
		properties.setProperty("record.processing.threads", "1");
		properties.setProperty("task.management.timeout.ms", "20000");
		properties.setProperty("custom.metric.tags", "run=" + run);
		properties.setProperty(PromptConnector.RUN, Long.toString(run));
		properties.setProperty("post.processors", "arrivals");
		properties.setProperty("post.processors.arrivals.type", Arrivals.Counter.class.getName());
		properties.setProperty("post.processors.arrivals.run", Long.toString(run));
		properties.setProperty("driver.socketFactory", PatientSockets.class.getName());
		addDatabase(properties, database, relay);
		return properties;
	}

	private static void addDatabase(Properties properties, DatabaseSettings database, RelaySettings relay) {
		Properties url = Driver.parseURL(database.url(), null);
		if (url == null) {
			throw new IllegalArgumentException("hundi.database.url is not a PostgreSQL URL: " + database.url());
		}
		properties.setProperty("database.hostname", url.getProperty("PGHOST"));
		properties.setProperty("database.port", url.getProperty("PGPORT"));
		properties.setProperty("database.dbname", url.getProperty("PGDBNAME"));
		properties.setProperty("database.user", relay.username());
		properties.setProperty("database.password", relay.password());
		for (String name : url.stringPropertyNames()) {
			if (!ADDRESS.contains(name)) {
				properties.setProperty("driver." + name, url.getProperty(name));
			}
		}
	}

}
