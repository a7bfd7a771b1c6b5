package dev.hundi.stream;

import java.util.HashMap;
import java.util.Map;

import dev.hundi.payout.Rail;
import dev.hundi.stream.processor.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StreamSettingsTests {

	@Test
	void hasDefaults() {
		assertThat(bind(Map.of()).processors()).containsExactlyInAnyOrder(Processor.values());
	}

	@ParameterizedTest
	@CsvSource({ "hundi.dispatch.banks.sandbox.call-timeout, 2m, hundi.dispatch.lease must be at least",
			"hundi.dispatch.lease, 13s, hundi.dispatch.lease must be at least",
			"hundi.dispatch.banks.sandbox.call-timeout, 0s, must be above zero",
			"hundi.dispatch.lease, 0s, must be above zero", "hundi.dispatch.enquiry-interval, 0s, must be above zero",
			"hundi.dispatch.enquiry-schedule, 0s, must be above zero",
			"hundi.dispatch.give-up-after, -1s, must be above zero",
			"hundi.dispatch.retry-schedule, 0s, must be above zero",
			"hundi.dispatch.banks.other.call-timeout, 2m, hundi.dispatch.lease must be at least",
			"hundi.dispatch.not-sent-after, 30s, must be longer than hundi.dispatch.lease" })
	void rejectsDurationsThatLetACallOutliveItsClaim(String key, String value, String rule) {
		assertThatThrownBy(() -> bind(Map.of(key, value))).rootCause().hasMessageContaining(rule);
	}

	@Test
	void bindsBanksByName() {
		StreamSettings settings = bind(Map.of("hundi.dispatch.banks.first.url", "http://first",
				"hundi.dispatch.banks.first.rails", "imps,upi", "hundi.dispatch.banks.second.preference", "1"));
		assertThat(settings.dispatch().banks()).containsOnlyKeys("first", "second");
		assertThat(settings.dispatch().banks()).hasEntrySatisfying("first",
				(bank) -> assertThat(bank.rails()).containsExactlyInAnyOrder(Rail.IMPS, Rail.UPI));
		assertThat(settings.dispatch().banks()).hasEntrySatisfying("second",
				(bank) -> assertThat(bank.rails()).containsExactlyInAnyOrder(Rail.values()));
	}

	@ParameterizedTest
	@CsvSource({ "concurrency, 0, must be 1 or more", "rate-per-second, 0, must be 1 or more",
			"connect-timeout, 0s, must be above zero" })
	void rejectsABankWithoutLimits(String key, String value, String rule) {
		assertThatThrownBy(() -> bind(Map.of("hundi.dispatch.banks.first." + key, value))).rootCause()
			.hasMessageContaining(rule);
	}

	private static StreamSettings bind(Map<String, String> settings) {
		Map<String, String> all = new HashMap<>(Map.of("hundi.database.url", "jdbc:postgresql://localhost/hundi",
				"hundi.database.username", "hundi", "hundi.database.password", "hundi"));
		all.putAll(settings);
		return new Binder(new MapConfigurationPropertySource(all)).bind("hundi", StreamSettings.class).get();
	}

}
