package dev.hundi.stream;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

import dev.hundi.payout.Rail;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.processor.Processor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StreamSettingsTests {

	@Test
	void runsAllProcessorsButWebhooks() {
		assertThat(bind(Map.of()).processors())
			.containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.of(Processor.WEBHOOK)));
	}

	@ParameterizedTest
	@CsvSource({ "hundi.dispatch.banks.sandbox.call-timeout, 2m, hundi.dispatch.lease must be at least",
			"hundi.dispatch.lease, 13s, hundi.dispatch.lease must be at least",
			"hundi.dispatch.banks.sandbox.call-timeout, 0s, must be above zero",
			"hundi.dispatch.banks.other.orders-per-call, 0, orders-per-call of hundi.dispatch.banks must be 1 to 50",
			"hundi.dispatch.banks.other.orders-per-call, 51, orders-per-call of hundi.dispatch.banks must be 1 to 50",
			"hundi.dispatch.lease, 0s, must be above zero", "hundi.dispatch.enquiry-interval, 0s, must be above zero",
			"hundi.dispatch.enquiry-schedule, 0s, must be above zero",
			"hundi.dispatch.give-up-after, -1s, must be above zero",
			"hundi.dispatch.retry-schedule, 0s, must be above zero",
			"hundi.dispatch.banks.other.call-timeout, 2m, hundi.dispatch.lease must be at least",
			"hundi.dispatch.not-sent-after, 30s, must be longer than hundi.dispatch.lease" })
	void rejectsDurationsThatLetACallOutliveItsClaim(String key, String value, String rule) {
		Map<String, String> settings = new HashMap<>(
				Map.of("hundi.dispatch.allow-http", "true", "hundi.dispatch.banks.sandbox.url", "http://sandbox",
						"hundi.dispatch.banks.other.url", "http://other"));
		settings.put(key, value);
		assertThatThrownBy(() -> bind(settings)).rootCause().hasMessageContaining(rule);
	}

	@Test
	void needsALongerLeaseForBatches() {
		Map<String, String> settings = new HashMap<>(Map.of("hundi.dispatch.allow-http", "true",
				"hundi.dispatch.banks.sandbox.url", "http://sandbox", "hundi.dispatch.lease", "15s"));
		assertThat(bind(settings).dispatch().lease()).hasSeconds(15);
		settings.put("hundi.dispatch.banks.sandbox.orders-per-call", "32");
		assertThatThrownBy(() -> bind(settings)).rootCause()
			.hasMessageContaining("0.05 s for each further order of orders-per-call");
	}

	@ParameterizedTest
	@CsvSource({ "client-properties[security.protocol], PLAINTEXT, does not encrypt",
			"client-properties[security.protocol], SASL_PLAINTEXT, does not encrypt",
			"client-properties[security.protocol], TLS, must be one of",
			"client-properties[ssl.endpoint.identification.algorithm], '', must be https",
			"client-properties[sasl.jaas.config], x, is set by hundi.kafka.login",
			"client-properties[bootstrap.servers], x, is set by hundi.kafka.bootstrap-servers",
			"consumer-properties[sasl.mechanism], PLAIN, must be one of hundi.kafka.client-properties",
			"producer-properties[ssl.truststore.type], PEM, must be one of hundi.kafka.client-properties",
			"login.password, ' ', hundi.kafka.login needs username and password",
			"replication-factor, 0, must be 1 or more", "min-insync-replicas, 4, from 1 to",
			"dead-letter-retention, 10m, at least 1h" })
	void rejectsUnsafeSettingsOfKafka(String key, String value, String rule) {
		assertThatThrownBy(() -> bind(Map.of("hundi.kafka." + key, value))).rootCause().hasMessageContaining(rule);
	}

	@Test
	void refusesPlaintextUnlessASettingPermitsIt() {
		assertThatThrownBy(() -> new KafkaSettings("localhost:9092", 1, 1, (short) 1, 1, Duration.ofDays(1), false,
				null, Map.of(), Map.of(), Map.of()))
			.hasMessageContaining("hundi.kafka.allow-plaintext");
		assertThat(new KafkaSettings("localhost:9092", 1, 1, (short) 1, 1, Duration.ofDays(1), true, null, Map.of(),
				Map.of(), Map.of())
			.clientProperties()).containsOnly(Map.entry("bootstrap.servers", "localhost:9092"));
	}

	@Test
	void connectsEveryKafkaClientWithTheLoginAndDoesNotPrintIt() {
		KafkaSettings kafka = bind(Map.of("hundi.kafka.client-properties[ssl.truststore.password]", "of-the-store"))
			.kafka();
		assertThat(kafka.clientProperties()).containsEntry("security.protocol", "SASL_SSL")
			.containsEntry("sasl.mechanism", "SCRAM-SHA-512")
			.containsEntry("ssl.truststore.password", "of-the-store")
			.containsEntry("sasl.jaas.config", "org.apache.kafka.common.security.scram.ScramLoginModule required"
					+ " username=\"stream\" password=\"se\\\"cret\";");
		assertThat(kafka.replicationFactor()).isEqualTo((short) 3);
		assertThat(kafka.minInsyncReplicas()).isEqualTo(2);
		assertThat(bind(Map.of()).toString() + kafka + kafka.login()).doesNotContain("cret", "of-the-store");
	}

	@Test
	void bindsBanksByName() {
		StreamSettings settings = bind(Map.of("hundi.dispatch.allow-http", "true", "hundi.dispatch.banks.first.url",
				"http://first", "hundi.dispatch.banks.first.rails", "imps,upi", "hundi.dispatch.banks.second.url",
				"https://second", "hundi.dispatch.banks.second.preference", "1"));
		assertThat(settings.dispatch().banks()).containsOnlyKeys("first", "second");
		assertThat(settings.dispatch().banks()).hasEntrySatisfying("first",
				(bank) -> assertThat(bank.rails()).containsExactlyInAnyOrder(Rail.IMPS, Rail.UPI));
		assertThat(settings.dispatch().banks()).hasEntrySatisfying("second",
				(bank) -> assertThat(bank.rails()).containsExactlyInAnyOrder(Rail.values()));
	}

	@ParameterizedTest
	@CsvSource({ "concurrency, 0, must be 1 or more", "rate-per-second, 0, must be 1 or more",
			"connect-timeout, 0s, must be above zero",
			"connect-timeout, 10s, connect-timeout of hundi.dispatch.banks must be shorter than call-timeout",
			"call-timeout, 1s, connect-timeout of hundi.dispatch.banks must be shorter than call-timeout" })
	void rejectsABankWithoutLimits(String key, String value, String rule) {
		assertThatThrownBy(() -> bind(Map.of("hundi.dispatch.banks.first." + key, value))).rootCause()
			.hasMessageContaining(rule);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', value = {
			"url=http://bank; hundi.dispatch.banks.first.url must be an https URL; only hundi.dispatch.allow-http=true",
			"url=https://bank; hundi.dispatch.banks.first.security.ssl-bundle must be set",
			"preference=1; hundi.dispatch.banks.first.url must be set",
			"url=https://bank,security.api-key-header=x-api-key; api-key-header and security.api-key-file of",
			"url=https://bank,security.api-key-header=a b,security.api-key-file=k; must be the name of a header",
			"rails=neft,files.directory=d,files.debtor-name=n,files.debtor-account=1,files.debtor-ifsc=SBOX0000001; hundi.dispatch.banks.first.security.signature-bundle or hundi.dispatch.banks.first.files.transfer-user must be set" })
	void rejectsABankThatIsNotAuthenticated(String members, String rule) {
		Map<String, String> settings = new HashMap<>();
		for (String member : members.split(",")) {
			String[] pair = member.split("=");
			settings.put("hundi.dispatch.banks.first." + pair[0], pair[1]);
		}
		assertThatThrownBy(() -> bind(settings)).rootCause().hasMessageContaining(rule);
	}

	@ParameterizedTest
	@CsvSource({ "directory,", "directory, ' '", "debtor-name,", "debtor-name, ' '", "debtor-account,",
			"debtor-account, 12-34", "debtor-ifsc,", "debtor-ifsc, SBOX1000001", "transfer-user, ' '",
			"longest-wait, -1s", "max-orders, 0", "max-orders, 10001" })
	void refusesABankWithFilesThatLacksAValueOrHasAWrongOne(String key, @Nullable String value) {
		String files = "hundi.dispatch.banks.first.files.";
		Map<String, String> settings = new HashMap<>(Map.of("hundi.dispatch.banks.first.rails", "neft",
				files + "directory", "d", files + "debtor-name", "n", files + "debtor-account", "1",
				files + "debtor-ifsc", "SBOX0000001", files + "transfer-user", "sftp"));
		assertThat(bind(settings).dispatch().banks()).containsOnlyKeys("first");
		settings.remove(files + key);
		if (value != null) {
			settings.put(files + key, value);
		}
		assertThatThrownBy(() -> bind(settings)).rootCause()
			.isInstanceOf(IllegalArgumentException.class)
			.hasMessageStartingWith(key + " of hundi.dispatch.banks.<name>.files must ");
	}

	@Test
	void requiresASecondConnectionOnlyForTheSweep() {
		Map<String, String> settings = new HashMap<>(Map.of("hundi.database.pool-size", "1"));
		assertThatThrownBy(() -> bind(settings)).rootCause()
			.hasMessageStartingWith("hundi.database.pool-size must be 2 or more");
		settings.put("hundi.processors", "webhook");
		assertThat(bind(settings).database().poolSize()).isEqualTo(1);
	}

	@Test
	void refusesSeveralHostsOnlyForTheRelay() {
		Map<String, String> settings = new HashMap<>(
				Map.of("hundi.database.url", "jdbc:postgresql://first:5432,second/hundi"));
		assertThatThrownBy(() -> bind(settings)).rootCause()
			.hasMessageStartingWith("hundi.database.url must name one host");
		settings.put("hundi.processors", "debit,sweep");
		assertThat(bind(settings).database().url()).contains("second");
	}

	@Test
	void permitsHttpToABankOnlyOutsideProduction() {
		Map<String, String> settings = new HashMap<>(Map.of("hundi.dispatch.banks.first.url", "http://bank"));
		assertThatThrownBy(() -> bind(settings)).rootCause().hasMessageContaining("hundi.dispatch.allow-http");
		settings.put("hundi.dispatch.allow-http", "true");
		assertThat(bind(settings).dispatch().banks()).containsOnlyKeys("first");
	}

	private static StreamSettings bind(Map<String, String> settings) {
		Map<String, String> all = new HashMap<>(Map.of("hundi.database.url", "jdbc:postgresql://localhost/hundi",
				"hundi.database.username", "hundi", "hundi.database.password", "hundi", "hundi.kafka.login.username",
				"stream", "hundi.kafka.login.password", "se\"cret"));
		all.putAll(settings);
		return new Binder(new MapConfigurationPropertySource(all)).bind("hundi", StreamSettings.class).get();
	}

}
