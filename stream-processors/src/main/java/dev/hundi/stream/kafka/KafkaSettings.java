package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Kafka: {@code hundi.kafka.*}.
 *
 * @param bootstrapServers initial brokers
 * @param partitions partitions of a created topic; instances beyond this number are idle
 * @param concurrency consumers of each processor in this instance; more of them process
 * smaller groups, each of which costs the database nearly as much as a large one
 * @param replicationFactor replicas of a created topic
 * @param minInsyncReplicas replicas of a created topic that must have a record before it
 * is acknowledged
 * @param deadLetterRetention how long dead letters are kept
 * @param allowPlaintext whether to permit connections without encryption; for the sandbox
 * @param login SCRAM-SHA-512 over TLS, or null if the client properties authenticate
 * @param clientProperties Kafka properties of every client: connection and security
 * @param consumerProperties additional Kafka properties of every consumer
 * @param producerProperties additional Kafka properties of every producer
 */
public record KafkaSettings(@DefaultValue("localhost:9092") String bootstrapServers, @DefaultValue("12") int partitions,
		@DefaultValue("1") int concurrency, @DefaultValue("3") short replicationFactor,
		@DefaultValue("2") int minInsyncReplicas, @DefaultValue("30d") Duration deadLetterRetention,
		@DefaultValue("false") boolean allowPlaintext, @Nullable Login login,
		@DefaultValue Map<String, String> clientProperties, @DefaultValue Map<String, String> consumerProperties,
		@DefaultValue Map<String, String> producerProperties) {

	public KafkaSettings {
		if (partitions < 1 || replicationFactor < 1 || concurrency < 1) {
			throw new IllegalArgumentException(
					"hundi.kafka.partitions, replication-factor and concurrency must be 1 or more");
		}
		if (minInsyncReplicas < 1 || minInsyncReplicas > replicationFactor) {
			throw new IllegalArgumentException(
					"hundi.kafka.min-insync-replicas must be from 1 to hundi.kafka.replication-factor");
		}
		if (deadLetterRetention.compareTo(Duration.ofHours(1)) < 0) {
			throw new IllegalArgumentException("hundi.kafka.dead-letter-retention must be at least 1h");
		}
		clientProperties = connection(clientProperties, login, bootstrapServers);
		consumerProperties = withoutConnection("consumer-properties", consumerProperties);
		producerProperties = withoutConnection("producer-properties", producerProperties);
		if (!allowPlaintext) {
			requireEncryption(clientProperties);
		}
	}

	/** Returns {@code security.protocol} of every client. */
	SecurityProtocol protocol() {
		return protocol(this.clientProperties);
	}

	/** Without the client properties, which contain secrets. */
	@Override
	public String toString() {
		return "KafkaSettings[bootstrapServers=%s, protocol=%s]".formatted(this.bootstrapServers, protocol());
	}

	private static Map<String, String> connection(Map<String, String> configured, @Nullable Login login,
			String bootstrapServers) {
		Map<String, String> properties = new TreeMap<>(configured);
		if (properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers) != null) {
			throw new IllegalArgumentException(
					"hundi.kafka.client-properties[bootstrap.servers] is set by hundi.kafka.bootstrap-servers");
		}
		if (login != null) {
			properties.putIfAbsent(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, SecurityProtocol.SASL_SSL.name);
			properties.putIfAbsent(SaslConfigs.SASL_MECHANISM, "SCRAM-SHA-512");
			if (properties.put(SaslConfigs.SASL_JAAS_CONFIG, login.jaas()) != null) {
				throw new IllegalArgumentException(
						"hundi.kafka.client-properties[sasl.jaas.config] is set by hundi.kafka.login");
			}
		}
		return Map.copyOf(properties);
	}

	/** Producers and consumers connect as every client does. */
	private static Map<String, String> withoutConnection(String setting, Map<String, String> properties) {
		for (String name : properties.keySet()) {
			if (name.equals(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG) || name.matches("(security|ssl|sasl)\\..*")) {
				throw new IllegalArgumentException(
						"hundi.kafka.%s[%s] must be one of hundi.kafka.client-properties".formatted(setting, name));
			}
		}
		return Map.copyOf(properties);
	}

	private static SecurityProtocol protocol(Map<String, String> properties) {
		String name = properties.getOrDefault(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
				CommonClientConfigs.DEFAULT_SECURITY_PROTOCOL);
		if (!SecurityProtocol.names().contains(name)) {
			throw new IllegalArgumentException("hundi.kafka.client-properties[security.protocol] must be one of "
					+ SecurityProtocol.names() + ", not " + name);
		}
		return SecurityProtocol.forName(name);
	}

	private static void requireEncryption(Map<String, String> properties) {
		SecurityProtocol protocol = protocol(properties);
		if (protocol == SecurityProtocol.PLAINTEXT || protocol == SecurityProtocol.SASL_PLAINTEXT) {
			throw new IllegalArgumentException("hundi.kafka.client-properties[security.protocol] is " + protocol.name
					+ ", which does not encrypt; set SASL_SSL or SSL, or hundi.kafka.login."
					+ " Only a sandbox may set hundi.kafka.allow-plaintext=true");
		}
		if ("".equals(properties.get(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG))) {
			throw new IllegalArgumentException("hundi.kafka.client-properties[ssl.endpoint.identification.algorithm]"
					+ " must be https, so that the broker's certificate names its host");
		}
	}

	/** The user of this application at the brokers. */
	public record Login(String username, String password) {

		public Login {
			if (username == null || password == null || username.isBlank() || password.isBlank()) {
				throw new IllegalArgumentException("hundi.kafka.login needs username and password");
			}
		}

		@Override
		public String toString() {
			return "Login[" + this.username + "]";
		}

		private String jaas() {
			return "%s required username=%s password=%s;".formatted(ScramLoginModule.class.getName(),
					quoted(this.username), quoted(this.password));
		}

		private static String quoted(String value) {
			return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
		}

	}

}
