package dev.hundi.business;

import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IpRulesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final IpRules rules = new IpRules(JdbcClient.create(database.dataSource()));

	private final UUID business = TestBusiness.create(database).id();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void addsAddressesAndNetworksOfBothFamiliesOnce() {
		assertThat(this.rules.list(this.business)).isEmpty();
		assertThat(this.rules.add(this.business, "2001:DB8::/32")).isTrue();
		assertThat(this.rules.add(this.business, "203.0.113.7")).isTrue();
		assertThat(this.rules.add(this.business, "198.51.100.0/24")).isTrue();
		assertThat(this.rules.add(this.business, "::ffff:203.0.113.7")).isFalse();
		assertThat(this.rules.add(this.business, "2001:db8:0::/32")).isFalse();
		assertThat(this.rules.list(this.business)).containsExactly("198.51.100.0/24", "203.0.113.7/32",
				"2001:db8::/32");
	}

	@Test
	void removesAnEntryInAnyNotation() {
		this.rules.add(this.business, "2001:db8::7");
		assertThat(this.rules.remove(this.business, "2001:0DB8:0:0::7/128")).isTrue();
		assertThat(this.rules.remove(this.business, "2001:db8::7")).isFalse();
		assertThat(this.rules.list(this.business)).isEmpty();
	}

	@Test
	void keepsBusinessesApart() {
		UUID other = TestBusiness.create(database).id();
		this.rules.add(this.business, "203.0.113.7");
		assertThat(this.rules.remove(other, "203.0.113.7")).isFalse();
		assertThat(this.rules.list(other)).isEmpty();
		assertThat(this.rules.list(this.business)).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "example.com", "203.0.113.7/24", "203.0.113.256", "10.0.0.0/33", "203.0.113", "1" })
	void rejectsInvalidNetworks(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> this.rules.add(this.business, text));
		assertThatIllegalArgumentException().isThrownBy(() -> this.rules.remove(this.business, text));
		assertThat(this.rules.list(this.business)).isEmpty();
	}

	@Test
	void rejectsAnUnknownBusiness() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.rules.add(UUID.randomUUID(), "203.0.113.7"));
	}

	@Test
	void limitsTheNumberOfEntries() {
		for (int i = 0; i < IpRules.MAX_RULES; i++) {
			assertThat(this.rules.add(this.business, "10.0.0." + i)).isTrue();
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.rules.add(this.business, "10.0.1.0"));
		assertThat(this.rules.add(this.business, "10.0.0.1")).isFalse();
	}

	@Test
	void storesAnEntryOnceUnderConcurrency() throws Exception {
		Callable<Boolean> add = () -> this.rules.add(this.business, "203.0.113.7");
		int added = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var answer : threads.invokeAll(Collections.nCopies(12, add))) {
				added += answer.get() ? 1 : 0;
			}
		}
		assertThat(added).isEqualTo(1);
		assertThat(this.rules.list(this.business)).hasSize(1);
	}

}
