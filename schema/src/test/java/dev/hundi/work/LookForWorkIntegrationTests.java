package dev.hundi.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankSwitches;
import dev.hundi.beneficiary.BeneficiaryVerifications;
import dev.hundi.payout.ReleasePayouts;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.verification.NameLookUps;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LookForWorkIntegrationTests {

	private static final Duration OFTEN = Duration.ofMillis(5);

	private static final Duration NEVER = Duration.ofDays(1);

	@Test
	void wakesOnlyWhatIsDueAndOnlyWhileItIs() {
		try (TestDatabase database = TestDatabase.empty()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql("CREATE TABLE due (name text)").update();
			LookForWork looks = new LookForWork(jdbc, NEVER);
			AtomicInteger first = new AtomicInteger();
			AtomicInteger second = new AtomicInteger();
			RepeatedWork one = looks.whenDue("one", OFTEN, true,
					() -> new DueCondition("EXISTS (SELECT FROM due WHERE name = :one)", Map.of("one", "first")),
					() -> {
						jdbc.sql("DELETE FROM due WHERE name = 'first'").update();
						first.incrementAndGet();
					});
			RepeatedWork other = looks.whenDue("other", OFTEN, true,
					() -> new DueCondition("EXISTS (SELECT FROM due WHERE name = :other)", Map.of("other", "second")),
					second::incrementAndGet);
			looks.whenDue("off", OFTEN, false, () -> DueCondition.of("nothing like SQL"), () -> {
			});
			one.start();
			other.start();
			looks.start();
			try {
				await().until(() -> first.get() == 1 && second.get() == 1);
				jdbc.sql("INSERT INTO due VALUES ('first')").update();
				await().until(() -> first.get() > 1);
				jdbc.sql("INSERT INTO due VALUES ('first')").update();
				await().until(() -> jdbc.sql("SELECT count(*) FROM due").query(Integer.class).single() == 0);
				assertThat(second).hasValue(1);
			}
			finally {
				looks.stop();
				one.stop();
				other.stop();
			}
		}
	}

	/** Otherwise a condition that fails goes unnoticed: all work runs at each look. */
	@Test
	void wakesEachWorkOfStreamProcessorsWhenItIsDue() {
		try (TestDatabase database = TestDatabase.create();
				AnnotationConfigApplicationContext context = TestBeans.on(database, BeneficiaryVerifications.class,
						NameLookUps.class, ReleasePayouts.class)) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			LookForWork looks = new LookForWork(JdbcClient.create(database.session(RuntimeRole.STREAM)), NEVER);
			List<Kind> kinds = kinds(context);
			List<AtomicInteger> rounds = kinds.stream().map((kind) -> new AtomicInteger()).toList();
			List<RepeatedWork> works = IntStream.range(0, kinds.size())
				.mapToObj((i) -> looks.whenDue(kinds.get(i).table, OFTEN, true, kinds.get(i).condition,
						rounds.get(i)::incrementAndGet))
				.toList();
			works.forEach(RepeatedWork::start);
			looks.start();
			try {
				await().until(() -> rounds.stream().allMatch((count) -> count.get() == 1));
				for (int i = 0; i < kinds.size(); i++) {
					AtomicInteger own = rounds.get(i);
					WithoutTriggers.sql(jdbc, "INSERT INTO " + kinds.get(i).table + kinds.get(i).row).update();
					await(kinds.get(i).table).until(() -> own.get() > 1);
					assertThat(rounds.subList(i + 1, kinds.size())).as("not due before %s", kinds.get(i).table)
						.allSatisfy((other) -> assertThat(other).hasValue(1));
				}
			}
			finally {
				looks.stop();
				works.forEach(RepeatedWork::stop);
			}
			BankSwitches switches = context.getBean(BankSwitches.class);
			assertThat(switches.whenChanged(switches.off()).isTrue(jdbc)).isFalse();
		}
	}

	private static List<Kind> kinds(AnnotationConfigApplicationContext context) {
		List<String> banks = List.of("one");
		return List.of(new Kind("bank_attempt", """
				(business_id, payout_id, attempt_number, bank, reference, state, due_at)
				VALUES (uuidv7(), uuidv7(), 1, 'one', 'R1', 'PENDING', now())
				""", () -> context.getBean(BankAttempts.class).whenDue(banks)),
				new Kind("bank_file_order",
						"""
								(bank, reference, business_id, payout_id, attempt_number, rail, amount_paise, beneficiary_name, account_number,
								 ifsc, transaction_id)
								VALUES ('one', 'R1', uuidv7(), uuidv7(), 1, 'N', 100, 'Asha', '1', 'HDFC0000001', 'TXN1')
								""",
						() -> context.getBean(BankFiles.class).whenDue(banks)),
				new Kind("bank_switch", """
						(bank, reason, off_by) VALUES ('one', 'Maintenance', 'operator@hundi.example')
						""", () -> context.getBean(BankSwitches.class).whenChanged(List.of())),
				new Kind("beneficiary_verification", """
						(business_id, beneficiary_id, bank, target_version, name, account_number, ifsc)
						VALUES (uuidv7(), uuidv7(), 'one', 1, 'Asha', '1', 'HDFC0000001')
						""", () -> context.getBean(BeneficiaryVerifications.class).whenDue(banks)),
				new Kind("name_verification", """
						(business_id, name, vpa, fee_paise, gst_paise, requested_by)
						VALUES (uuidv7(), 'Asha', 'asha@upi', 0, 0, 'ONBOARDING')
						""", () -> context.getBean(NameLookUps.class).whenDue()), new Kind("payout_hold", """
						(business_id, payout_id, reason, scheduled_for) VALUES (uuidv7(), uuidv7(), 'SCHEDULED', now())
						""", () -> context.getBean(ReleasePayouts.class).whenDue()));
	}

	/**
	 * Work of stream-processors.
	 *
	 * @param row of the table that makes it due
	 */
	private record Kind(String table, String row, Supplier<DueCondition> condition) {
	}

	@Test
	void runsAllWorkWhileAConditionFails() {
		try (TestDatabase database = TestDatabase.empty()) {
			LookForWork looks = new LookForWork(JdbcClient.create(database.dataSource()), NEVER);
			AtomicInteger rounds = new AtomicInteger();
			looks.whenDue("failing", OFTEN, true, () -> DueCondition.of("EXISTS (SELECT FROM missing)"), () -> {
			});
			RepeatedWork work = looks.whenDue("work", OFTEN, true, () -> DueCondition.of("false"),
					rounds::incrementAndGet);
			work.start();
			looks.start();
			try {
				await().until(() -> rounds.get() > 2);
			}
			finally {
				looks.stop();
				work.stop();
			}
		}
	}

	@Test
	void runsOtherWorkWhileALockHoldsUpTheLook() throws SQLException {
		try (TestDatabase database = TestDatabase.empty(); Connection session = database.dataSource().getConnection()) {
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql("CREATE TABLE locked (name text)").update();
			LookForWork looks = new LookForWork(jdbc, Duration.ofMillis(50));
			AtomicInteger rounds = new AtomicInteger();
			looks.whenDue("locked", OFTEN, true, () -> DueCondition.of("EXISTS (SELECT FROM locked)"), () -> {
			});
			RepeatedWork work = looks.whenDue("work", OFTEN, true, () -> DueCondition.of("false"),
					rounds::incrementAndGet);
			session.setAutoCommit(false);
			JdbcClient.create(new SingleConnectionDataSource(session, true))
				.sql("LOCK TABLE locked IN ACCESS EXCLUSIVE MODE")
				.update();
			looks.start();
			try {
				await().until(() -> isLookHeldUp(jdbc));
				work.start();
				await().until(() -> rounds.get() > 2);
				assertThat(isLookHeldUp(jdbc)).isTrue();
			}
			finally {
				session.rollback();
				looks.stop();
				work.stop();
			}
		}
	}

	private static boolean isLookHeldUp(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'locked'::regclass AND database =
				                (SELECT oid FROM pg_database WHERE datname = current_database()))
				""").query(Boolean.class).single();
	}

	@Test
	void asksNothingWithTheParameterOfAnotherCondition() {
		try (TestDatabase database = TestDatabase.empty()) {
			LookForWork looks = new LookForWork(JdbcClient.create(database.dataSource()), NEVER);
			AtomicInteger rounds = new AtomicInteger();
			looks.whenDue("first", OFTEN, true, () -> new DueCondition(":same", Map.of("same", true)), () -> {
			});
			RepeatedWork second = looks.whenDue("second", OFTEN, true,
					() -> new DueCondition(":same", Map.of("same", false)), rounds::incrementAndGet);
			second.start();
			looks.start();
			try {
				await().until(() -> rounds.get() > 2);
			}
			finally {
				looks.stop();
				second.stop();
			}
		}
	}

}
