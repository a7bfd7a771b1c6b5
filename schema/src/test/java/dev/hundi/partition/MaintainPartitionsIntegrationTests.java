package dev.hundi.partition;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.IntStream;

import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Partitions of {@code webhook_attempt} on PostgreSQL.
 */
class MaintainPartitionsIntegrationTests {

	private static final Duration RETENTION = Duration.ofDays(400);

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final MaintainPartitions partitions = new MaintainPartitions(this.jdbc,
			new JdbcTransactionManager(database.dataSource()));

	private final YearMonth thisMonth = YearMonth.from(TestDay.in(ZoneOffset.UTC, Duration.ofMinutes(1)));

	@AfterAll
	static void close() {
		database.close();
	}

	@BeforeEach
	void dropAllPartitions() {
		this.jdbc.sql("DELETE FROM webhook_attempt").update();
		months().forEach((month) -> this.jdbc.sql("DROP TABLE " + name(month)).update());
	}

	@Test
	void createsThisMonthAndTheNextTwoOnce() {
		assertThat(this.partitions.createAhead()).isEqualTo(3);
		assertThat(months()).containsExactly(this.thisMonth, this.thisMonth.plusMonths(1),
				this.thisMonth.plusMonths(2));
		assertThat(this.partitions.createAhead()).isZero();
	}

	@Test
	void routesInsertsByTheTimeInTheDeliveryId() {
		this.partitions.createAhead();
		insert(this.thisMonth, 1);
		insert(this.thisMonth.plusMonths(1), 2);
		assertThat(count(name(this.thisMonth))).isEqualTo(1);
		assertThat(count(name(this.thisMonth.plusMonths(1)))).isEqualTo(1);
		assertThat(count("webhook_attempt_default")).isZero();
	}

	/** Attempts are only read by their delivery. */
	@Test
	void collectsStatisticsOfKeysOnly() {
		this.partitions.createAhead();
		assertThat(this.jdbc.sql("""
				SELECT DISTINCT a.attname FROM pg_inherits i
				  JOIN pg_attribute a ON a.attrelid = i.inhrelid AND a.attnum > 0 AND a.attstattarget IS NULL
				 WHERE i.inhparent = 'webhook_attempt'::regclass ORDER BY 1
				""").query(String.class).list()).containsExactly("attempt_number", "delivery_id");
	}

	@Test
	void acceptsInsertsOfMonthsWithoutPartition() {
		this.partitions.createAhead();
		insert(this.thisMonth.plusMonths(7), 1);
		insert(this.thisMonth.minusMonths(7), 2);
		assertThat(count("webhook_attempt_default")).isEqualTo(2);
		assertThat(count("webhook_attempt")).isEqualTo(2);
	}

	@Test
	void movesRowsOfTheDefaultPartitionIntoANewOne() {
		insert(this.thisMonth, 1);
		insert(this.thisMonth.plusMonths(7), 2);
		assertThat(this.partitions.createAhead()).isEqualTo(3);
		assertThat(count(name(this.thisMonth))).isEqualTo(1);
		assertThat(count("webhook_attempt_default")).isEqualTo(1);
	}

	@Test
	void rejectsTheSameAttemptTwiceInEveryPartition() {
		this.partitions.createAhead();
		for (YearMonth month : List.of(this.thisMonth, this.thisMonth.minusMonths(30))) {
			insert(month, 1);
			assertThatExceptionOfType(DuplicateKeyException.class).isThrownBy(() -> insert(month, 1));
		}
	}

	@Test
	void dropsPartitionsAfterTheRetentionAndNothingElse() {
		IntStream.rangeClosed(0, 16).mapToObj(this.thisMonth::minusMonths).forEach(this::create);
		IntStream.rangeClosed(0, 17).mapToObj(this.thisMonth::minusMonths).forEach((month) -> insert(month, 1));
		List<YearMonth> kept = months().stream().filter((month) -> !isExpired(month)).toList();

		int dropped = this.partitions.dropExpired(RETENTION);

		assertThat(dropped).isEqualTo(17 - kept.size()).isPositive();
		assertThat(months()).isEqualTo(kept).contains(this.thisMonth.minusMonths(13));
		assertThat(count("webhook_attempt")).isEqualTo(kept.size());
		assertThat(count("webhook_attempt_default")).isZero();
		assertThat(this.partitions.dropExpired(RETENTION)).isZero();
	}

	@Test
	void neverDropsTheCurrentMonth() {
		this.partitions.createAhead();
		assertThat(this.partitions.dropExpired(Duration.ZERO)).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> this.partitions.dropExpired(Duration.ofDays(-90)));
		assertThat(months()).hasSize(3);
	}

	/** Whatever a caller asks for: the newest attempts are the evidence of today. */
	@Test
	void keepsTheMonthsThatEndedInTheLastThirtyDays() {
		IntStream.rangeClosed(0, 3).mapToObj(this.thisMonth::minusMonths).forEach(this::create);
		List<YearMonth> kept = months().stream().filter((month) -> !isExpired(month, Duration.ofDays(30))).toList();

		assertThat(this.partitions.dropExpired(Duration.ZERO)).isEqualTo(4 - kept.size()).isPositive();

		assertThat(months()).isEqualTo(kept);
	}

	@Test
	void givesUpSoonWhenAReaderHoldsThePartition() throws SQLException {
		YearMonth old = this.thisMonth.minusMonths(20);
		create(old);
		try (Connection reader = database.dataSource().getConnection();
				Statement statement = reader.createStatement()) {
			reader.setAutoCommit(false);
			statement.execute("SELECT FROM " + name(old));
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> this.partitions.dropExpired(RETENTION));
			reader.rollback();
		}
		assertThat(this.partitions.dropExpired(RETENTION)).isEqualTo(1);
	}

	@Test
	void readsTheAttemptsOfADeliveryFromOnePartition() {
		this.partitions.createAhead();
		assertThat(this.jdbc.sql("""
				EXPLAIN (COSTS OFF) SELECT * FROM webhook_attempt
				 WHERE delivery_id = first_uuid_at(now()) ORDER BY attempt_number
				""").query(String.class).list()).anyMatch((line) -> line.contains("Subplans Removed: 3"));
	}

	private boolean isExpired(YearMonth month) {
		return isExpired(month, RETENTION);
	}

	private static boolean isExpired(YearMonth month, Duration retention) {
		return month.plusMonths(1)
			.atDay(1)
			.atStartOfDay(ZoneOffset.UTC)
			.toInstant()
			.plus(retention)
			.isBefore(Instant.now());
	}

	private void create(YearMonth month) {
		this.jdbc.sql("SELECT create_month_partition('webhook_attempt', 'delivery_id', :month::date)")
			.param("month", month + "-01")
			.query(Boolean.class)
			.single();
	}

	private void insert(YearMonth month, int attempt) {
		this.jdbc.sql("""
				INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status)
				VALUES (first_uuid_at(:month::timestamptz), :attempt, now(), 1, 200)
				""").param("month", month + "-03T00:00:00Z").param("attempt", attempt).update();
	}

	private List<YearMonth> months() {
		return this.jdbc
			.sql("""
					SELECT inhrelid::regclass::text FROM pg_inherits
					 WHERE inhparent = 'webhook_attempt'::regclass AND inhrelid <> 'webhook_attempt_default'::regclass ORDER BY 1
					""")
			.query(String.class)
			.list()
			.stream()
			.map((name) -> YearMonth.parse(name.substring(name.length() - 7), DateTimeFormatter.ofPattern("uuuu_MM")))
			.toList();
	}

	private static String name(YearMonth month) {
		return "webhook_attempt_" + month.format(DateTimeFormatter.ofPattern("uuuu_MM"));
	}

	private long count(String table) {
		return this.jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single();
	}

}
