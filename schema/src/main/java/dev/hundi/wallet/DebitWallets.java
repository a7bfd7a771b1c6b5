package dev.hundi.wallet;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.hundi.bank.ClaimedOrder;
import dev.hundi.wallet.DebitPlan.DuePayout;
import dev.hundi.wallet.DebitPlan.Fit;
import dev.hundi.wallet.DebitPlan.LockedWallet;
import dev.hundi.wallet.WalletQueues.Terms;
import dev.hundi.work.LockTimeouts;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Debits accepted payouts from a business's wallet, many per transaction: the wallet's
 * row lock is held while the commit is flushed, so the batch size decides the throughput
 * of one busy wallet.
 */
@Component
public class DebitWallets {

	/** Maximum number of payouts per transaction. */
	public static final int MAX_BATCH = 2_000;

	/**
	 * How long a payout of a business that queues payouts may wait
	 * (docs/api-decisions.md, "Payouts").
	 */
	static final Duration LONGEST_WAIT = Duration.ofDays(4);

	/**
	 * How long a queued payout lets smaller ones pass. Then every later one of its
	 * business waits behind it, so that the balance can grow.
	 */
	static final Duration PATIENCE = Duration.ofHours(1);

	/** Maximum time in milliseconds that a debit waits for a wallet. */
	private static final int LOCK_TIMEOUT_MS = 2_000;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final WalletQueues queues;

	private final HoldForApproval approvals;

	private final WriteDebits write;

	DebitWallets(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.queues = new WalletQueues(jdbc);
		this.approvals = new HoldForApproval(jdbc);
		this.write = new WriteDebits(jdbc);
	}

	/**
	 * Debits those of the payouts that are still in status 3, in the order of acceptance.
	 * A payout that does not fit fails with INSUFFICIENT_BALANCE and no movement, or is
	 * queued if the business queues payouts. Ids in another status are skipped, so that a
	 * duplicate message changes nothing.
	 * @throws IllegalArgumentException if there are more than {@link #MAX_BATCH} ids
	 * @throws IllegalStateException if the business has no wallet
	 * @throws org.springframework.dao.PessimisticLockingFailureException if the wallet is
	 * locked for too long; nothing is changed
	 */
	public DebitOutcome debit(UUID businessId, Collection<UUID> payoutIds) {
		return debit(businessId, payoutIds, FirstClaims.NONE).outcome();
	}

	/**
	 * The same, and claims those payouts for banks for which a bank has capacity.
	 * @param claims asked while the wallet is locked
	 */
	public Debited debit(UUID businessId, Collection<UUID> payoutIds, FirstClaims claims) {
		return inTransaction(
				() -> debit(List.of(lockWallet(businessId)), Map.of(businessId, payoutIds), claims, Set.of()));
	}

	/**
	 * Debits and claims payouts of several businesses in one transaction, as
	 * {@link #debit(UUID, Collection, FirstClaims)} does those of one. Passes over
	 * wallets that are locked or missing, so that no business delays the others.
	 * @param payoutIds by business
	 * @param claims asked while the wallets are locked
	 */
	public Debited debit(Map<UUID, ? extends Collection<UUID>> payoutIds, FirstClaims claims) {
		return inTransaction(() -> {
			List<LockedWallet> wallets = lockFreeWallets(payoutIds.keySet());
			Set<UUID> passedOver = new LinkedHashSet<>(payoutIds.keySet());
			wallets.forEach((wallet) -> passedOver.remove(wallet.businessId()));
			return debit(wallets, payoutIds, claims, passedOver);
		});
	}

	/**
	 * The result of debits of one transaction.
	 *
	 * @param outcome of those that were debited
	 * @param passedOver businesses whose payouts were not tried
	 * @param orders those that are claimed, oldest payouts first; only they may be sent,
	 * as those of {@link dev.hundi.bank.BankAttempts#claim}
	 */
	public record Debited(DebitOutcome outcome, Set<UUID> passedOver, List<ClaimedOrder> orders) {
	}

	private Debited debit(List<LockedWallet> wallets, Map<UUID, ? extends Collection<UUID>> payoutIds,
			FirstClaims claims, Set<UUID> passedOver) {
		Map<UUID, List<DuePayout>> due = due(wallets, payoutIds);
		List<DebitPlan> plans = wallets.stream()
			.filter((wallet) -> due.containsKey(wallet.businessId()))
			.map((wallet) -> {
				List<DuePayout> payouts = due.getOrDefault(wallet.businessId(), List.of());
				return plan(wallet, payouts, () -> oldestWaiting(wallet, payouts));
			})
			.toList();
		List<ClaimedOrder> orders = apply(plans, claims);
		DebitOutcome outcome = DebitOutcome.NOTHING;
		for (DebitPlan plan : plans) {
			if (!plan.queued().isEmpty()) {
				this.queues.begin(plan.wallet().businessId(), plan.wallet().terms(), LONGEST_WAIT);
			}
			outcome = outcome.plus(plan.outcome());
		}
		return new Debited(outcome, passedOver, orders);
	}

	/**
	 * Fits payouts, and passes over those that need an approval.
	 * @param oldestWaiting asked once if one needs none
	 */
	private DebitPlan plan(LockedWallet wallet, List<DuePayout> due, Supplier<Optional<UUID>> oldestWaiting) {
		Fit fit = new Fit(wallet, Instant.now(), oldestWaiting);
		if (wallet.hasRules() && !due.isEmpty()) {
			this.approvals.hold(wallet, due, fit::add);
		}
		else {
			due.forEach(fit::add);
		}
		return fit.plan();
	}

	/**
	 * The oldest payout besides some that waits for so long that no later one may pass
	 * it.
	 */
	private Optional<UUID> oldestWaiting(LockedWallet wallet, List<DuePayout> due) {
		return wallet.terms().queues() ? this.queues.oldest(wallet.businessId(), Instant.now().minus(PATIENCE),
				due.stream().map(DuePayout::payoutId).toList()) : Optional.empty();
	}

	/**
	 * Businesses with queued payouts whose balance has risen since the last try, whose
	 * terms have changed, or whose oldest payout expires. The others are passed over.
	 */
	public List<UUID> queuesToTry() {
		return this.queues.due();
	}

	/**
	 * Tries the whole queue of a business, oldest first, one transaction per batch. Stops
	 * at a payout that no later one may pass.
	 * @param batch maximum number of payouts per transaction
	 * @throws org.springframework.dao.PessimisticLockingFailureException if the wallet is
	 * locked for too long; the queue stays due
	 */
	public DebitOutcome tryQueue(UUID businessId, int batch) {
		Tried page = inTransaction(() -> tryPage(businessId, new UUID(0, 0), batch, null));
		DebitOutcome total = page.outcome;
		// A credit that arrives during the try may fit payouts of earlier pages.
		Terms terms = page.terms;
		while (page.last != null) {
			UUID after = page.last;
			page = inTransaction(() -> tryPage(businessId, after, batch, terms));
			total = total.plus(page.outcome);
		}
		return total;
	}

	/** The SQL that writes a batch, for benchmarks. */
	public static String sql() {
		return WriteDebits.SQL;
	}

	/**
	 * The try is recorded under the lock of its last page: a payout that blocks the queue
	 * may be cancelled as soon as the wallet is free, and the queue must be due again.
	 * @param begun the terms at the beginning of the try; null for the first page
	 */
	private Tried tryPage(UUID businessId, UUID after, int batch, @Nullable Terms begun) {
		LockedWallet wallet = lockWallet(businessId);
		List<DuePayout> due = dueInQueue(businessId, after, batch);
		DebitPlan plan = plan(wallet, due, Optional::empty);
		apply(List.of(plan), FirstClaims.NONE);
		boolean ends = due.size() < batch || plan.blocks();
		if (ends) {
			this.queues.recordTried(businessId, (begun != null) ? begun : wallet.terms(), LONGEST_WAIT);
		}
		return new Tried(wallet.terms(), plan.outcome(), ends ? null : due.getLast().payoutId());
	}

	private List<ClaimedOrder> apply(List<DebitPlan> plans, FirstClaims claims) {
		List<ClaimedOrder> orders = this.write.write(plans, claims);
		plans.stream()
			.filter((plan) -> !plan.queued().isEmpty())
			.forEach((plan) -> this.queues.add(plan.wallet().businessId(), plan.queued()));
		return orders;
	}

	private <T> T inTransaction(Supplier<T> work) {
		try {
			return Objects.requireNonNull(this.transaction.execute((status) -> {
				this.jdbc.sql("SET LOCAL lock_timeout = " + LOCK_TIMEOUT_MS).update();
				return work.get();
			}));
		}
		catch (UncategorizedSQLException ex) {
			throw LockTimeouts.translate(ex);
		}
	}

	private static final String WALLETS = """
			SELECT w.business_id, w.balance_paise, w.last_sequence, w.credit_count, w.total_credit_paise - w.balance_paise AS debits,
			       b.reserve_percent, b.min_balance_paise, b.queue_if_low_balance,
			       EXISTS (SELECT FROM payout_rule r WHERE r.business_id = w.business_id AND r.ended_at IS NULL) AS has_rules
			  FROM wallet w
			  JOIN business b ON b.business_id = w.business_id
			""";

	/**
	 * A statement that waits for the lock would read the terms and rules of the time
	 * before it waited. So a wallet that is locked is waited for first and then read.
	 */
	private LockedWallet lockWallet(UUID businessId) {
		return lockFreeWallets(List.of(businessId)).stream().findFirst().orElseGet(() -> {
			this.jdbc.sql("SELECT FROM wallet WHERE business_id = :businessId FOR NO KEY UPDATE")
				.param("businessId", businessId)
				.query((row) -> {
				});
			return lockFreeWallets(List.of(businessId)).stream()
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("Business " + businessId + " has no wallet"));
		});
	}

	private List<LockedWallet> lockFreeWallets(Collection<UUID> businessIds) {
		return this.jdbc.sql(WALLETS + """
				 WHERE w.business_id = ANY ((SELECT :businessIds::uuid[])::uuid[])
				 ORDER BY w.business_id
				   FOR NO KEY UPDATE OF w SKIP LOCKED
				""").param("businessIds", businessIds.toArray(UUID[]::new)).query(LockedWallet::read).list();
	}

	/**
	 * Payouts leave status 3 only under the lock of their wallet, so they need no lock of
	 * their own: a payout that stays queued is not written.
	 */
	private Map<UUID, List<DuePayout>> due(List<LockedWallet> wallets,
			Map<UUID, ? extends Collection<UUID>> payoutIds) {
		List<UUID> businesses = new ArrayList<>();
		List<UUID> payouts = new ArrayList<>();
		wallets.forEach((wallet) -> Objects.requireNonNull(payoutIds.get(wallet.businessId())).forEach((payout) -> {
			businesses.add(wallet.businessId());
			payouts.add(payout);
		}));
		if (payouts.size() > MAX_BATCH) {
			throw new IllegalArgumentException("At most " + MAX_BATCH + " payouts at once: " + payouts.size());
		}
		return this.jdbc.sql("""
				SELECT DISTINCT wanted.business_id, wanted.payout_id, p.total_debit_paise, p.rail, p.is_of_file,
				                p.waits_since
				  FROM unnest((SELECT :businesses::uuid[]), :payouts::uuid[]) AS wanted (business_id, payout_id)
				 CROSS JOIN LATERAL (
				   SELECT total_debit_paise, rail, source = 'BULK' AS is_of_file, %s AS waits_since FROM payout
				    WHERE payout.business_id = wanted.business_id AND payout.payout_id = wanted.payout_id AND status = 3
				      AND NOT held
				   OFFSET 0) AS p
				 ORDER BY wanted.payout_id
				""".formatted(WalletQueues.WAITS_SINCE))
			.param("businesses", businesses.toArray(UUID[]::new))
			.param("payouts", payouts.toArray(UUID[]::new))
			.query(DuePayout::read)
			.list()
			.stream()
			.collect(Collectors.groupingBy(DuePayout::businessId));
	}

	private List<DuePayout> dueInQueue(UUID businessId, UUID after, int limit) {
		return this.jdbc.sql("""
				SELECT business_id, payout_id, total_debit_paise, rail, source = 'BULK' AS is_of_file, %s AS waits_since
				  FROM payout
				 WHERE business_id = :businessId AND payout_id > :after AND status = 3 AND queued
				 ORDER BY payout_id
				 LIMIT :limit
				""".formatted(WalletQueues.WAITS_SINCE))
			.param("businessId", businessId)
			.param("after", after)
			.param("limit", limit)
			.query(DuePayout::read)
			.list();
	}

	/**
	 * A page of a queue.
	 *
	 * @param last its last payout, or null if the try ends here
	 */
	private record Tried(Terms terms, DebitOutcome outcome, @Nullable UUID last) {
	}

}
