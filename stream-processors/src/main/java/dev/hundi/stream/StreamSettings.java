package dev.hundi.stream;

import java.util.Set;

import dev.hundi.port.ManagementPort;
import dev.hundi.port.PublicPort;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.debit.DebitSettings;
import dev.hundi.stream.dispatch.DispatchSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.relay.RelaySettings;
import dev.hundi.stream.search.SearchSettings;
import dev.hundi.stream.sweep.SweepSettings;
import dev.hundi.stream.webhook.WebhookSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * All settings of this application. Unknown {@code hundi.*} keys prevent startup.
 *
 * @param database PostgreSQL
 * @param relay database role and replication slot of the change stream
 * @param kafka Kafka
 * @param keyEncryption the key file
 * @param management the port of health and metrics
 * @param callbacks the port of bank callbacks, open while a bank may sign callbacks
 * @param processors processors of this instance
 * @param debit wallet debit
 * @param dispatch payments through banks
 * @param webhook webhook delivery
 * @param sweep the sweep
 * @param search the search index
 */
@ConfigurationProperties("hundi")
public record StreamSettings(DatabaseSettings database, @DefaultValue RelaySettings relay,
		@DefaultValue KafkaSettings kafka, @DefaultValue KeyEncryption keyEncryption, ManagementPort management,
		PublicPort callbacks, @DefaultValue( {
				"relay", "debit", "dispatch", "sweep", "search", "beneficiary" }) Set<Processor> processors,
		@DefaultValue DebitSettings debit, @DefaultValue DispatchSettings dispatch,
		@DefaultValue WebhookSettings webhook, @DefaultValue SweepSettings sweep, @DefaultValue SearchSettings search){

	public StreamSettings {
		processors = Set.copyOf(processors);
		if (dispatch.lease().compareTo(dispatch.longestUseOfClaim()) < 0) {
			throw new IllegalArgumentException(
					"hundi.dispatch.lease must be at least connect-timeout plus call-timeout of every bank "
							+ "plus 2 s for recording and 0.05 s for each further order of orders-per-call, "
							+ "so that no call outlives its claim");
		}
		if (processors.contains(Processor.SWEEP) && database.poolSize() < 2) {
			throw new IllegalArgumentException(
					"hundi.database.pool-size must be 2 or more for the sweep (hundi.processors), which keeps a connection of its own");
		}
		if (processors.contains(Processor.RELAY) && database.hasSeveralHosts()) {
			throw new IllegalArgumentException(
					"hundi.database.url must name one host for the relay (hundi.processors): the change stream is read from one server");
		}
	}

}
