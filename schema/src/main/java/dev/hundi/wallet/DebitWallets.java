package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Supplier;

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

	DebitWallets(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.queues = new WalletQueues(jdbc);
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
		if (payoutIds.size() > MAX_BATCH) {
			throw new IllegalArgumentException("At most " + MAX_BATCH + " payouts at once: " + payoutIds.size());
		}
		return inTransaction(() -> {
			LockedWallet wallet = lockWallet(businessId);
			List<DuePayout> due = due(businessId, payoutIds);
			if (due.isEmpty()) {
				return DebitOutcome.NOTHING;
			}
			boolean blocked = wallet.terms.queues()
					&& this.queues.hasAnyBefore(businessId, Instant.now().minus(PATIENCE), due.getFirst().payoutId);
			Plan plan = apply(businessId, wallet, due, blocked);
			if (!plan.queued.isEmpty()) {
				this.queues.begin(businessId, wallet.terms, LONGEST_WAIT);
			}
			return plan.outcome();
		});
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
		Plan plan = apply(businessId, wallet, due, false);
		boolean ends = due.size() < batch || plan.blocks;
		return new Tried(wallet.terms, plan.outcome(), ends ? null : due.getLast().payoutId);
	}

	private Plan apply(UUID businessId, LockedWallet wallet, List<DuePayout> due, boolean blocked) {
		Plan plan = Plan.fit(wallet, due, Instant.now(), blocked);
		if (!plan.debits.isEmpty() || !plan.refused.isEmpty()) {
			write(businessId, wallet, plan);
		}
		if (!plan.queued.isEmpty()) {
			this.queues.add(businessId, plan.queued);
		}
		return plan;
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

	private LockedWallet lockWallet(UUID businessId) {
		return this.jdbc.sql("""
				SELECT w.balance_paise, w.last_sequence, w.account_id, w.credit_count,
				       b.reserve_percent, b.min_balance_paise, b.queue_if_low_balance
				  FROM wallet w
				  JOIN business b ON b.business_id = w.business_id
				 WHERE w.business_id = :businessId
				   FOR NO KEY UPDATE OF w
				""")
			.param("businessId", businessId)
			.query(LockedWallet::read)
			.optional()
			.orElseThrow(() -> new IllegalStateException("Business " + businessId + " has no wallet"));
	}

	/**
	 * Payouts leave status 3 only under the lock of their wallet, so they need no lock of
	 * their own: a payout that stays queued is not written.
	 */
	private List<DuePayout> due(UUID businessId, Collection<UUID> payoutIds) {
		return this.jdbc.sql("""
				SELECT payout_id, total_debit_paise, created_at
				  FROM payout
				 WHERE business_id = :businessId AND payout_id = ANY (:payoutIds) AND status = 3
				 ORDER BY payout_id
				""")
			.param("businessId", businessId)
			.param("payoutIds", payoutIds.toArray(UUID[]::new))
			.query(DuePayout::read)
			.list();
	}

	private List<DuePayout> dueInQueue(UUID businessId, UUID after, int limit) {
		return this.jdbc.sql("""
				SELECT payout_id, total_debit_paise, created_at
				  FROM payout
				 WHERE business_id = :businessId AND payout_id > :after AND status = 3 AND queued
				 ORDER BY payout_id
				 LIMIT :limit
				""")
			.param("businessId", businessId)
			.param("after", after)
			.param("limit", limit)
			.query(DuePayout::read)
			.list();
	}

	private void write(UUID businessId, LockedWallet wallet, Plan plan) {
		Written written = this.jdbc.sql(WRITE)
			.param("businessId", businessId)
			.param("debited", plan.debits.stream().map(Debit::payoutId).toArray(UUID[]::new))
			.param("balancesBefore", plan.debits.stream().map(Debit::balanceBeforePaise).toArray(Long[]::new))
			.param("sequences", plan.debits.stream().map(Debit::sequence).toArray(Long[]::new))
			.param("refused", plan.refused.toArray(UUID[]::new))
			.param("balanceBefore", wallet.balancePaise)
			.param("balanceAfter", plan.balanceAfterPaise)
			.param("sequenceBefore", wallet.lastSequence)
			.param("debitedMessage", ResponseCode.WALLET_DEBITED.message())
			.param("refusedMessage", ResponseCode.INSUFFICIENT_BALANCE.message())
			.param("commission", LedgerAccount.COMMISSION.id())
			.param("gst", LedgerAccount.GST.id())
			.query((row, number) -> new Written(row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4)))
			.single();
		int debits = plan.debits.size();
		if (!written.equals(new Written(debits, debits, plan.refused.size(), (debits > 0) ? 1 : 0))) {
			throw new IllegalStateException("Debit of business " + businessId + " wrote " + written + " for " + debits
					+ " debits and " + plan.refused.size() + " refusals");
		}
	}

	private static final String WRITE = """
			WITH debit AS (
			  SELECT * FROM unnest(:debited::uuid[], :balancesBefore::bigint[], :sequences::bigint[])
			         AS debit (payout_id, balance_before_paise, sequence)
			), pending AS (
			  UPDATE payout p
			     SET status = 4, response_code = 'WALLET_DEBITED', response_message = :debitedMessage, queued = false,
			         last_sequence = p.last_sequence + 1, updated_at = now()
			    FROM debit
			   WHERE p.business_id = :businessId AND p.payout_id = debit.payout_id AND p.status = 3
			  RETURNING p.payout_id, p.rail, p.amount_paise, p.commission_paise, p.gst_paise, p.total_debit_paise,
			            p.last_sequence, p.transaction_id, debit.balance_before_paise, debit.sequence,
			            uuidv7() AS posting_id
			), failed AS (
			  UPDATE payout p
			     SET status = 12, response_code = 'INSUFFICIENT_BALANCE', response_message = :refusedMessage, queued = false,
			         last_sequence = p.last_sequence + 1, updated_at = now(), completed_at = now()
			   WHERE p.business_id = :businessId AND p.payout_id = ANY (:refused::uuid[]) AND p.status = 3
			  RETURNING p.payout_id, p.last_sequence
			), charged AS (
			  UPDATE wallet w
			     SET balance_paise = :balanceAfter, last_sequence = w.last_sequence + cardinality(:debited::uuid[]),
			         updated_at = greatest(clock_timestamp(), w.updated_at)
			   WHERE w.business_id = :businessId AND w.balance_paise = :balanceBefore
			     AND w.last_sequence = :sequenceBefore AND cardinality(:debited::uuid[]) > 0
			  RETURNING w.account_id, w.total_credit_paise, w.credit_count, w.updated_at
			), posting AS (
			  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
			  SELECT :businessId, posting_id, 'PAYOUT_DEBIT', payout_id FROM pending
			), entries AS (
			  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			  SELECT :businessId, posting_id, entry.line, entry.account_id, entry.amount_paise
			    FROM pending
			   CROSS JOIN charged
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
					  SELECT :businessId, sequence, 'PAYOUT_DEBIT', 'DEBIT', amount_paise, commission_paise, gst_paise,
					         balance_before_paise, balance_before_paise - total_debit_paise, charged.total_credit_paise,
					         charged.credit_count, posting_id, payout_id, 'Payout ' || transaction_id, charged.updated_at
					    FROM pending
					   CROSS JOIN charged
					   ORDER BY sequence
					  RETURNING 1
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                            response_code, response_message)
					  SELECT :businessId, payout_id, last_sequence, 3, 4, 'WALLET_DEBITED', 'DEBIT', 'WALLET_DEBITED', :debitedMessage
					    FROM pending
					  UNION ALL
					  SELECT :businessId, payout_id, last_sequence, 3, 12, 'FAILED', 'DEBIT', 'INSUFFICIENT_BALANCE', :refusedMessage
					    FROM failed
					)
					SELECT (SELECT count(*) FROM pending), (SELECT count(*) FROM movement), (SELECT count(*) FROM failed),
					       (SELECT count(*) FROM charged)
					""";

	/** The locked wallet with the terms of its business. */
	private record LockedWallet(long balancePaise, long lastSequence, Terms terms) {

		static LockedWallet read(ResultSet row, int number) throws SQLException {
			return new LockedWallet(row.getLong("balance_paise"), row.getLong("last_sequence"),
					new Terms(row.getLong("credit_count"),
							new BalanceRule(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise")),
							row.getBoolean("queue_if_low_balance")));
		}

	}

	private record DuePayout(UUID payoutId, long totalPaise, Instant createdAt) {

		static DuePayout read(ResultSet row, int number) throws SQLException {
			return new DuePayout(row.getObject("payout_id", UUID.class), row.getLong("total_debit_paise"),
					Timestamps.instant(row, "created_at"));
		}

	}

	private record Debit(UUID payoutId, long balanceBeforePaise, long sequence) {
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
	private record Plan(List<Debit> debits, List<UUID> refused, List<UUID> queued, boolean blocks,
			long balanceAfterPaise) {

		/**
		 * Fits payouts, oldest first.
		 * @param blocked whether an older payout that is not among them may not be passed
		 */
		static Plan fit(LockedWallet wallet, List<DuePayout> due, Instant now, boolean blocked) {
			List<Debit> debits = new ArrayList<>();
			List<UUID> refused = new ArrayList<>();
			List<UUID> queued = new ArrayList<>();
			long balancePaise = wallet.balancePaise;
			boolean blocks = blocked;
			for (DuePayout payout : due) {
				if (!blocks && payout.totalPaise <= wallet.terms.rule().spendablePaise(balancePaise)) {
					debits.add(new Debit(payout.payoutId, balancePaise, wallet.lastSequence + debits.size() + 1));
					balancePaise -= payout.totalPaise;
				}
				else if (wallet.terms.queues() && payout.createdAt.plus(LONGEST_WAIT).isAfter(now)) {
					queued.add(payout.payoutId);
					blocks = blocks || !payout.createdAt.plus(PATIENCE).isAfter(now);
				}
				else {
					refused.add(payout.payoutId);
				}
			}
			return new Plan(debits, refused, queued, blocks, balancePaise);
		}

		DebitOutcome outcome() {
			return new DebitOutcome(this.debits.size(), this.refused.size(), this.queued.size());
		}

	}

}
