package dev.hundi.wallet;

import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/** What counts toward the rules of a business for approvals. */
class HoldForApprovalIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final DebitWallets debits = new DebitWallets(this.jdbc, new JdbcTransactionManager(database.dataSource()));

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	/** A payout that waits for money is no debit of the day. */
	@Test
	void holdsNoQueuedPayoutForOthersThatStayQueued() {
		TestDay.inIndia(Duration.ofMinutes(1));
		this.business.rules("0", 0, true);
		rule("DAY", 20_00);
		List<UUID> payouts = IntStream.range(0, 10).mapToObj((i) -> payout(5_00)).toList();
		payouts.forEach((payout) -> assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 1)));

		topUp(5_00);

		assertThat(this.debits.tryQueue(this.business.id(), 10)).isEqualTo(new DebitOutcome(1, 0, 9));
		assertThat(held()).isEmpty();

		topUp(45_00);

		assertThat(this.debits.tryQueue(this.business.id(), 10)).isEqualTo(new DebitOutcome(3, 0, 0));
		assertThat(held()).containsExactlyElementsOf(payouts.subList(4, 10));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void holdsNoPayoutForOneThatIsRefused() {
		rule("DAY", 20_00);
		topUp(10_00);
		List<UUID> payouts = List.of(payout(15_00), payout(6_00));

		assertThat(this.debits.debit(this.business.id(), payouts)).isEqualTo(new DebitOutcome(1, 1, 0));
		assertThat(held()).isEmpty();
	}

	/** Around midnight the clock of one process may be a day ahead. */
	@Test
	void beginsADayOnce() {
		rule("DAY", 10_00);
		topUp(100_00);
		assertThat(debit(payout(8_00))).isEqualTo(new DebitOutcome(1, 0, 0));
		String nextDay = this.jdbc.sql("SELECT day + 1 FROM payout_day WHERE business_id = :id")
			.param("id", this.business.id())
			.query(String.class)
			.single();
		beginInAProcessAhead(nextDay);
		assertThat(debit(payout(8_00))).isEqualTo(new DebitOutcome(1, 0, 0));
		beginInAProcessAhead(nextDay);
		UUID above = payout(8_00);

		assertThat(debit(above)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(held()).containsExactly(above);
	}

	/** An API key makes payouts and checks none (decision 63). */
	@Test
	void countsNoKeyThatReleasedAFile() {
		rule("PAYOUT", 50_00);
		topUp(200_00);
		UUID ofKey = ofFile(payout(60_00), "pk_of_the_release");
		UUID ofPerson = ofFile(payout(60_00), "person:" + UUID.randomUUID());

		assertThat(this.debits.debit(this.business.id(), List.of(ofKey, ofPerson)))
			.isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(held()).containsExactly(ofKey);
	}

	@Test
	void appliesARuleThatIsAgreedWhileADebitWaitsForItsWallet() throws Exception {
		topUp(100_00);
		UUID payout = payout(60_00);
		CompletableFuture<DebitOutcome> outcome;
		try (Connection holder = database.dataSource().getConnection(); Statement lock = holder.createStatement()) {
			holder.setAutoCommit(false);
			lock.execute("SELECT FROM wallet WHERE business_id = '" + this.business.id() + "' FOR UPDATE");
			outcome = CompletableFuture.supplyAsync(() -> debitPatiently(payout));
			Awaitility.await().until(() -> this.jdbc.sql("""
					SELECT count(*) > 0 FROM pg_stat_activity
					 WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%wallet%'
					""").query(Boolean.class).single());
			rule("PAYOUT", 50_00);
			holder.rollback();
		}
		assertThat(outcome.join()).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(held()).containsExactly(payout);
	}

	/** On a slow machine a debit may wait for too long. */
	private DebitOutcome debitPatiently(UUID payout) {
		while (true) {
			try {
				return debit(payout);
			}
			catch (PessimisticLockingFailureException ex) {
				// Tried again.
			}
		}
	}

	private void beginInAProcessAhead(String day) {
		this.jdbc.sql("""
				UPDATE payout_day d SET day = :day::date, debits_before_paise = w.total_credit_paise - w.balance_paise
				  FROM wallet w
				 WHERE w.business_id = :id AND d.business_id = w.business_id AND d.day < :day::date
				""").param("day", day).param("id", this.business.id()).update();
	}

	/** Makes a payout the row of a file for which two people were needed. */
	private UUID ofFile(UUID payout, String releasedBy) {
		UUID file = UUID.randomUUID();
		WithoutTriggers
			.sql(this.jdbc,
					"""
							INSERT INTO bulk_file (business_id, bulk_file_id, file_name, format, size_bytes, sha256, release_mode, status,
							                       changed_by, uploaded_by, released_by, people_needed, released_at)
							VALUES ('%1$s', '%2$s', 'rent.csv', 'CSV', 1, sha256('%2$s'), 'VALID_ROWS', 'RELEASING',
							        'pk_of_the_upload', 'pk_of_the_upload', '%3$s', 2, now());
							UPDATE payout SET source = 'BULK', bulk_file_id = '%2$s', bulk_row_number = 1 WHERE payout_id = '%4$s'
							"""
						.formatted(this.business.id(), file, releasedBy, payout))
			.update();
		return payout;
	}

	private void rule(String scope, long abovePaise) {
		this.jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours)
				VALUES (:id, :scope, :above, 1, 24)
				""").param("id", this.business.id()).param("scope", scope).param("above", abovePaise).update();
	}

	private UUID payout(long paise) {
		return this.business.payout(paise, 0, 0);
	}

	private DebitOutcome debit(UUID payout) {
		return this.debits.debit(this.business.id(), List.of(payout));
	}

	private void topUp(long paise) {
		new TopUpWallet(this.jdbc).topUp(this.business.id(), paise, "U" + UUID.randomUUID(), "Top-up");
	}

	private List<UUID> held() {
		return this.jdbc.sql("SELECT payout_id FROM payout WHERE business_id = :id AND held ORDER BY payout_id")
			.param("id", this.business.id())
			.query(UUID.class)
			.list();
	}

}
