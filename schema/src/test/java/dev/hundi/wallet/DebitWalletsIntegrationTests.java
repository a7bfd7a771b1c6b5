package dev.hundi.wallet;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DebitWalletsIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TopUpWallet topUps = new TopUpWallet(this.jdbc);

	private final DebitWallets debits = new DebitWallets(this.jdbc, new JdbcTransactionManager(database.dataSource()));

	private final TestBusiness business = TestBusiness.create(database);

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void debitsAmountCommissionAndGstWithBalancedPostings() {
		this.topUps.topUp(this.business.id(), 1_000_00, "UTR" + this.business.id(), "Top-up");
		UUID payout = this.business.payout(500_00, 4_00, 72);
		assertThat(this.debits.debit(this.business.id(), List.of(payout))).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.balancePaise()).isEqualTo(1_000_00 - 500_00 - 4_00 - 72);
		assertThat(this.business.status(payout)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED");
		assertThat(entries(payout)).containsExactlyInAnyOrder("wallet -50472", "clearing:IMPS 50000",
				"revenue:commission 400", "payable:gst 72");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void refusesPayoutsThatDoNotFitAndDebitsTheOthers() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID first = this.business.payout(60_00, 0, 0);
		UUID tooMuch = this.business.payout(50_00, 0, 0);
		UUID last = this.business.payout(40_00, 0, 0);
		assertThat(this.debits.debit(this.business.id(), List.of(last, tooMuch, first)))
			.isEqualTo(new DebitOutcome(2, 1, 0));
		assertThat(this.business.status(tooMuch)).isEqualTo("12 INSUFFICIENT_BALANCE");
		assertThat(this.business.stages(tooMuch)).containsExactly("CREATED", "FAILED");
		assertThat(this.business.balancePaise()).isZero();
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void keepsReserveAndMinimumBalanceInTheWallet() {
		this.business.rules("10.00", 5_00, false);
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID above = this.business.payout(85_01, 0, 0);
		UUID exact = this.business.payout(85_00, 0, 0);
		this.debits.debit(this.business.id(), List.of(above, exact));
		assertThat(this.business.status(above)).isEqualTo("12 INSUFFICIENT_BALANCE");
		assertThat(this.business.status(exact)).isEqualTo("4 WALLET_DEBITED");
	}

	@Test
	void queuesPayoutsThatDoNotFitIfTheBusinessQueues() {
		this.business.rules("0", 0, true);
		UUID waiting = this.business.payout(10_00, 0, 0);
		assertThat(this.debits.debit(this.business.id(), List.of(waiting))).isEqualTo(new DebitOutcome(0, 0, 1));
		assertThat(this.business.status(waiting)).isEqualTo("3 INITIATED");
		this.topUps.topUp(this.business.id(), 10_00, "UTR" + this.business.id(), "Top-up");
		assertThat(this.debits.debit(this.business.id(), List.of(waiting))).isEqualTo(new DebitOutcome(1, 0, 0));
	}

	@Test
	void changesNothingForADuplicateMessage() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID payout = this.business.payout(10_00, 2_00, 36);
		this.debits.debit(this.business.id(), List.of(payout));
		assertThat(this.debits.debit(this.business.id(), List.of(payout, payout))).isEqualTo(DebitOutcome.NOTHING);
		assertThat(this.business.balancePaise()).isEqualTo(100_00 - 12_36);
	}

	@Test
	void debitsSeveralBusinessesInOneTransactionAndPassesOverLockedAndMissingWallets() throws SQLException {
		TestBusiness poor = TestBusiness.create(database);
		TestBusiness queues = TestBusiness.create(database);
		queues.rules("0", 0, true);
		TestBusiness locked = TestBusiness.create(database);
		UUID missing = UUID.randomUUID();
		for (TestBusiness each : List.of(this.business, locked)) {
			this.topUps.topUp(each.id(), 100_00, "UTR" + each.id(), "Top-up");
		}
		UUID first = this.business.payout(50_00, 2_00, 36);
		UUID second = this.business.payout(40_00, 0, 0);
		UUID refused = poor.payout(10_00, 0, 0);
		UUID queued = queues.payout(10_00, 0, 0);
		UUID later = locked.payout(10_00, 0, 0);
		try (Connection holder = database.dataSource().getConnection()) {
			holder.setAutoCommit(false);
			holder.createStatement()
				.execute("SELECT FROM wallet WHERE business_id = '" + locked.id() + "' FOR NO KEY UPDATE");

			DebitWallets.Debited debited = this.debits.debit(
					Map.of(this.business.id(), List.of(second, first, first), poor.id(), List.of(refused), queues.id(),
							List.of(queued), locked.id(), List.of(later), missing, List.of(first)),
					FirstClaims.NONE);

			assertThat(debited.outcome()).isEqualTo(new DebitOutcome(2, 1, 1));
			assertThat(debited.passedOver()).containsExactlyInAnyOrder(locked.id(), missing);
			holder.rollback();
		}
		assertThat(this.business.balancePaise()).isEqualTo(100_00 - 52_36 - 40_00);
		assertThat(this.business.status(first)).isEqualTo("4 WALLET_DEBITED");
		assertThat(poor.status(refused)).isEqualTo("12 INSUFFICIENT_BALANCE");
		assertThat(queues.status(queued)).isEqualTo("3 INITIATED");
		assertThat(locked.status(later)).isEqualTo("3 INITIATED");
		assertThat(this.jdbc.sql("SELECT count(*) FROM wallet_queue WHERE business_id = :id")
			.param("id", queues.id())
			.query(Integer.class)
			.single()).isEqualTo(1);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void claimsDebitedPayoutsForTheirBanksInTheSameStatement() {
		TestBusiness other = TestBusiness.create(database);
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		this.topUps.topUp(other.id(), 100_00, "UTR" + other.id(), "Top-up");
		UUID claimed = this.business.payout(50_00, 2_00, 36);
		UUID noCapacity = this.business.payout(20_00, 0, 0);
		UUID tooMuch = this.business.payout(50_00, 0, 0);
		UUID elsewhere = other.payout(10_00, 0, 0);
		Claims claims = new Claims(Map.of(claimed, "axis", elsewhere, "yes"));

		DebitWallets.Debited debited = this.debits.debit(
				Map.of(this.business.id(), List.of(noCapacity, tooMuch, claimed), other.id(), List.of(elsewhere)),
				claims);

		assertThat(claims.asked).containsExactly(claimed, noCapacity, elsewhere);
		assertThat(debited.outcome()).isEqualTo(new DebitOutcome(3, 1, 0));
		assertThat(debited.orders()).extracting(ClaimedOrder::bank).containsExactly("axis", "yes");
		assertThat(debited.orders().getFirst().order()).isEqualTo(this.jdbc.sql("""
				SELECT account_number, transaction_id FROM payout WHERE payout_id = :id
				""")
			.param("id", claimed)
			.query((row, number) -> new PaymentOrder(new Attempt(new PayoutKey(this.business.id(), claimed), 1),
					BankReference.of(claimed), Rail.IMPS, 50_00, "Ramesh Kumar", row.getString("account_number"),
					"HDFC0000001", null, row.getString("transaction_id"), null, false))
			.single());
		assertThat(this.business.status(claimed)).isEqualTo("4 DISPATCHED");
		assertThat(this.business.stages(claimed)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED");
		assertThat(this.business.status(noCapacity)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.business.stages(noCapacity)).containsExactly("CREATED", "WALLET_DEBITED");
		assertThat(this.jdbc.sql("SELECT payout_id FROM payout_event WHERE business_id = ANY (:businesses) AND claimed")
			.param("businesses", new UUID[] { this.business.id(), other.id() })
			.query(UUID.class)
			.list()).as("not published").containsExactlyInAnyOrder(claimed, elsewhere);
		assertThat(this.jdbc
			.sql("""
					SELECT payout_id::text || ' ' || bank || ' ' || state || ' ' || reference || ' ' || (due_at - claimed_at)
					  FROM bank_attempt WHERE business_id = ANY (:businesses)
					""")
			.param("businesses", new UUID[] { this.business.id(), other.id() })
			.query(String.class)
			.list()).containsExactlyInAnyOrder(claimed + " axis CLAIMED " + BankReference.of(claimed) + " 00:00:45",
					elsewhere + " yes CLAIMED " + BankReference.of(elsewhere) + " 00:00:45");
		assertThat(this.business.violations()).isEmpty();
	}

	/** Its money has left already, so the wallet pays and no bank gets an order. */
	@Test
	void claimsNoPayoutThatAStatementShowsAsPaid() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID paid = this.business.olderPayout("I", 10_00, 0, 0);
		UUID unpaid = this.business.olderPayout("I", 20_00, 0, 0);
		WithoutTriggers
			.sql(this.jdbc,
					"""
							WITH statement AS (
							  INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, format, source, file_name, sha256,
							                              opening_paise, closing_paise, line_count, credit_paise, debit_paise, status, hold_reason)
							  VALUES (1, current_date, '%1$s', 'CSV', 'UPLOAD', 'x', sha256('%1$s'), 1000, 0, 1, 0, 1000, 'HELD', 'GAP')
							  RETURNING bank_statement_id
							)
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction, amount_paise,
							                                 booked_on, value_on, kind, reference)
							SELECT bank_statement_id, 1, 1, current_date, 'DEBIT', 1000, current_date, current_date, 'PAYMENT', '%1$s' FROM statement
							"""
						.formatted(BankReference.of(paid)))
			.update();

		DebitWallets.Debited debited = this.debits.debit(this.business.id(), List.of(paid, unpaid),
				new Claims(Map.of(paid, "axis", unpaid, "axis")));

		assertThat(debited.orders()).extracting((order) -> order.order().attempt().payout().payoutId())
			.containsExactly(unpaid);
		assertThat(this.business.status(paid)).isEqualTo("4 WALLET_DEBITED");
		assertThat(this.business.stages(paid)).containsExactly("CREATED", "WALLET_DEBITED");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void payoutsOfTheApiChooseTheirBanksBeforeRowsOfFiles() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID firstRow = rowOfFile(this.business.payout(10_00, 0, 0), 1);
		UUID secondRow = rowOfFile(this.business.payout(20_00, 0, 0), 2);
		UUID ofApi = this.business.payout(30_00, 0, 0);
		Claims claims = new Claims(Map.of(secondRow, "axis", ofApi, "axis"));

		DebitWallets.Debited debited = this.debits.debit(this.business.id(), List.of(firstRow, secondRow, ofApi),
				claims);

		assertThat(claims.asked).containsExactly(ofApi, firstRow, secondRow);
		assertThat(debited.orders()).extracting((order) -> order.order().attempt().payout().payoutId())
			.containsExactly(secondRow, ofApi);
		assertThat(this.business.stages(firstRow)).containsExactly("CREATED", "WALLET_DEBITED");
		assertThat(this.business.stages(secondRow)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void changesNothingIfAClaimIsRefused() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		UUID payout = this.business.payout(50_00, 0, 0);
		this.jdbc.sql("""
				INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
				VALUES (:business, :payout, 1, 'axis', :reference, 'CLAIMED', now())
				""")
			.param("business", this.business.id())
			.param("payout", payout)
			.param("reference", BankReference.of(payout))
			.update();

		assertThatThrownBy(
				() -> this.debits.debit(this.business.id(), List.of(payout), new Claims(Map.of(payout, "axis"))))
			.isInstanceOf(DataIntegrityViolationException.class);

		assertThat(this.business.status(payout)).isEqualTo("3 INITIATED");
		assertThat(this.business.balancePaise()).isEqualTo(100_00);
	}

	@Test
	void debitsEachPayoutOnceInConcurrentDebitsOfSeveralBusinesses() throws Exception {
		Map<UUID, List<UUID>> payouts = new HashMap<>();
		List<TestBusiness> businesses = Stream.generate(() -> TestBusiness.create(database)).limit(4).toList();
		for (TestBusiness each : businesses) {
			this.topUps.topUp(each.id(), 100_00, "UTR" + each.id(), "Top-up");
			payouts.put(each.id(), Stream.generate(() -> each.payout(10_00, 0, 0)).limit(5).toList());
		}
		List<Callable<Integer>> attempts = Collections.nCopies(12,
				() -> this.debits.debit(payouts, FirstClaims.NONE).outcome().debited());
		int debited = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(attempts)) {
				debited += future.get();
			}
		}
		assertThat(debited).isEqualTo(20);
		assertThat(businesses).extracting(TestBusiness::balancePaise).containsOnly(50_00L);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void postsATopUpOnceForOneUtr() {
		assertThat(this.topUps.topUp(this.business.id(), 7_00, "ONCE" + this.business.id(), "Top-up")).isTrue();
		assertThat(this.topUps.topUp(this.business.id(), 7_00, "ONCE" + this.business.id(), "Top-up")).isFalse();
		assertThat(this.business.balancePaise()).isEqualTo(7_00);
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void postsATopUpOnceForEveryFormOfItsUtr() {
		String utr = "TWEF" + this.business.id().toString().substring(24);
		List<String> forms = List.of(utr, utr.toUpperCase(Locale.ROOT), utr.toLowerCase(Locale.ROOT), " " + utr + " ",
				utr.substring(0, 4) + " " + utr.substring(4), utr.substring(0, 4) + "-/" + utr.substring(4));
		assertThat(forms.stream().filter((form) -> this.topUps.topUp(this.business.id(), 7_00, form, "Top-up")))
			.hasSize(1);
		assertThat(this.business.balancePaise()).isEqualTo(7_00);
		assertThatThrownBy(() -> this.topUps.topUp(this.business.id(), 7_00, " - ", "Top-up"))
			.isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void rejectsASecondCreditUnderTheSameUtr() {
		this.topUps.topUp(this.business.id(), 7_00, "TWICE" + this.business.id(), "Top-up");
		assertThatThrownBy(() -> this.topUps.topUp(this.business.id(), 8_00, "TWICE" + this.business.id(), "Top-up"))
			.isInstanceOf(IllegalStateException.class)
			.hasMessageContaining("posted already");
		assertThat(this.business.balancePaise()).isEqualTo(7_00);
	}

	@Test
	void staysExactUnderConcurrentTopUpsAndDebitsOfTheSamePayouts() throws Exception {
		List<UUID> payouts = new ArrayList<>();
		for (int i = 0; i < 60; i++) {
			payouts.add(this.business.payout(10_00, 1_00, 18));
		}
		List<Callable<Object>> work = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			String utr = "C" + i + this.business.id();
			work.add(() -> this.topUps.topUp(this.business.id(), 20_00, utr, "Top-up"));
			work.add(() -> debitPatiently(payouts));
		}
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var future : threads.invokeAll(work)) {
				future.get();
			}
		}
		long debited = payouts.stream().filter((id) -> this.business.status(id).startsWith("4")).count();
		long refused = payouts.stream().filter((id) -> this.business.status(id).startsWith("12")).count();
		assertThat(debited + refused).isEqualTo(60);
		assertThat(this.business.balancePaise()).isEqualTo(20 * 20_00 - debited * 11_18);
		assertThat(this.business.violations()).isEmpty();
	}

	/** On a slow machine a debit may wait for its wallet for too long. */
	private DebitOutcome debitPatiently(List<UUID> payouts) {
		while (true) {
			try {
				return this.debits.debit(this.business.id(), payouts);
			}
			catch (PessimisticLockingFailureException ex) {
				// Tried again.
			}
		}
	}

	@Test
	void databaseRejectsAWalletChangeWithoutItsMovement() {
		this.topUps.topUp(this.business.id(), 100_00, "UTR" + this.business.id(), "Top-up");
		assertThatThrownBy(
				() -> this.jdbc.sql("UPDATE wallet SET balance_paise = balance_paise + 1 WHERE business_id = :id")
					.param("id", this.business.id())
					.update())
			.hasMessageContaining("differs from its newest movement");
	}

	@Test
	void databaseRejectsAStatusWithoutItsPosting() {
		UUID payout = this.business.payout(10_00, 0, 0);
		for (int illegal : new int[] { 4, 11 }) {
			assertThatThrownBy(() -> this.jdbc.sql("""
					UPDATE payout SET status = :status, completed_at = CASE WHEN :status > 4 THEN now() END
					 WHERE payout_id = :id
					""").param("status", illegal).param("id", payout).update())
				.hasMessageContaining("may not change from status 3 to " + illegal);
		}
	}

	@Test
	void databaseRejectsUnbalancedEntriesAndChangedHistory() {
		this.topUps.topUp(this.business.id(), 1_00, "UTR" + this.business.id(), "Top-up");
		assertThatThrownBy(() -> this.jdbc.sql("""
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT business_id, transaction_id, 9, 1, 5 FROM ledger_transaction WHERE business_id = :id
				""").param("id", this.business.id()).update()).hasMessageContaining("do not sum to zero");
		for (String table : List.of("ledger_entry", "ledger_transaction", "wallet_movement", "payout_event")) {
			assertThatThrownBy(() -> this.jdbc.sql("DELETE FROM " + table).update())
				.hasMessageContaining("append-only");
		}
	}

	@Test
	void databaseRejectsChangesOfAcceptedFields() {
		UUID payout = this.business.payout(10_00, 0, 0);
		assertThatThrownBy(() -> this.jdbc.sql("UPDATE payout SET amount_paise = 1 WHERE payout_id = :id")
			.param("id", payout)
			.update()).hasMessageContaining("may not change what was accepted");
	}

	private UUID rowOfFile(UUID payout, int number) {
		WithoutTriggers.run(database.dataSource(), (unguarded) -> unguarded.sql("""
				UPDATE payout SET source = 'BULK', bulk_file_id = :file, bulk_row_number = :number WHERE payout_id = :id
				""").param("file", this.business.id()).param("number", number).param("id", payout).update());
		return payout;
	}

	private List<String> entries(UUID payout) {
		return this.jdbc.sql("""
				SELECT split_part(a.code, ':' || t.business_id, 1) || ' ' || e.amount_paise
				  FROM ledger_transaction t
				  JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id
				  JOIN ledger_account a ON a.account_id = e.account_id
				 WHERE t.payout_id = :id
				""").param("id", payout).query(String.class).list();
	}

	private record Claims(Map<UUID, String> banks, List<UUID> asked) implements FirstClaims {

		Claims(Map<UUID, String> banks) {
			this(banks, new ArrayList<>());
		}

		@Override
		public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
			payouts.keySet().forEach((payout) -> this.asked.add(payout.payoutId()));
			return payouts.keySet()
				.stream()
				.filter((payout) -> this.banks.containsKey(payout.payoutId()))
				.collect(Collectors.toMap(Function.identity(), (payout) -> this.banks.get(payout.payoutId())));
		}

		@Override
		public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
			return banks(rows);
		}

		@Override
		public Duration lease() {
			return Duration.ofSeconds(45);
		}

	}

}
