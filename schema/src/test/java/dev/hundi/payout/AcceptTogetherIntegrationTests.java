package dev.hundi.payout;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Reason;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Results of a group, with every lane blocked by an uncommitted nonce until the group has
 * gathered.
 */
class AcceptTogetherIntegrationTests {

	/** A group gathers while its lanes are blocked. */
	private static final AcceptTogether.Limits PATIENT = new AcceptTogether.Limits(AcceptPayout.MAX_LANES, 64,
			Duration.ZERO, 1, Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMinutes(5));

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final SqlLog log = new SqlLog(database.dataSource());

	private final Payouts payouts = new Payouts(this.jdbc);

	private final AcceptPayout accept = new AcceptPayout(new JdbcTemplate(this.log), this.payouts,
			AcceptTogetherIntegrationTests::transactionId, PATIENT);

	private final TestBusiness business = TestBusiness.create(database);

	private final UUID beneficiary = this.business.beneficiary();

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void givesEachRequestOfAGroupTheResultOfASingleRequest() throws Exception {
		TestBusiness other = TestBusiness.create(database);
		UUID walletless = walletless();
		UUID archived = archived();
		NewPayout used = payout(null);
		NewPayout sentTwice = payout("K-twice");
		PayoutReceipt first = receipt(this.accept.accept(payout("K-earlier")));
		assertThat(this.accept.accept(used)).isInstanceOf(Accepted.class);

		List<Future<Acceptance>> answers = grouped(List.of(payout("K-new"), payout("K-new"), payout("K-earlier"), used,
				sentTwice, sentTwice, to(UUID.randomUUID(), Rail.IMPS, null), to(other.beneficiary(), Rail.IMPS, null),
				to(archived, Rail.IMPS, null), to(this.beneficiary, Rail.UPI, "K-refused"),
				of(walletless, vpaOf(walletless), Rail.UPI, "K-new"),
				of(other.id(), other.beneficiary(), Rail.IMPS, "K-new"), payout("K-refused"), payout(null),
				payout(null)));

		PayoutReceipt fresh = receipt(answers.get(0).get());
		assertThat(answers.get(0).get()).isEqualTo(new Accepted(fresh));
		assertThat(answers.get(1).get()).isEqualTo(new Replayed(fresh));
		assertThat(answers.get(2).get()).isEqualTo(new Replayed(first));
		assertThat(answers.get(3).get()).isEqualTo(new NonceUsed());
		// They are stored by two statements, in either lane order.
		List<Acceptance> twice = List.of(answers.get(4).get(), answers.get(5).get());
		assertThat(twice).filteredOn(Accepted.class::isInstance).hasSize(1);
		assertThat(twice).filteredOn(NonceUsed.class::isInstance).hasSize(1);
		assertThat(answers.get(6).get()).isEqualTo(new Refused(Reason.BENEFICIARY_NOT_FOUND));
		assertThat(answers.get(7).get()).isEqualTo(new Refused(Reason.BENEFICIARY_NOT_FOUND));
		assertThat(answers.get(8).get()).isEqualTo(new Refused(Reason.BENEFICIARY_INACTIVE));
		assertThat(answers.get(9).get()).isEqualTo(new Refused(Reason.RAIL_TARGET_MISMATCH));
		assertThat(answers.get(10).get()).isEqualTo(new Refused(Reason.WALLET_NOT_PROVISIONED));
		assertThat(this.payouts.byIdempotencyKey(other.id(), "K-new")).contains(receipt(answers.get(11).get()));
		assertThat(answers.subList(11, 15)).allMatch((answer) -> answer.resultNow() instanceof Accepted);
		assertStored(answers);
		assertThat(count("payout", this.business.id())).isEqualTo(9);
		assertThat(count("payout", other.id())).isEqualTo(1);
		assertThat(count("payout", walletless)).isZero();
		// The first two payouts, the group, and the duplicate request.
		assertThat(this.log.calls()).hasSize(2 + 2 + 1 + 1);
	}

	@Test
	void storesTheFirstRequestOfAGroupForAKey() throws Exception {
		List<Future<Acceptance>> answers = grouped(
				List.of(to(UUID.randomUUID(), Rail.IMPS, "K-1"), payout("K-1"), payout("K-1"), payout("K-0")));

		assertThat(answers.get(0).get()).isEqualTo(new Refused(Reason.BENEFICIARY_NOT_FOUND));
		assertThat(answers.get(1).get()).isInstanceOf(Accepted.class);
		assertThat(answers.get(2).get()).isEqualTo(new Replayed(receipt(answers.get(1).get())));
		// Ids are drawn in the order of arrival, although keys are stored in their own
		// order.
		assertThat(receipt(answers.get(3).get()).payoutId().toString())
			.isGreaterThan(receipt(answers.get(1).get()).payoutId().toString());
	}

	@Test
	void replaysAKeyThatAnotherProcessIsStoring() throws Exception {
		try (Connection elsewhere = database.dataSource().getConnection()) {
			elsewhere.setAutoCommit(false);
			PayoutReceipt theirs = receipt(new AcceptSql(on(elsewhere), AcceptTogetherIntegrationTests::transactionId)
				.run(List.of(payout("K-race")))
				.getFirst()
				.orElseThrow());
			List<Future<Acceptance>> answers = groupedUntil(List.of(payout("K-race"), payout("K-mine"), payout(null)),
					() -> {
						awaitBlockedBy(elsewhere, 1);
						elsewhere.commit();
					});

			assertThat(answers.get(0).get()).isEqualTo(new Replayed(theirs));
			assertThat(answers.get(1).get()).isInstanceOf(Accepted.class);
			assertThat(answers.get(2).get()).isInstanceOf(Accepted.class);
			assertStored(answers);
		}
	}

	@Test
	void acceptsANonceOnceAcrossProcesses() throws Exception {
		NewPayout payout = payout("K-nonce");
		try (Connection elsewhere = database.dataSource().getConnection()) {
			elsewhere.setAutoCommit(false);
			new AcceptSql(on(elsewhere), AcceptTogetherIntegrationTests::transactionId).run(List.of(payout));
			List<Future<Acceptance>> answers = groupedUntil(List.of(payout("K-a"), payout, payout("K-b")), () -> {
				awaitBlockedBy(elsewhere, 1);
				elsewhere.commit();
			});

			assertThat(answers.get(0).get()).isInstanceOf(Accepted.class);
			assertThat(answers.get(1).get()).isEqualTo(new NonceUsed());
			assertThat(answers.get(2).get()).isInstanceOf(Accepted.class);
		}
	}

	@Test
	void failsOnlyThePayoutThatCannotBeStored() throws Exception {
		NewPayout poison = new NewPayout(this.business.id(), "pk_test", UUID.randomUUID().toString(), "K-poison",
				this.beneficiary, Rail.IMPS, 1_00, new Charge(0, 0), "no text\0");

		List<Future<Acceptance>> answers = grouped(List.of(payout("K-before"), poison, payout("K-after")));

		assertThat(answers.get(0).get()).isInstanceOf(Accepted.class);
		assertThat(answers.get(2).get()).isInstanceOf(Accepted.class);
		assertThat(answers.get(1)).failsWithin(Duration.ofSeconds(30))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(DataIntegrityViolationException.class);
		assertThat(this.payouts.byIdempotencyKey(this.business.id(), "K-poison")).isEmpty();
		assertThat(this.jdbc.sql("SELECT count(*) FROM request_nonce WHERE nonce = :nonce")
			.param("nonce", poison.nonce())
			.query(Long.class)
			.single()).isZero();
		assertStored(List.of(answers.get(0), answers.get(2)));
	}

	@Test
	void retriesAGroupWithADuplicateTransactionId() throws Exception {
		String taken = receipt(this.accept.accept(payout(null))).transactionId();
		Iterator<String> ids = List.of("TXN20261121AAAAAAAAAA", "TXN20261121BBBBBBBBBB", "TXN20261121CCCCCCCCCC", taken)
			.iterator();
		AcceptPayout unlucky = new AcceptPayout(new JdbcTemplate(this.log), this.payouts,
				() -> ids.hasNext() ? ids.next() : transactionId(), PATIENT);

		List<Future<Acceptance>> answers = grouped(unlucky, List.of(payout("K-1"), payout("K-2")), () -> {
		});

		assertThat(answers).allMatch((answer) -> answer.resultNow() instanceof Accepted);
		assertStored(answers);
	}

	@Test
	void usesOnePlanForGroupsOfAnySize() throws SQLException {
		try (Connection connection = database.dataSource().getConnection()) {
			AcceptSql statement = new AcceptSql(on(connection), AcceptTogetherIntegrationTests::transactionId);
			for (int i = 0; i < 40; i++) {
				statement
					.run((i % 4 == 0) ? List.of(payout(null), payout("K-" + i), payout(null)) : List.of(payout(null)));
			}
			JdbcClient own = JdbcClient.create(new SingleConnectionDataSource(connection, true));
			assertThat(own
				.sql("SELECT sum(generic_plans) FROM pg_prepared_statements WHERE statement LIKE '%request_nonce%'")
				.query(Long.class)
				.single()).isGreaterThanOrEqualTo(25);
		}
	}

	/** The rows behind the results: each payout with its CREATED event. */
	private void assertStored(List<Future<Acceptance>> answers) throws Exception {
		for (Future<Acceptance> answer : answers) {
			if (answer.get() instanceof Accepted(PayoutReceipt receipt)) {
				assertThat(this.jdbc.sql("""
						SELECT p.transaction_id, count(e.event_id)
						  FROM payout p
						  JOIN payout_event e ON e.business_id = p.business_id AND e.payout_id = p.payout_id
						 WHERE p.payout_id = :id AND p.status = 3 AND e.sequence = 1 AND e.stage = 'CREATED'
						 GROUP BY p.transaction_id
						""")
					.param("id", receipt.payoutId())
					.query((row, number) -> row.getString(1) + " " + row.getInt(2))
					.list()).containsExactly(receipt.transactionId() + " 1");
			}
		}
		assertThat(this.business.violations()).isEmpty();
	}

	private List<Future<Acceptance>> grouped(List<NewPayout> payouts) throws Exception {
		return groupedUntil(payouts, () -> {
		});
	}

	private List<Future<Acceptance>> groupedUntil(List<NewPayout> payouts, Step afterRelease) throws Exception {
		return grouped(this.accept, payouts, afterRelease);
	}

	/**
	 * Results of payouts that arrive in this order while each lane waits for an
	 * uncommitted nonce.
	 */
	private List<Future<Acceptance>> grouped(AcceptPayout accept, List<NewPayout> payouts, Step afterRelease)
			throws Exception {
		List<Future<Acceptance>> holding = new ArrayList<>();
		List<Future<Acceptance>> answers = new ArrayList<>();
		try (Connection holder = database.dataSource().getConnection()) {
			holder.setAutoCommit(false);
			for (int lane = 1; lane <= AcceptPayout.MAX_LANES; lane++) {
				NewPayout held = payout(null);
				on(holder).update("INSERT INTO request_nonce (api_key, nonce) VALUES (?, ?)", held.apiKey(),
						held.nonce());
				holding.add(start(accept, held));
				awaitBlockedBy(holder, lane);
			}
			for (NewPayout payout : payouts) {
				answers.add(start(accept, payout));
			}
			holder.rollback();
		}
		afterRelease.run();
		for (Future<Acceptance> answer : holding) {
			assertThat(answer.get()).isInstanceOf(Accepted.class);
		}
		for (Future<Acceptance> answer : answers) {
			Awaitility.await().until(answer::isDone);
		}
		return answers;
	}

	private static Future<Acceptance> start(AcceptPayout accept, NewPayout payout) {
		FutureTask<Acceptance> answer = new FutureTask<>(() -> accept.accept(payout));
		Thread thread = Thread.ofVirtual().start(answer);
		Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		return answer;
	}

	private void awaitBlockedBy(Connection connection, int statements) throws SQLException {
		int pid = connection.unwrap(PGConnection.class).getBackendPID();
		Awaitility.await()
			.until(() -> this.jdbc.sql("SELECT count(*) FROM pg_stat_activity WHERE :pid = ANY (pg_blocking_pids(pid))")
				.param("pid", pid)
				.query(Long.class)
				.single() == statements);
	}

	private NewPayout payout(@Nullable String idempotencyKey) {
		return to(this.beneficiary, Rail.IMPS, idempotencyKey);
	}

	private NewPayout to(UUID beneficiaryId, Rail rail, @Nullable String idempotencyKey) {
		return of(this.business.id(), beneficiaryId, rail, idempotencyKey);
	}

	private static NewPayout of(UUID businessId, UUID beneficiaryId, Rail rail, @Nullable String idempotencyKey) {
		return new NewPayout(businessId, "pk_test", UUID.randomUUID().toString(), idempotencyKey, beneficiaryId, rail,
				1_500_00, new Charge(4_00, 72), null);
	}

	private UUID archived() {
		return this.jdbc
			.sql("""
					INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc, status)
					VALUES (:id, :code, 'Asha', '9876543210', '9876543210', 'HDFC0000001', 0) RETURNING beneficiary_id
					""")
			.param("id", this.business.id())
			.param("code", PublicCode.random("BEN", 8))
			.query(UUID.class)
			.single();
	}

	private UUID walletless() {
		return this.jdbc.sql(
				"INSERT INTO business (business_code, business_name) VALUES (:code, 'No wallet') RETURNING business_id")
			.param("code", PublicCode.random("BIZ", 8))
			.query(UUID.class)
			.single();
	}

	private UUID vpaOf(UUID businessId) {
		return this.jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa)
				VALUES (:id, :code, 'Asha', '9876543210', 'asha@upi') RETURNING beneficiary_id
				""").param("id", businessId).param("code", PublicCode.random("BEN", 8)).query(UUID.class).single();
	}

	private long count(String table, UUID businessId) {
		return this.jdbc.sql("SELECT count(*) FROM " + table + " WHERE business_id = :id")
			.param("id", businessId)
			.query(Long.class)
			.single();
	}

	private static JdbcTemplate on(Connection connection) {
		return new JdbcTemplate(new SingleConnectionDataSource(connection, true));
	}

	private static String transactionId() {
		return PublicCode.transactionId(Instant.now());
	}

	private static PayoutReceipt receipt(Acceptance acceptance) {
		return switch (acceptance) {
			case Accepted accepted -> accepted.receipt();
			case Replayed replayed -> replayed.receipt();
			case NonceUsed used -> throw new AssertionError(used);
			case Refused refused -> throw new AssertionError(refused);
		};
	}

	@FunctionalInterface
	private interface Step {

		void run() throws Exception;

	}

}
