package dev.hundi.payout;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

import javax.sql.DataSource;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class IndexPayoutsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	/** The role of the application that indexes, which does not own the index. */
	private final DataSource stream = database.session(RuntimeRole.STREAM);

	private final IndexPayouts index = new IndexPayouts(JdbcClient.create(this.stream),
			new JdbcTransactionManager(this.stream));

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	/** As after a failover to a server whose clock is behind. */
	@Test
	void indexesWhatAClockThatWentBackGaveLowerIds() {
		this.jdbc.sql("UPDATE search_progress SET indexed_to = first_uuid_at(now() + interval '1 hour')").update();
		UUID payout = this.business.payout(200, 0, 0);
		awaitSettled(payout);
		await().until(() -> {
			this.index.index();
			return !parts(payout).isEmpty();
		});
	}

	@Test
	void neverPassesAnUncommittedEvent() throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			connection.setAutoCommit(false);
			UUID late = accept(connection, "uuidv7()");
			UUID early = this.business.payout(200, 0, 0);
			awaitSettled(early);

			this.index.index();

			assertThat(parts(early)).isEmpty();
			connection.commit();
			await().until(() -> {
				this.index.index();
				return !parts(early).isEmpty();
			});
			assertThat(parts(late)).containsExactly(0);
		}
	}

	@Test
	void waitsForAnEventOfTheMillisecondItsTransactionBeganIn() throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			connection.setAutoCommit(false);
			UUID late = accept(connection,
					"""
							(lpad(to_hex(floor(extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7fff8fffffffffffffff')::uuid
							""");
			UUID early = this.business.payout(250, 0, 0);
			awaitSettled(early);

			this.index.index();

			connection.commit();
			awaitIndexed(early);
			assertThat(parts(late)).containsExactly(0);
		}
	}

	@Test
	void reindexesAPayoutWithABankReference() {
		UUID payout = this.business.payout(300, 0, 0);
		awaitIndexed(payout);

		acknowledge(payout, "UTR77001");

		assertThat(found("utr77001")).containsExactly(payout);
		await().until(() -> {
			this.index.index();
			return text(payout).endsWith("\nutr77001");
		});
		assertThat(parts(payout)).containsExactly(0);
		assertThat(found("utr77001")).containsExactly(payout);
	}

	@Test
	void writesOneRowForAPayoutWithABankReference() {
		UUID payout = this.business.payout(310, 0, 0);
		acknowledge(payout, "UTR77002");
		awaitIndexed(payout);

		assertThat(parts(payout)).containsExactly(0);
		assertThat(found("utr77002")).containsExactly(payout);
	}

	@Test
	void renewsTheReferencesThatAnEarlierVersionIndexed() {
		UUID payout = this.business.payout(320, 0, 0);
		awaitIndexed(payout);
		this.jdbc
			.sql("""
					INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
					SELECT business_id, payout_id, 1, 'utr77003', bucket_id, false FROM payout_search WHERE payout_id = :payout
					""")
			.param("payout", payout)
			.update();
		assertThat(found("utr77003")).containsExactly(payout);

		acknowledge(payout, "UTR77004");

		await().until(() -> {
			this.index.index();
			return found("utr77003").isEmpty();
		});
		assertThat(found("utr77004")).containsExactly(payout);
	}

	@Test
	void indexesInOneProcessAtATime() throws SQLException {
		UUID payout = this.business.payout(400, 0, 0);
		awaitSettled(payout);
		try (Connection connection = database.dataSource().getConnection()) {
			connection.setAutoCommit(false);
			connection.createStatement().execute("SELECT FROM search_progress WHERE name = 'payout' FOR UPDATE");

			assertThat(this.index.index()).isFalse();
			assertThat(parts(payout)).isEmpty();
			connection.rollback();
		}
		awaitIndexed(payout);
	}

	private UUID accept(Connection connection, String eventId) {
		JdbcClient inTransaction = JdbcClient.create(new SingleConnectionDataSource(connection, true));
		UUID payout = inTransaction
			.sql("""
					INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
					                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
					                    response_message)
					SELECT business_id, 'TXN202611211234567890', beneficiary_id, beneficiary_code, name, phone_number,
					       account_number, ifsc, 'I', 100, 0, 0, 'x'
					  FROM beneficiary WHERE business_id = :id
					RETURNING payout_id
					""")
			.param("id", this.business.id())
			.query(UUID.class)
			.single();
		inTransaction
			.sql("""
					INSERT INTO payout_event (event_id, business_id, payout_id, sequence, status, stage, source, response_code,
					                          response_message)
					VALUES (%s, :id, :payout, 1, 3, 'CREATED', 'API', 'INITIATED', 'x')
					"""
				.formatted(eventId))
			.param("id", this.business.id())
			.param("payout", payout)
			.update();
		return payout;
	}

	/** Waits until only an open transaction can keep the payout from the index. */
	private void awaitSettled(UUID payout) {
		await().until(() -> this.jdbc.sql("""
				SELECT clock_timestamp() - max(uuid_extract_timestamp(event_id)) > interval '2100 milliseconds'
				  FROM payout_event WHERE payout_id = :payout
				""").param("payout", payout).query(Boolean.class).single());
	}

	private void awaitIndexed(UUID payout) {
		await().until(() -> {
			this.index.index();
			return !parts(payout).isEmpty();
		});
	}

	private void acknowledge(UUID payout, String utr) {
		WithoutTriggers
			.sql(this.jdbc,
					"""
							UPDATE payout SET utr = :utr, last_sequence = 2 WHERE payout_id = :payout;
							INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
							                          response_message)
							VALUES (:business, :payout, 2, 3, 4, 'BANK_ACKNOWLEDGED', 'BANK', 'BANK_ACKNOWLEDGED', 'x')
							""")
			.param("payout", payout)
			.param("business", this.business.id())
			.param("utr", utr)
			.update();
	}

	private String text(UUID payout) {
		return this.jdbc.sql("SELECT text FROM payout_search WHERE payout_id = :payout AND part = 0")
			.param("payout", payout)
			.query(String.class)
			.single();
	}

	private List<Integer> parts(UUID payout) {
		return this.jdbc.sql("SELECT part FROM payout_search WHERE payout_id = :payout ORDER BY part")
			.param("payout", payout)
			.query(Integer.class)
			.list();
	}

	private List<UUID> found(String phrase) {
		return new Payouts(this.jdbc).search(this.business.id(), new SearchPhrase(phrase), Page.FIRST)
			.stream()
			.map(PayoutDetail::payoutId)
			.toList();
	}

}
