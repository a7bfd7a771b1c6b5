package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.payout.ResponseCode;
import dev.hundi.time.Timestamps;
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

	DebitWallets(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.queues = new WalletQueues(jdbc);
		this.approvals = new HoldForApproval(jdbc);
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
		return inTransaction(() -> debit(List.of(lockWallet(businessId)), Map.of(businessId, payoutIds)));
	}

	/**
	 * Debits payouts of several businesses in one transaction, as
	 * {@link #debit(UUID, Collection)} does those of one. Passes over wallets that are
	 * locked or missing, so that no business delays the others.
	 * @param payoutIds by business
	 */
	public SeveralDebited debit(Map<UUID, ? extends Collection<UUID>> payoutIds) {
		return inTransaction(() -> {
			List<LockedWallet> wallets = lockFreeWallets(payoutIds.keySet());
			Set<UUID> passedOver = new LinkedHashSet<>(payoutIds.keySet());
			wallets.forEach((wallet) -> passedOver.remove(wallet.businessId));
			return new SeveralDebited(debit(wallets, payoutIds), passedOver);
		});
	}

	/**
	 * The result of debits of several businesses.
	 *
	 * @param outcome of those that were debited
	 * @param passedOver businesses whose payouts were not tried
	 */
	public record SeveralDebited(DebitOutcome outcome, Set<UUID> passedOver) {
	}

	private DebitOutcome debit(List<LockedWallet> wallets, Map<UUID, ? extends Collection<UUID>> payoutIds) {
		Map<UUID, List<DuePayout>> due = due(wallets, payoutIds);
		List<Plan> plans = wallets.stream()
			.filter((wallet) -> due.containsKey(wallet.businessId))
			.map((wallet) -> plan(wallet, withoutHeld(wallet, due.getOrDefault(wallet.businessId, List.of()))))
			.toList();
		apply(plans);
		DebitOutcome outcome = DebitOutcome.NOTHING;
		for (Plan plan : plans) {
			if (!plan.queued.isEmpty()) {
				this.queues.begin(plan.wallet.businessId, plan.wallet.terms, LONGEST_WAIT);
			}
			outcome = outcome.plus(plan.outcome());
		}
		return outcome;
	}

	/** Passes over those that need an approval. */
	private List<DuePayout> withoutHeld(LockedWallet wallet, List<DuePayout> due) {
		if (!wallet.hasRules || due.isEmpty()) {
			return due;
		}
		Set<UUID> held = this.approvals.hold(wallet.businessId, wallet.debitsPaise,
				due.stream().map(DuePayout::payoutId).toList());
		return due.stream().filter((payout) -> !held.contains(payout.payoutId)).toList();
	}

	private Plan plan(LockedWallet wallet, List<DuePayout> due) {
		boolean blocked = wallet.terms.queues() && !due.isEmpty()
				&& this.queues.hasAnyBefore(wallet.businessId, Instant.now().minus(PATIENCE), due.getFirst().payoutId);
		return Plan.fit(wallet, due, Instant.now(), blocked);
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
		Tried page = inTransaction(() -> tryPage(businessId, new UUID(0, 0), batch));
		DebitOutcome total = page.outcome;
		// A credit that arrives during the try may fit payouts of earlier pages.
		Terms terms = page.terms;
		while (page.last != null) {
			UUID after = page.last;
			page = inTransaction(() -> tryPage(businessId, after, batch));
			total = total.plus(page.outcome);
		}
		inTransaction(() -> {
			lockWallet(businessId);
			return this.queues.recordTried(businessId, terms, LONGEST_WAIT);
		});
		return total;
	}

	/** The SQL that writes a batch, for benchmarks. */
	public static String sql() {
		return WRITE;
	}

	private Tried tryPage(UUID businessId, UUID after, int batch) {
		LockedWallet wallet = lockWallet(businessId);
		List<DuePayout> due = dueInQueue(businessId, after, batch);
		Plan plan = Plan.fit(wallet, withoutHeld(wallet, due), Instant.now(), false);
		apply(List.of(plan));
		boolean ends = due.size() < batch || plan.blocks;
		return new Tried(wallet.terms, plan.outcome(), ends ? null : due.getLast().payoutId);
	}

	private void apply(List<Plan> plans) {
		if (plans.stream().anyMatch((plan) -> !plan.debits.isEmpty() || !plan.refused.isEmpty())) {
			write(plans);
		}
		plans.stream()
			.filter((plan) -> !plan.queued.isEmpty())
			.forEach((plan) -> this.queues.add(plan.wallet.businessId, plan.queued));
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

	private LockedWallet lockWallet(UUID businessId) {
		return this.jdbc.sql(WALLETS + "WHERE w.business_id = :businessId FOR NO KEY UPDATE OF w")
			.param("businessId", businessId)
			.query(LockedWallet::read)
			.optional()
			.orElseThrow(() -> new IllegalStateException("Business " + businessId + " has no wallet"));
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
		wallets.forEach((wallet) -> Objects.requireNonNull(payoutIds.get(wallet.businessId)).forEach((payout) -> {
			businesses.add(wallet.businessId);
			payouts.add(payout);
		}));
		if (payouts.size() > MAX_BATCH) {
			throw new IllegalArgumentException("At most " + MAX_BATCH + " payouts at once: " + payouts.size());
		}
		return this.jdbc.sql("""
				SELECT DISTINCT wanted.business_id, wanted.payout_id, p.total_debit_paise, p.waits_since
				  FROM unnest((SELECT :businesses::uuid[]), :payouts::uuid[]) AS wanted (business_id, payout_id)
				 CROSS JOIN LATERAL (
				   SELECT total_debit_paise, %s AS waits_since FROM payout
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
				SELECT business_id, payout_id, total_debit_paise, %s AS waits_since
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

	private void write(List<Plan> plans) {
		List<Plan> charged = plans.stream().filter((plan) -> !plan.debits.isEmpty()).toList();
		List<Debit> debits = charged.stream().flatMap((plan) -> plan.debits.stream()).toList();
		List<DuePayout> refused = plans.stream().flatMap((plan) -> plan.refused.stream()).toList();
		Written written = this.jdbc.sql(WRITE)
			.param("debitedOf", array(debits, (debit) -> debit.payout.businessId, new UUID[0]))
			.param("debited", array(debits, (debit) -> debit.payout.payoutId, new UUID[0]))
			.param("balancesBefore", array(debits, Debit::balanceBeforePaise, new Long[0]))
			.param("sequences", array(debits, Debit::sequence, new Long[0]))
			.param("refusedOf", array(refused, DuePayout::businessId, new UUID[0]))
			.param("refused", array(refused, DuePayout::payoutId, new UUID[0]))
			.param("wallets", array(charged, (plan) -> plan.wallet.businessId, new UUID[0]))
			.param("walletBalancesBefore", array(charged, (plan) -> plan.wallet.balancePaise, new Long[0]))
			.param("walletBalancesAfter", array(charged, Plan::balanceAfterPaise, new Long[0]))
			.param("walletSequencesBefore", array(charged, (plan) -> plan.wallet.lastSequence, new Long[0]))
			.param("walletDebits", array(charged, (plan) -> plan.debits.size(), new Integer[0]))
			.param("debitedMessage", ResponseCode.WALLET_DEBITED.message())
			.param("refusedMessage", ResponseCode.INSUFFICIENT_BALANCE.message())
			.param("commission", LedgerAccount.COMMISSION.id())
			.param("gst", LedgerAccount.GST.id())
			.query((row, number) -> new Written(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4)))
			.single();
		Written planned = new Written(debits.size(), debits.size(), refused.size(), charged.size());
		if (!written.equals(planned)) {
			throw new IllegalStateException(
					"Debit of businesses " + plans.stream().map((plan) -> plan.wallet.businessId).toList() + " wrote "
							+ written + " instead of " + planned);
		}
	}

	private static <T, V> V[] array(List<T> rows, Function<T, V> column, V[] type) {
		return rows.stream().map(column).toList().toArray(type);
	}

	/** The first array hides its length from the planner, which keeps one plan. */
	private static final String WRITE = """
			WITH debit AS (
			  SELECT * FROM unnest((SELECT :debitedOf::uuid[]), :debited::uuid[], :balancesBefore::bigint[], :sequences::bigint[])
			         AS debit (business_id, payout_id, balance_before_paise, sequence)
			), pending AS (
			  UPDATE payout p
			     SET status = 4, response_code = 'WALLET_DEBITED', response_message = :debitedMessage, queued = false,
			         last_sequence = p.last_sequence + 1, updated_at = now()
			    FROM debit
			   WHERE p.business_id = debit.business_id AND p.payout_id = debit.payout_id AND p.status = 3
			  RETURNING p.business_id, p.payout_id, p.rail, p.amount_paise, p.commission_paise, p.gst_paise,
			            p.total_debit_paise, p.last_sequence, p.transaction_id, debit.balance_before_paise, debit.sequence,
			            uuidv7() AS posting_id
			), failed AS (
			  UPDATE payout p
			     SET status = 12, response_code = 'INSUFFICIENT_BALANCE', response_message = :refusedMessage, queued = false,
			         last_sequence = p.last_sequence + 1, updated_at = now(), completed_at = now()
			    FROM unnest((SELECT :refusedOf::uuid[]), :refused::uuid[]) AS refusal (business_id, payout_id)
			   WHERE p.business_id = refusal.business_id AND p.payout_id = refusal.payout_id AND p.status = 3
			  RETURNING p.business_id, p.payout_id, p.last_sequence
			), charged AS (
			  UPDATE wallet w
			     SET balance_paise = charge.balance_after_paise, last_sequence = w.last_sequence + charge.debits,
			         updated_at = greatest(clock_timestamp(), w.updated_at)
			    FROM unnest((SELECT :wallets::uuid[]), :walletBalancesBefore::bigint[], :walletBalancesAfter::bigint[],
			                :walletSequencesBefore::bigint[], :walletDebits::int[])
			         AS charge (business_id, balance_before_paise, balance_after_paise, sequence_before, debits)
			   WHERE w.business_id = charge.business_id AND w.balance_paise = charge.balance_before_paise
			     AND w.last_sequence = charge.sequence_before
			  RETURNING w.business_id, w.account_id, w.total_credit_paise, w.credit_count, w.updated_at
			), posting AS (
			  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
			  SELECT business_id, posting_id, 'PAYOUT_DEBIT', payout_id FROM pending
			), entries AS (
			  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			  SELECT pending.business_id, posting_id, entry.line, entry.account_id, entry.amount_paise
			    FROM pending
			    JOIN charged ON charged.business_id = pending.business_id
			   CROSS JOIN LATERAL (VALUES
			           (1, charged.account_id, -pending.total_debit_paise),
			           (2,\s"""
			+ LedgerAccount.clearingSql("pending.rail")
			+ """
					           , pending.amount_paise),
					           (3, :commission, pending.commission_paise),
					           (4, :gst, pending.gst_paise)) AS entry (line, account_id, amount_paise)
					   WHERE entry.amount_paise <> 0
					), movement AS (
					  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
					                               balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
					                               ledger_transaction_id, payout_id, description, created_at)
					  SELECT pending.business_id, sequence, 'PAYOUT_DEBIT', 'DEBIT', amount_paise, commission_paise, gst_paise,
					         balance_before_paise, balance_before_paise - total_debit_paise, charged.total_credit_paise,
					         charged.credit_count, posting_id, payout_id, 'Payout ' || transaction_id, charged.updated_at
					    FROM pending
					    JOIN charged ON charged.business_id = pending.business_id
					   ORDER BY pending.business_id, sequence
					  RETURNING 1
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                            response_code, response_message)
					  SELECT business_id, payout_id, last_sequence, 3, 4, 'WALLET_DEBITED', 'DEBIT', 'WALLET_DEBITED',
					         :debitedMessage
					    FROM pending
					  UNION ALL
					  SELECT business_id, payout_id, last_sequence, 3, 12, 'FAILED', 'DEBIT', 'INSUFFICIENT_BALANCE',
					         :refusedMessage
					    FROM failed
					)
					SELECT (SELECT count(*) FROM pending), (SELECT count(*) FROM movement), (SELECT count(*) FROM failed),
					       (SELECT count(*) FROM charged)
					""";

	/** The locked wallet with the terms of its business. */
	private record LockedWallet(UUID businessId, long balancePaise, long lastSequence, long debitsPaise,
			boolean hasRules, Terms terms) {

		static LockedWallet read(ResultSet row, int number) throws SQLException {
			return new LockedWallet(row.getObject("business_id", UUID.class), row.getLong("balance_paise"),
					row.getLong("last_sequence"), row.getLong("debits"), row.getBoolean("has_rules"),
					new Terms(row.getLong("credit_count"),
							new BalanceRule(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise")),
							row.getBoolean("queue_if_low_balance")));
		}

	}

	private record DuePayout(UUID businessId, UUID payoutId, long totalPaise, Instant waitsSince) {

		static DuePayout read(ResultSet row, int number) throws SQLException {
			return new DuePayout(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class),
					row.getLong("total_debit_paise"), Timestamps.instant(row, "waits_since"));
		}

	}

	private record Debit(DuePayout payout, long balanceBeforePaise, long sequence) {
	}

	private record Written(int debited, int movements, int refused, int wallets) {
	}

	/**
	 * A page of a queue.
	 *
	 * @param last its last payout, or null if the try ends here
	 */
	private record Tried(Terms terms, DebitOutcome outcome, @Nullable UUID last) {
	}

	/**
	 * Which payouts fit, each against the balance that its predecessors leave.
	 *
	 * @param blocks whether one of the queued may not be passed by later ones
	 */
	private record Plan(LockedWallet wallet, List<Debit> debits, List<DuePayout> refused, List<UUID> queued,
			boolean blocks, long balanceAfterPaise) {

		/**
		 * Fits payouts, oldest first.
		 * @param blocked whether an older payout that is not among them may not be passed
		 */
		static Plan fit(LockedWallet wallet, List<DuePayout> due, Instant now, boolean blocked) {
			List<Debit> debits = new ArrayList<>();
			List<DuePayout> refused = new ArrayList<>();
			List<UUID> queued = new ArrayList<>();
			long balancePaise = wallet.balancePaise;
			boolean blocks = blocked;
			for (DuePayout payout : due) {
				if (!blocks && payout.totalPaise <= wallet.terms.rule().spendablePaise(balancePaise)) {
					debits.add(new Debit(payout, balancePaise, wallet.lastSequence + debits.size() + 1));
					balancePaise -= payout.totalPaise;
				}
				else if (wallet.terms.queues() && payout.waitsSince.plus(LONGEST_WAIT).isAfter(now)) {
					queued.add(payout.payoutId);
					blocks = blocks || !payout.waitsSince.plus(PATIENCE).isAfter(now);
				}
				else {
					refused.add(payout);
				}
			}
			return new Plan(wallet, debits, refused, queued, blocks, balancePaise);
		}

		DebitOutcome outcome() {
			return new DebitOutcome(this.debits.size(), this.refused.size(), this.queued.size());
		}

	}

}
