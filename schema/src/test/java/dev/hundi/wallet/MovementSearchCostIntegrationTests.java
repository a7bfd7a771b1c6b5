package dev.hundi.wallet;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.function.Consumer;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.payout.SealedBuckets;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Counts the rows that a search reads. The planner does not know how many movements a
 * phrase matches, and after some executions it plans the statement without its
 * parameters, here from the first: the plan for any page would read every movement for
 * those of one.
 */
class MovementSearchCostIntegrationTests {

	private static final int MOVEMENTS = 20_000;

	private static final int BUCKET = 200;

	/** The movement whose reference is {@code ord-2026-q}. */
	private static final long RARE = 50;

	private static final TestDatabase database = TestDatabase.create();

	private static final TestBusiness business = TestBusiness.create(database);

	@BeforeAll
	static void fill() {
		ManyMovements.create(database.dataSource(), business.id(), MOVEMENTS, Instant.parse("2026-11-01T00:00:00Z"));
		WithoutTriggers.run(database.dataSource(), (session) -> {
			session
				.sql("""
						UPDATE wallet_movement SET type = 'PAYOUT_REVERSAL', payout_id = uuidv7() WHERE business_id = :id""")
				.param("id", business.id())
				.update();
			session
				.sql("""
						INSERT INTO search_bucket (business_id, from_payout_id, payouts)
						SELECT :id, payout_id, :size FROM wallet_movement WHERE business_id = :id AND sequence % :size = 1""")
				.param("id", business.id())
				.param("size", BUCKET)
				.update();
			session
				.sql("""
						INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
						SELECT :id, payout_id, 0,
						       concat_ws(E'\\n', CASE sequence WHEN :rare THEN 'ord-2026-q' ELSE 'ord-2026-' || lpad(sequence::text, 8, '0') END,
						                 (ARRAY['ramesh', 'suresh', 'sita', 'meera', 'anil', 'kavita', 'deepak',
						                        'pooja', 'vijay', 'nisha', 'rahul', 'imran', 'fatima'])[1 + sequence % 13] ||
						                 (ARRAY[' kumar', ' sharma', ' nair', ' patel', ' singh', ' iyer', ' reddy',
						                        ' das', ' khan', ' gupta', ' joshi'])[1 + sequence / 100 % 11],
						                 translate(md5('a' || sequence) || md5('b' || sequence) || md5('c' || sequence),
						                           '0123456789', 'ghijklmnop')),
						       bucket_id, false
						  FROM wallet_movement
						  JOIN (SELECT bucket_id, row_number() OVER (ORDER BY from_payout_id) AS number
						          FROM search_bucket WHERE business_id = :id) AS bucket ON number = (sequence + :size - 1) / :size
						 WHERE business_id = :id""")
				.param("id", business.id())
				.param("size", BUCKET)
				.param("rare", RARE)
				.update();
			session.sql("ANALYZE wallet_movement, payout_search").update();
		});
		SealedBuckets.seal(database.dataSource(), BUCKET);
		JdbcClient.create(database.dataSource()).sql("ANALYZE search_bucket, search_slice").update();
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void readsOnlyTheMovementsThatASearchFinds() throws SQLException {
		int searches = 15;
		inOneTransaction((session) -> {
			WalletMovements movements = new WalletMovements(session);
			long before = read(session, "wallet_movement");
			for (int i = 1; i <= searches; i++) {
				MovementPage found = movements.search(business.id(),
						new SearchPhrase("ORD-2026-%08d".formatted(i * 300)), Window.ALL, new Page(20, 0));
				assertThat(found.rows()).extracting(Movement::sequence).containsExactly(i * 300L);
			}
			assertThat(read(session, "wallet_movement") - before).isLessThan(searches * 10);
		});
	}

	/**
	 * Three digits occur in many references, and have their bits by chance in one of 70
	 * others; longer parts occur in few.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "997", "9997", "0999", "09997", "00999", "009997", "0009997", "-0000999" })
	void readsFewPayoutsWithAPartOfAReference(String phrase) throws SQLException {
		inOneTransaction((session) -> {
			long before = read(session, "payout_search");

			MovementPage found = new WalletMovements(session).search(business.id(), new SearchPhrase(phrase),
					Window.ALL, new Page(200, 0));

			assertThat(found.rows()).extracting(Movement::sequence).contains(9997L).hasSizeLessThan(100);
			int byChance = (phrase.length() > 3) ? 110 : 110 + MOVEMENTS / 60;
			assertThat(read(session, "payout_search") - before).isLessThan(2 * found.rows().size() + byChance);
		});
	}

	/**
	 * All references begin alike, and what the last letter adds has its bits by chance in
	 * one of 70 texts of this length.
	 */
	@Test
	void readsFewPayoutsWithAPhraseOfWhichOnlyTheEndIsRare() throws SQLException {
		inOneTransaction((session) -> {
			long before = read(session, "payout_search");

			MovementPage found = new WalletMovements(session).search(business.id(), new SearchPhrase("RD-2026-Q"),
					Window.ALL, new Page(200, 0));

			assertThat(found.rows()).extracting(Movement::sequence).containsExactly(RARE);
			assertThat(read(session, "payout_search") - before).isLessThan(50);
		});
	}

	/** One of 13 has the first name, one of 11 the surname. */
	@Test
	void readsFewMovementsWithOneWordOfASearchedName() throws SQLException {
		inOneTransaction((session) -> {
			long before = read(session, "payout_search");

			MovementPage found = new WalletMovements(session).search(business.id(), new SearchPhrase("Ramesh Kumar"),
					Window.ALL, new Page(200, 0));

			assertThat(found.rows()).hasSizeBetween(100, 199);
			assertThat(read(session, "payout_search") - before).isLessThan(2 * found.rows().size() + 100);
		});
	}

	private static void inOneTransaction(Consumer<JdbcClient> searches) throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			connection.setAutoCommit(false);
			JdbcClient session = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			session.sql("SET LOCAL plan_cache_mode = force_generic_plan").update();
			searches.accept(session);
			connection.rollback();
		}
	}

	private static long read(JdbcClient session, String table) {
		return session.sql("""
				SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = :table
				""").param("table", table).query(Long.class).single();
	}

}
