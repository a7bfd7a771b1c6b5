package dev.hundi.stream.sweep;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankReference;
import dev.hundi.stream.StreamProcessorsApplication;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.FreePorts;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** The copy that sweeps has lost a bank that another copy has. There is no Kafka. */
class LostBankIntegrationTests {

	/** Enough failures to open the circuit breaker. */
	private static final int PAYOUTS = 25;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final List<ConfigurableApplicationContext> copies = new ArrayList<>();

	@AfterEach
	void close() {
		this.copies.forEach(ConfigurableApplicationContext::close);
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "true, upi", "false, imps" })
	void anotherCopySendsWhatTheSweepingCopyCannot(boolean isReached, String rail) {
		List<UUID> payouts = Stream
			.generate(() -> new TestMoney(this.database.dataSource()).debitedPayout(this.business))
			.limit(PAYOUTS)
			.toList();
		try (SendingBank bank = new SendingBank()) {
			start(isReached ? bank.url() : URI.create("http://localhost:" + FreePorts.next()), rail);
			Awaitility.await().until(() -> this.jdbc.sql("""
					SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 930
					                AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
					""").query(Boolean.class).single());
			start(bank.url(), "imps");
			payouts
				.forEach((payout) -> Awaitility.await().until(() -> this.business.status(payout).equals("11 SUCCESS")));
			assertThat(bank.orders()).doesNotHaveDuplicates()
				.containsExactlyInAnyOrderElementsOf(payouts.stream().map(BankReference::of).toList());
		}
		assertThat(this.business.violations()).isEmpty();
	}

	private void start(URI bank, String rail) {
		this.copies.add(StreamProcessorsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_stream",
					"--hundi.database.password=postgres", "--hundi.database.pool-size=4",
					"--hundi.kafka.bootstrap-servers=localhost:1", "--hundi.management.port=0",
					"--hundi.key-encryption.file=" + TestKeys.file(), "--hundi.processors=sweep",
					"--hundi.sweep.interval=100ms", "--hundi.sweep.stuck-after=100ms",
					"--hundi.dispatch.allow-http=true", "--hundi.dispatch.retry-schedule=1s",
					"--hundi.dispatch.banks.scripted.url=" + bank, "--hundi.dispatch.banks.scripted.rails=" + rail));
	}

}
