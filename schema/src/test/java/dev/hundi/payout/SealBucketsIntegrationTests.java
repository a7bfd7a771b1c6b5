package dev.hundi.payout;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class SealBucketsIntegrationTests {

	private static final int BUCKET = 5;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final List<UUID> payouts = new ArrayList<>();

	private IndexPayouts index;

	/** Two full buckets, sealed, and one that is not full. */
	@BeforeEach
	void sealTwoBuckets() {
		DataSource stream = this.database.session(RuntimeRole.STREAM);
		JdbcClient session = JdbcClient.create(stream);
		session.sql("SET lock_timeout = '2s'").update();
		this.index = new IndexPayouts(session, new JdbcTransactionManager(stream), BUCKET);
		for (int i = 0; i < 2 * BUCKET + 2; i++) {
			this.payouts.add(this.business.payout(100 + i, 0, 0));
		}
		write();
		round();
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void fullBucketsAreSealedInTheNextRound() {
		assertThat(this.jdbc.sql("""
				SELECT encode(payout_ids, 'hex') FROM search_bucket ORDER BY from_payout_id OFFSET 1 LIMIT 1
				""").query(String.class).single()).isEqualTo(this.payouts.subList(BUCKET, 2 * BUCKET)
			.stream()
			.map((payout) -> payout.toString().replace("-", ""))
			.collect(Collectors.joining()));
		assertThat(this.jdbc.sql("SELECT payout_ids IS NOT NULL FROM search_bucket ORDER BY from_payout_id")
			.query(Boolean.class)
			.list()).containsExactly(true, true, false);
		assertThat(this.jdbc.sql("SELECT count(*) FROM search_slice").query(Integer.class).single())
			.isEqualTo(2 * SearchSlices.SLICES);
		for (UUID payout : this.payouts) {
			assertThat(found(payout.toString())).containsExactly(payout);
		}
	}

	/** A bank reference that arrives after its bucket was sealed. */
	@Test
	void lateRowsAreReadUntilTheBucketIsSealedAgain() {
		UUID payout = this.payouts.get(1);
		this.jdbc
			.sql("""
					INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
					SELECT business_id, payout_id, 1, 'utr77001', bucket_id, true FROM payout_search WHERE payout_id = :payout
					""")
			.param("payout", payout)
			.update();
		assertThat(lateRows()).containsExactly(1, 0, 0);
		round();
		assertThat(lateRows()).containsExactly(1, 0, 0);
		assertThat(found("utr77")).containsExactly(payout);
		assertThat(candidates("utr77001")).isEmpty();

		dayPasses();
		round();

		assertThat(lateRows()).containsExactly(0, 0, 0);
		assertThat(this.jdbc.sql("SELECT count(*) FROM payout_search WHERE is_late").query(Integer.class).single())
			.isZero();
		assertThat(candidates("utr77001")).containsExactly(payout);
		assertThat(found("utr77")).containsExactly(payout);
	}

	@Test
	void manyLateRowsAreSealedAtOnce() {
		this.jdbc.sql("UPDATE search_bucket SET late_rows = 256, late_since = now() WHERE payout_ids IS NOT NULL")
			.update();
		round();
		assertThat(lateRows()).containsExactly(0, 0, 0);
	}

	/** Its transaction began before those of the payouts around it and ended after. */
	@Test
	void aPayoutWithAnOlderIdIsLateInItsSealedBucket() {
		UUID older = new UUID(this.payouts.get(2).getMostSignificantBits(),
				this.payouts.get(2).getLeastSignificantBits() + 1);
		UUID model = this.payouts.get(2);
		WithoutTriggers
			.sql(this.jdbc,
					"""
							INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
							                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
							                    response_message)
							SELECT business_id, :older, 'TXN20261127ZZZZZZZZZZ', beneficiary_id, beneficiary_code, beneficiary_name,
							       beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise, response_message
							  FROM payout WHERE payout_id = :model;
							INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
							SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'x' FROM payout WHERE payout_id = :older
							""")
			.param("older", older)
			.param("model", model)
			.update();
		assertThat(found("zzzzzzzzzz")).containsExactly(older);

		write();

		assertThat(lateRows()).containsExactly(1, 0, 0);
		assertThat(found("zzzzzzzzzz")).containsExactly(older);
		dayPasses();
		round();
		assertThat(lateRows()).containsExactly(0, 0, 0);
		assertThat(found("zzzzzzzzzz")).containsExactly(older);
		for (UUID payout : this.payouts) {
			assertThat(found(payout.toString())).containsExactly(payout);
		}
	}

	@Test
	void theBitsOfAnErasedTextGoWithTheNextSeal() {
		UUID payout = this.payouts.get(0);
		String id = payout.toString();
		assertThat(candidates(id)).containsExactly(payout);
		this.jdbc.sql("UPDATE payout_search SET text = 'erased' WHERE payout_id = :payout")
			.param("payout", payout)
			.update();
		assertThat(lateRows()).containsExactly(1, 0, 0);
		assertThat(found(id)).isEmpty();
		assertThat(found("erased")).containsExactly(payout);

		dayPasses();
		round();

		assertThat(candidates(id)).isEmpty();
		assertThat(found("erased")).containsExactly(payout);
	}

	@ParameterizedTest(name = "payout {0}")
	@ValueSource(ints = { 0, 2 * BUCKET })
	void aTextIsNotChangedWhileItsBucketIsSealed(int number) throws SQLException {
		try (Connection seal = this.database.dataSource().getConnection();
				Connection change = this.database.dataSource().getConnection();
				Statement changing = change.createStatement()) {
			seal.setAutoCommit(false);
			seal.createStatement().execute("SELECT FROM search_bucket FOR NO KEY UPDATE");
			changing.execute("SET lock_timeout = '50ms'");
			String update = "UPDATE payout_search SET text = 'new' WHERE payout_id = '" + this.payouts.get(number)
					+ "'";
			assertThatThrownBy(() -> changing.executeUpdate(update)).hasMessageContaining("lock timeout");
			seal.rollback();
			assertThat(changing.executeUpdate(update)).isOne();
		}
	}

	@Test
	void aSealDoesNotWaitForAChangeOfAText() throws SQLException {
		this.jdbc.sql("UPDATE payout_search SET text = 'late' WHERE payout_id = ANY (:payouts)")
			.param("payouts", new UUID[] { this.payouts.get(0), this.payouts.get(BUCKET) })
			.update();
		dayPasses();
		try (Connection change = this.database.dataSource().getConnection()) {
			change.setAutoCommit(false);
			change.createStatement()
				.execute("UPDATE payout_search SET text = 'later' WHERE payout_id = '" + this.payouts.get(0) + "'");
			round();
			assertThat(lateRows()).containsExactly(1, 0, 0);
			change.commit();
		}
		assertThat(lateRows()).containsExactly(2, 0, 0);
		round();
		assertThat(lateRows()).containsExactly(0, 0, 0);
		assertThat(found("later")).containsExactly(this.payouts.get(0));
		assertThat(found("late")).containsExactly(this.payouts.get(BUCKET), this.payouts.get(0));
	}

	/** A process of an earlier version does not know whether a bucket is sealed. */
	@Test
	void aRowThatDoesNotSayWhetherItIsLateIsRefused() {
		assertThatThrownBy(() -> this.jdbc.sql("""
				INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id)
				SELECT business_id, payout_id, 1, 'x', bucket_id FROM payout_search WHERE part = 0
				""").update()).hasMessageContaining("is_late");
	}

	private void dayPasses() {
		this.jdbc.sql("UPDATE search_bucket SET late_since = late_since - interval '1 day'").update();
	}

	/** Indexes until every payout is there. */
	private void write() {
		await().until(() -> {
			round();
			return this.jdbc.sql("""
					SELECT count(*) = (SELECT count(*) FROM payout) FROM payout_search WHERE part = 0
					""").query(Boolean.class).single();
		});
	}

	private void round() {
		this.index.index();
	}

	private List<Integer> lateRows() {
		return this.jdbc.sql("SELECT late_rows FROM search_bucket ORDER BY from_payout_id").query(Integer.class).list();
	}

	/** Of the first bucket, also as processes of an earlier version ask. */
	private List<UUID> candidates(String phrase) {
		List<UUID> candidates = candidates("payout_ids", phrase);
		assertThat(candidates("bucket_id", phrase)).isEqualTo(candidates);
		return candidates;
	}

	private List<UUID> candidates(String bucket, String phrase) {
		return this.jdbc
			.sql("""
					SELECT unnest(search_candidates(%s, (SELECT bit_and(payouts) FROM search_slice s
					                                      WHERE s.bucket_id = b.bucket_id AND number = ANY (:slices::smallint[]))))
					  FROM search_bucket b ORDER BY from_payout_id LIMIT 1
					"""
				.formatted(bucket))
			.param("slices", IntStream.of(SearchSlices.of(phrase)).boxed().toArray(Integer[]::new))
			.query(UUID.class)
			.list();
	}

	private List<UUID> found(String phrase) {
		return new Payouts(this.jdbc).search(this.business.id(), new SearchPhrase(phrase), Page.FIRST)
			.stream()
			.map(PayoutDetail::payoutId)
			.toList();
	}

}
