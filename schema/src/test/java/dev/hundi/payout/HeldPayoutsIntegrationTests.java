package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;

import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.list.Page;
import dev.hundi.list.Window;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Payouts that wait for people or for a time, and their cancellation. */
class HeldPayoutsIntegrationTests {

	private static final long SEED = 20_261_123;

	private static final int RACES = Integer.getInteger("test.races", 2_000);

	private static final int ROUND = 100;

	private static final TestDatabase database = TestDatabase.create();

	private static final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private static final AnnotationConfigApplicationContext context = TestBeans.on(database, Payouts.class,
			CancelPayout.class, ReleasePayouts.class, Approvals.class, PayoutApprovals.class, PayoutRules.class);

	private final CancelPayout cancel = context.getBean(CancelPayout.class);

	private final ReleasePayouts release = context.getBean(ReleasePayouts.class);

	private final PayoutApprovals approvals = context.getBean(PayoutApprovals.class);

	private final DebitWallets debits = context.getBean(DebitWallets.class);

	private final Payouts payouts = context.getBean(Payouts.class);

	private final AcceptPayout accept = new AcceptPayout(new JdbcTemplate(database.dataSource()), this.payouts);

	private final TestBusiness business = TestBusiness.create(database).rules("0", 0, true);

	private final UUID beneficiary = this.business.beneficiary();

	private final UUID checker = this.business.person(Role.CHECKER);

	@AfterAll
	static void close() {
		context.close();
		database.close();
	}

	@Test
	void storesOptionalFieldsAndShowsThem() {
		PayoutOptions options = new PayoutOptions(Instant.parse("2026-12-24T06:00:00Z"), true,
				Map.of("invoice", "INV-7 für März"), "RENT", List.of("office", "south"), "Rent December");
		UUID payout = accept(10_00, options);
		PayoutDetail detail = this.payouts.detail(this.business.id(), payout).orElseThrow();
		assertThat(detail.options()).isEqualTo(options);
		assertThat(detail.holdReason()).isEqualTo(HoldReason.APPROVAL);
		assertThat(this.payouts.list(this.business.id(), Window.ALL, PayoutFilter.NONE, Page.FIRST))
			.containsExactly(detail);
		PayoutDetail plain = this.payouts.detail(this.business.id(), accept(10_00, PayoutOptions.NONE)).orElseThrow();
		assertThat(plain.options()).isEqualTo(PayoutOptions.NONE);
		assertThat(plain.holdReason()).isNull();
	}

	@Test
	void writesNothingBesideAPlainPayout() {
		UUID payout = accept(10_00, PayoutOptions.NONE);
		assertThat(jdbc.sql("""
				SELECT (SELECT count(*) FROM payout_detail WHERE payout_id = :id)
				       + (SELECT count(*) FROM payout_hold WHERE payout_id = :id)
				""").param("id", payout).query(Integer.class).single()).isZero();
	}

	@Test
	void debitsAScheduledPayoutAfterItsTimeOnly() {
		topUp(100_00);
		UUID payout = scheduled();
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(this.release.releaseDue(1_000)).isZero();
		due(payout);
		assertThat(this.release.releaseDue(1_000)).isEqualTo(1);
		assertThat(this.release.releaseDue(1_000)).isZero();
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "RELEASED", "WALLET_DEBITED");
		assertThat(this.business.violations()).isEmpty();
	}

	/** A released payout is as old as its acceptance, but has not waited since then. */
	@Test
	void letsAReleasedPayoutWaitForABalanceFromItsRelease() {
		UUID payout = scheduled();
		UUID old = this.business.aged(payout, "30 days");
		due(old);
		assertThat(this.release.releaseDue(1_000)).isEqualTo(1);
		assertThat(debit(old)).isEqualTo(new DebitOutcome(0, 0, 1));
		assertThat(this.debits.queuesToTry()).doesNotContain(this.business.id());
		topUp(5_00);
		UUID small = this.business.payout(1_00, 0, 0);
		assertThat(debit(small)).as("passes for an hour").isEqualTo(new DebitOutcome(1, 0, 0));
	}

	@Test
	void debitsAPayoutWithItsApprovalOnly() {
		topUp(100_00);
		UUID payout = accept(10_00, requested());
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(this.approvals.approve(this.business.id(), approvalOf(payout), this.checker))
			.isInstanceOf(DecisionResult.Counted.class);
		assertThat(this.business.stages(payout)).containsExactly("CREATED", "RELEASED");
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void keepsAnApprovedPayoutUntilItsTime() {
		topUp(100_00);
		UUID payout = accept(10_00,
				new PayoutOptions(Instant.now().plusSeconds(600), true, Map.of(), null, List.of(), null));
		this.approvals.approve(this.business.id(), approvalOf(payout), this.checker);
		assertThat(reason(payout)).isEqualTo("SCHEDULED");
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
	}

	/** Processes may run in different time zones. */
	@Test
	void agreesToTheSameContentInEachTimeZone() {
		UUID payout = scheduled();
		assertThat(contentHash(payout, "Asia/Kolkata")).isEqualTo(contentHash(payout, "UTC"));
	}

	private byte[] contentHash(UUID payout, String zone) {
		return jdbc.sql("SELECT payout_content_hash(:business, :id) FROM set_config('timezone', :zone, true)")
			.param("business", this.business.id())
			.param("id", payout)
			.param("zone", zone)
			.query(byte[].class)
			.single();
	}

	@Test
	void endsARejectedPayoutWithoutAMovement() {
		UUID payout = accept(10_00, requested());
		this.approvals.reject(this.business.id(), approvalOf(payout), this.checker, "Wrong payee");
		assertThat(this.business.status(payout)).isEqualTo("12 REJECTED_BY_APPROVER");
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void endsAPayoutThatNoOneDecidesInTime() {
		UUID payout = accept(10_00, requested());
		assertThat(this.release.endExpired(100)).isZero();
		expire(payout);
		assertThat(this.approvals.approve(this.business.id(), approvalOf(payout), this.checker))
			.isEqualTo(new DecisionResult.NotCounted(DecisionResult.Reason.CLOSED));
		assertThat(this.release.endExpired(100)).isEqualTo(1);
		assertThat(this.business.status(payout)).isEqualTo("12 APPROVAL_EXPIRED");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void cancelsHeldAndQueuedPayoutsOnly() {
		UUID held = scheduled();
		UUID waiting = accept(10_00, requested());
		UUID queued = this.business.payout(10_00, 0, 0);
		debit(queued);
		for (UUID payout : List.of(held, waiting, queued)) {
			assertThat(cancel(payout)).isInstanceOf(CancelPayout.Result.Cancelled.class);
			assertThat(this.business.status(payout)).isEqualTo("12 CANCELLED_BY_MERCHANT");
			assertThat(cancel(payout)).isInstanceOf(CancelPayout.Result.NotCancellable.class);
		}
		topUp(100_00);
		assertThat(this.debits.tryQueue(this.business.id(), 10)).isEqualTo(new DebitOutcome(0, 0, 0));
		UUID accepted = this.business.payout(10_00, 0, 0);
		assertThat(cancel(accepted)).isInstanceOf(CancelPayout.Result.NotCancellable.class);
		debit(accepted);
		assertThat(cancel(accepted)).isInstanceOf(CancelPayout.Result.NotCancellable.class);
		assertThat(this.cancel.cancel(TestBusiness.create(database).id(), held, "API"))
			.isInstanceOf(CancelPayout.Result.NotFound.class);
		assertThat(this.approvals.approve(this.business.id(), approvalOf(waiting), this.checker))
			.isEqualTo(new DecisionResult.NotCounted(DecisionResult.Reason.CLOSED));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void holdsPayoutsAboveARule() {
		rule("PAYOUT", 50_00, 1);
		topUp(1_000_00);
		UUID small = this.business.payout(50_00, 0, 0);
		UUID large = this.business.payout(50_01, 0, 0);
		assertThat(this.debits.debit(this.business.id(), List.of(small, large))).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(reason(large)).isEqualTo("APPROVAL");
		this.approvals.approve(this.business.id(), approvalOf(large), this.checker);
		assertThat(debit(large)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void doesNotLetSplitPayoutsPassTheLimitOfADay() {
		TestDay.inIndia(Duration.ofMinutes(1));
		rule("DAY", 100_00, 1);
		topUp(1_000_00);
		List<UUID> parts = IntStream.range(0, 5).mapToObj((i) -> this.business.payout(30_00, 0, 0)).toList();
		assertThat(this.debits.debit(this.business.id(), parts.subList(0, 2))).isEqualTo(new DebitOutcome(2, 0, 0));
		assertThat(this.debits.debit(this.business.id(), parts.subList(2, 5))).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(parts.subList(3, 5)).extracting(this::reason).containsOnly("APPROVAL");
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void needsTwoPeopleWhereARuleNeedsTwoEvenIfTheMakerWantsOne() {
		topUp(1_000_00);
		UUID payout = accept(60_00, requested());
		rule("DAY", 50_00, 2);
		this.approvals.approve(this.business.id(), approvalOf(payout), this.checker);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(reason(payout)).isEqualTo("APPROVAL");
		this.approvals.approve(this.business.id(), approvalOf(payout), this.checker);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		this.approvals.approve(this.business.id(), approvalOf(payout), this.business.person(Role.CHECKER));
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
		assertThat(this.business.violations()).isEmpty();
	}

	@Test
	void countsOnlyThePeopleWhomARuleNames() {
		topUp(1_000_00);
		UUID named = this.business.person(Role.CHECKER);
		rule(this.business.id(), "DAY", 50_00, 1, named);
		rule(this.business.id(), "PAYOUT", 50_00, 1, this.checker);
		UUID payout = accept(60_00, requested());
		this.approvals.approve(this.business.id(), approvalOf(payout), this.checker);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(0, 0, 0));
		assertThat(reason(payout)).isEqualTo("APPROVAL");
		this.approvals.approve(this.business.id(), approvalOf(payout), named);
		assertThat(debit(payout)).isEqualTo(new DebitOutcome(1, 0, 0));
	}

	@Test
	void refusesInTheDatabaseWhatTheKernelNeverDoes() {
		UUID waiting = accept(10_00, requested());
		UUID scheduled = scheduled();
		for (UUID payout : List.of(waiting, scheduled)) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> jdbc.sql("UPDATE payout SET held = false WHERE payout_id = :id")
					.param("id", payout)
					.update());
			assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(
					() -> jdbc.sql("UPDATE payout SET status = 4 WHERE payout_id = :id").param("id", payout).update());
		}
		UUID plain = this.business.payout(10_00, 0, 0);
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(
				() -> jdbc.sql("UPDATE payout SET held = true WHERE payout_id = :id").param("id", plain).update());
		UUID stranger = TestBusiness.person(jdbc);
		assertThatExceptionOfType(DataIntegrityViolationException.class)
			.isThrownBy(() -> context.getBean(Approvals.class)
				.approve(approvalOf(waiting), stranger,
						context.getBean(Approvals.class).find(approvalOf(waiting)).orElseThrow().contentHash()));
	}

	/** Cancel, release, approval and debit of the same payouts at once. */
	@Test
	void decidesEachRaceOnce() throws Exception {
		Random random = new Random(SEED);
		int cancelled = 0;
		int debited = 0;
		for (int round = 0; round < RACES / ROUND; round++) {
			List<UUID> held = IntStream.range(0, ROUND).parallel().mapToObj((i) -> newPayout(i % 3)).toList();
			List<UUID> queued = IntStream.range(0, ROUND).filter((i) -> i % 3 == 2).mapToObj(held::get).toList();
			this.debits.debit(this.business.id(), queued);
			assertThat(count(queued, 3)).as("payouts that wait for money").isEqualTo(queued.size());
			due(held);
			topUp(ROUND * 10_00L);
			race(held, random);
			this.debits.tryQueue(this.business.id(), ROUND);
			this.debits.debit(this.business.id(), held);
			int paid = count(held, 4);
			assertThat(this.business.balancePaise()).isEqualTo((ROUND - paid) * 10_00L);
			spend(this.business.balancePaise());
			cancelled += count(held, 12);
			debited += paid;
		}
		assertThat(cancelled + debited).isEqualTo(RACES);
		assertThat(cancelled).isBetween(RACES / 100, RACES * 99 / 100);
		assertThat(this.business.violations()).isEmpty();
	}

	private UUID newPayout(int kind) {
		return switch (kind) {
			case 0 -> scheduled();
			case 1 -> accept(10_00, requested());
			default -> this.business.payout(10_00, 0, 0);
		};
	}

	/** Empties the wallet, so that new payouts wait for money. */
	private void spend(long paise) {
		if (paise > 0) {
			assertThat(debit(this.business.payout(paise, 0, 0)).debited()).isEqualTo(1);
		}
	}

	private void race(List<UUID> held, Random random) throws Exception {
		List<UUID> toCancel = shuffled(held, random);
		List<UUID> toAgree = shuffled(held.stream().filter((payout) -> held.indexOf(payout) % 3 == 1).toList(), random);
		List<UUID> toDebit = shuffled(held, random);
		CyclicBarrier start = new CyclicBarrier(4);
		List<CompletableFuture<Void>> work = List.of(
				run(start, () -> toCancel.subList(0, ROUND / 2).forEach(this::cancel)),
				run(start, () -> toAgree
					.forEach((payout) -> this.approvals.approve(this.business.id(), approvalOf(payout), this.checker))),
				run(start, () -> {
					for (int from = 0; from < ROUND; from += 10) {
						this.debits.debit(this.business.id(), toDebit.subList(from, from + 10));
						this.debits.tryQueue(this.business.id(), 10);
					}
				}), run(start, () -> {
					for (int i = 0; i < ROUND / 5; i++) {
						this.release.releaseDue(3);
					}
				}));
		CompletableFuture.allOf(work.toArray(CompletableFuture[]::new)).get();
		while (this.release.releaseDue(ROUND) > 0) {
			assertThat(held).isNotEmpty();
		}
	}

	private static CompletableFuture<Void> run(CyclicBarrier start, Runnable work) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread.ofPlatform().start(() -> {
			try {
				start.await();
				work.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		});
		return done;
	}

	private static List<UUID> shuffled(List<UUID> payouts, Random random) {
		List<UUID> shuffled = new ArrayList<>(payouts);
		Collections.shuffle(shuffled, random);
		return shuffled;
	}

	private CancelPayout.Result cancel(UUID payout) {
		return this.cancel.cancel(this.business.id(), payout, "API");
	}

	private DebitOutcome debit(UUID payout) {
		return this.debits.debit(this.business.id(), List.of(payout));
	}

	private UUID scheduled() {
		return accept(10_00, new PayoutOptions(Instant.now().plusSeconds(600), false, Map.of(), null, List.of(), null));
	}

	private static PayoutOptions requested() {
		return new PayoutOptions(null, true, Map.of(), null, List.of(), null);
	}

	private UUID accept(long paise, PayoutOptions options) {
		Acceptance acceptance = this.accept
			.accept(new NewPayout(this.business.id(), "pk_held", UUID.randomUUID().toString(), null, this.beneficiary,
					Rail.IMPS, paise, new Charge(0, 0), null, options, null));
		assertThat(acceptance).isInstanceOf(Acceptance.Accepted.class);
		return ((Acceptance.Accepted) acceptance).receipt().payoutId();
	}

	/** The time of a scheduled payout has come. */
	private static void due(UUID payout) {
		due(List.of(payout));
	}

	private static void due(List<UUID> payouts) {
		jdbc.sql("UPDATE payout_hold SET scheduled_for = now() WHERE payout_id = ANY (:ids) AND reason = 'SCHEDULED'")
			.param("ids", payouts.toArray(UUID[]::new))
			.update();
	}

	private void expire(UUID payout) {
		WithoutTriggers.sql(jdbc, """
				UPDATE approval SET created_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
				 WHERE approval_id = '%1$s';
				UPDATE payout_hold SET decide_until = now() - interval '1 hour' WHERE approval_id = '%1$s'
				""".formatted(approvalOf(payout))).update();
	}

	private void rule(String scope, long abovePaise, int people) {
		rule(this.business.id(), scope, abovePaise, people);
	}

	private static void rule(UUID businessId, String scope, long abovePaise, int people, UUID... checkers) {
		jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours, checkers)
				VALUES (?, ?, ?, ?, 24, ?)
				""").params(businessId, scope, abovePaise, people, checkers).update();
	}

	private static UUID approvalOf(UUID payout) {
		return jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(UUID.class)
			.single();
	}

	private @Nullable String reason(UUID payout) {
		return jdbc.sql("SELECT reason FROM payout_hold WHERE payout_id = :id")
			.param("id", payout)
			.query(String.class)
			.optional()
			.orElse(null);
	}

	private void topUp(long paise) {
		context.getBean(TopUpWallet.class).topUp(this.business.id(), paise, "U" + UUID.randomUUID(), "Top-up");
	}

	private int count(List<UUID> payouts, int status) {
		return jdbc.sql("SELECT count(*) FROM payout WHERE payout_id = ANY (:ids) AND status = :status")
			.param("ids", payouts.toArray(UUID[]::new))
			.param("status", status)
			.query(Integer.class)
			.single();
	}

}
