package dev.hundi.bank;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

import static org.assertj.core.api.Assertions.assertThat;

/** How often the bank may have a file, if two processes deliver it. */
class DeliveriesOfFilesIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void countsNoDeliveryOfAFileThatAnotherProcessDelivers() {
		UUID payout = new TestMoney(this.database.dataSource()).debitedPayout(TestBusiness.create(this.database), "N");
		PayoutKey key = new PayoutKey(this.jdbc.sql("SELECT business_id FROM payout").query(UUID.class).single(),
				payout);
		List<String> delivered = new ArrayList<>();
		BankFiles other = new BankFiles(this.jdbc, new JdbcTransactionManager(this.database.dataSource()));
		BankFiles overtaken = new BankFiles(this.jdbc,
				new AfterFirstCommit(() -> other.writeNext("host", (file) -> () -> delivered.add("other"))));
		other.queue("host", new BankAttempts(this.jdbc).claim(List.of(key), "host", Duration.ofSeconds(30)).getFirst());
		assertThat(other.createNext("host", Rail.NEFT, Duration.ZERO, 10)).isTrue();

		assertThat(overtaken.writeNext("host", (file) -> () -> delivered.add("overtaken"))).isTrue();
		assertThat(delivered).containsExactly("other");
		assertThat(this.jdbc.sql("SELECT deliveries || ' ' || (written_at IS NOT NULL) FROM bank_file")
			.query(String.class)
			.single()).isEqualTo("1 true");
	}

	/** The other process runs between the count and the delivery. */
	private final class AfterFirstCommit extends JdbcTransactionManager {

		private final Runnable other;

		private boolean isFirst = true;

		AfterFirstCommit(Runnable other) {
			super(DeliveriesOfFilesIntegrationTests.this.database.dataSource());
			this.other = other;
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
			super.doCommit(status);
			if (this.isFirst) {
				this.isFirst = false;
				// This thread still holds the connection.
				CompletableFuture.runAsync(this.other).join();
			}
		}

	}

}
