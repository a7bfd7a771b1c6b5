package dev.hundi.reconciliation;

import java.sql.Types;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.wallet.PostCorrection;
import dev.hundi.wallet.ReversePosting;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counter-postings for the postings of withdrawn statements. A top-up, settlement or
 * refund has its posting once, so a later statement that proves it again restores it by
 * another posting.
 */
final class Reversals {

	/**
	 * SQL: whether a posting {@code %1$s} restored a reversed one by the resolution
	 * {@code %2$s} of two people.
	 */
	static final String RESTORED_BY = """
			EXISTS (SELECT FROM reconciliation_reversal v
			          JOIN reconciliation_late_entry late ON late.transaction_id = v.restored_transaction_id
			         WHERE v.restored_transaction_id = %1$s AND late.resolution_id = %2$s)""";

	/**
	 * SQL: what two people had credited a wallet with and suspense bears, one row for its
	 * counter-posting with its lines {@code l}. Continues a WITH, and continues with the
	 * condition on the lines.
	 */
	private static final String BORNE = """
			borne AS MATERIALIZED (
			  SELECT v.counter_transaction_id, made.resolution_id, made.match_id, made.amount_paise
			    FROM reconciliation_resolution made
			    JOIN reconciliation_reversal v ON v.root_transaction_id = made.transaction_id AND v.restored_transaction_id IS NULL
			    JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.counter_transaction_id
			                       AND e.account_id = :suspense AND e.amount_paise < 0
			   WHERE made.action = 'ADJUST_WALLET' AND made.business_id = :business
			)
			SELECT borne.counter_transaction_id
			  FROM borne
			 CROSS JOIN LATERAL (SELECT DISTINCT bank_statement_id, line_number FROM reconciliation_revoked_item
			                      WHERE match_id = borne.match_id AND line_number IS NOT NULL
			                     OFFSET 0) AS item
			  JOIN bank_statement_line l ON l.bank_statement_id = item.bank_statement_id AND l.line_number = item.line_number
			 GROUP BY borne.counter_transaction_id, borne.resolution_id, borne.amount_paise
			""";

	private final JdbcClient jdbc;

	private final ReversePosting reverse;

	private final PostCorrection correction;

	Reversals(JdbcClient jdbc, ReversePosting reverse, PostCorrection correction) {
		this.jdbc = jdbc;
		this.reverse = reverse;
		this.correction = correction;
	}

	/**
	 * Posts the opposite of a posting.
	 * @param toSuspense debits suspense if the wallet does not cover it
	 * @throws IllegalStateException if the wallet does not cover it
	 */
	Matches.Entry reverse(long resolutionId, Matches.Entry posted, boolean toSuspense) {
		String why = "Reversal: the bank statement of this posting was withdrawn, resolution " + resolutionId;
		Matches.Entry counter = post(posted, false, why)
			.or(() -> toSuspense ? post(posted, true, why) : Optional.empty())
			.orElseThrow(
					() -> new IllegalStateException(("The wallet of business %s does not cover the reversal of ledger"
							+ " transaction %s; top it up, or request the withdrawal with uncoveredToSuspense")
						.formatted(posted.businessId(), posted.transactionId())));
		record(resolutionId, posted, counter);
		return counter;
	}

	/**
	 * Posts the opposite of what restored a reversed posting, because two people revoke
	 * it: suspense bears the reversal again, and the wallet loses only what it got.
	 * @return empty if the posting restored nothing
	 * @throws IllegalStateException if the wallet does not cover it
	 */
	Optional<Matches.Entry> revokeRestored(long resolutionId, Matches.Entry posted) {
		if (!this.jdbc
			.sql("SELECT EXISTS (SELECT FROM reconciliation_reversal WHERE restored_transaction_id = :restored)")
			.param("restored", posted.transactionId())
			.query(Boolean.class)
			.single()) {
			return Optional.empty();
		}
		Matches.Entry counter = post(posted, false, "Reversal: the adjustment was revoked, resolution " + resolutionId)
			.orElseThrow(() -> new IllegalStateException(
					"The wallet of business %s does not cover the reversal of ledger transaction %s; approve it again when it does"
						.formatted(posted.businessId(), posted.transactionId())));
		record(resolutionId, posted, counter);
		return Optional.of(counter);
	}

	private void record(long resolutionId, Matches.Entry posted, Matches.Entry counter) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_reversal (counter_transaction_id, root_transaction_id, reversed_transaction_id, business_id,
					                                     payout_id, resolution_id)
					SELECT :counter, coalesce(v.root_transaction_id, t.transaction_id), t.transaction_id, t.business_id,
					       coalesce(v.payout_id, t.payout_id), :resolutionId
					  FROM ledger_transaction t
					  LEFT JOIN reconciliation_reversal v ON v.restored_transaction_id = t.transaction_id
					 WHERE t.business_id = :business AND t.transaction_id = :reversed
					""")
			.param("counter", counter.transactionId())
			.param("reversed", posted.transactionId())
			.param("business", posted.businessId())
			.param("resolutionId", resolutionId)
			.update();
	}

	/** The counter-posting of a posting that no statement has proved again. */
	Optional<UUID> open(Matches.Entry posted) {
		return this.jdbc.sql("""
				SELECT counter_transaction_id FROM reconciliation_reversal
				 WHERE root_transaction_id = :root AND restored_transaction_id IS NULL
				""").param("root", posted.transactionId()).query(UUID.class).optional();
	}

	/**
	 * The reversed postings of breaks that no statement has proved again, in the order in
	 * which wallets are locked.
	 */
	List<Matches.Entry> ofBreaks(List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT v.business_id, v.root_transaction_id
					  FROM reconciliation_break b
					  JOIN reconciliation_reversal v ON b.break_key = 'reversed:' || v.root_transaction_id AND v.restored_transaction_id IS NULL
					 WHERE b.break_id = ANY (:breaks)
					 ORDER BY v.business_id, v.root_transaction_id
					""")
			.param("breaks", breakIds.toArray(Long[]::new))
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.list();
	}

	/**
	 * What a match by two people has restored, beside the posting of its resolution, in
	 * the order in which wallets are locked.
	 */
	List<Matches.Entry> restoredBy(long matchId) {
		return this.jdbc
			.sql("""
					SELECT m.business_id, m.transaction_id
					  FROM reconciliation_match_item m
					  JOIN reconciliation_resolution made ON made.resolution_id = m.resolution_id
					 WHERE m.match_id = :match AND m.rule = 'BY_HAND' AND made.transaction_id IS DISTINCT FROM m.transaction_id AND %s
					 ORDER BY m.business_id, m.transaction_id
					"""
				.formatted(RESTORED_BY.formatted("m.transaction_id", "made.resolution_id")))
			.param("match", matchId)
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.list();
	}

	/**
	 * Reverses a counter-posting, because a statement proves the posting again.
	 * @param counter as of {@link #open}
	 */
	Matches.Entry restore(Matches.Entry posted, UUID counter) {
		return restore(posted, counter, "Restored: another bank statement shows this posting");
	}

	/**
	 * The same with another description of the movement. If it is the refund of a return
	 * that two people have credited, it ends their credit.
	 * @throws IllegalStateException as of {@link #endCredits}
	 */
	Matches.Entry restore(Matches.Entry posted, UUID counter, String why) {
		Matches.Entry restored = opposite(posted, counter, why);
		restored(counter, restored);
		refunded(posted).ifPresent(this::endCredits);
		return restored;
	}

	/**
	 * Ends what two people have credited the wallet with for the return of a payout that
	 * this transaction has refunded in full: the wallet pays back what suspense bears of
	 * it.
	 * @throws IllegalStateException if the wallet has more of it: a match stands, or
	 * suspense bears the credit of several lines
	 */
	void endCredits(PayoutKey payout) {
		if (!isCreditedByHand(payout)) {
			return;
		}
		String reference = BankReference.of(payout.payoutId());
		creditsBorne(payout).forEach((counter) -> restored(counter,
				entry(this.correction.repay(payout.businessId(), advancedPaise(counter, payout.businessId()),
						"REPAY-" + counter, "Repaid: the return was credited before, order " + reference))));
		if (isCreditedByHand(payout)) {
			throw new IllegalStateException("Two people have credited the wallet with the return of this payout, order "
					+ reference + "; revoke the match of that adjustment before, or if its statement is withdrawn,"
					+ " adjust the wallet by its lines");
		}
	}

	/**
	 * The counter-postings of what two people had credited a wallet with for one line
	 * each, a return of a payout, as far as suspense bears them.
	 */
	private List<UUID> creditsBorne(PayoutKey payout) {
		return this.jdbc.sql("""
				WITH known AS MATERIALIZED (
				  SELECT utr FROM payout WHERE business_id = :business AND payout_id = :payout
				   UNION
				  SELECT utr FROM bank_statement_line
				   WHERE reference = :reference AND direction = 'CREDIT' AND kind NOT IN ('CHARGE', 'GST')
				), %s
				HAVING count(*) = 1 AND bool_and(l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST')
				                                 AND (l.reference = :reference OR l.utr IN (SELECT utr FROM known)))
				 ORDER BY borne.resolution_id
				""".formatted(BORNE))
			.param("business", payout.businessId())
			.param("payout", payout.payoutId())
			.param("reference", BankReference.of(payout.payoutId()))
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query(UUID.class)
			.list();
	}

	/**
	 * Reverses the counter-posting of a settlement, because a resolution refunds the
	 * payout.
	 * @param counter as of {@link #open}
	 */
	Matches.Entry restoreUnpaid(Matches.Entry settlement, UUID counter, long resolutionId) {
		Matches.Entry restored = opposite(settlement, counter, "Restored: the bank had not paid the payout");
		this.jdbc
			.sql("""
					UPDATE reconciliation_reversal SET restored_transaction_id = :restored, unpaid_resolution_id = :resolution
					 WHERE counter_transaction_id = :counter
					""")
			.param("restored", restored.transactionId())
			.param("resolution", resolutionId)
			.param("counter", counter)
			.update();
		return restored;
	}

	/**
	 * Whether two people have credited the wallet with the return of a payout, and have
	 * not debited it as much for payments that the return may have been of.
	 */
	boolean isCreditedByHand(PayoutKey payout) {
		return this.jdbc
			.sql("""
					SELECT is_return_credited(p.business_id, :reference, p.utr) AND by_people.standing_paise + by_people.borne_paise > 0
					  FROM payout p
					 CROSS JOIN LATERAL credited_by_people(p.business_id, p.payout_id) AS by_people
					 WHERE p.business_id = :business AND p.payout_id = :payout
					""")
			.param("reference", BankReference.of(payout.payoutId()))
			.param("business", payout.businessId())
			.param("payout", payout.payoutId())
			.query(Boolean.class)
			.single();
	}

	/** The payout that a posting refunds. */
	private Optional<PayoutKey> refunded(Matches.Entry posted) {
		return this.jdbc.sql("""
				SELECT payout_id FROM ledger_transaction
				 WHERE business_id = :business AND transaction_id = :transaction AND kind = 'PAYOUT_REVERSAL'
				""")
			.param("business", posted.businessId())
			.param("transaction", posted.transactionId())
			.query(UUID.class)
			.optional()
			.map((payoutId) -> new PayoutKey(posted.businessId(), payoutId));
	}

	private Matches.Entry opposite(Matches.Entry posted, UUID counter, String why) {
		return post(new Matches.Entry(posted.businessId(), counter), false, why)
			.orElseThrow(() -> new IllegalStateException(
					"The wallet of business %s does not cover ledger transaction %s; approve it again when it does"
						.formatted(posted.businessId(), counter)));
	}

	/** The counter-posting of a top-up that no statement has proved again. */
	Optional<UUID> openOfTopUp(String utr) {
		return this.jdbc
			.sql("""
					SELECT v.counter_transaction_id
					  FROM ledger_transaction t
					  JOIN reconciliation_reversal v ON v.root_transaction_id = t.transaction_id AND v.restored_transaction_id IS NULL
					 WHERE t.kind = 'TOPUP' AND t.reference = :utr
					""")
			.param("utr", utr)
			.query(UUID.class)
			.optional();
	}

	/**
	 * A credit that a statement shows for a wallet.
	 *
	 * @param payoutId of a line with our reference or the UTR of a payout
	 */
	record Shown(UUID businessId, @Nullable String utr, @Nullable UUID payoutId, long amountPaise) {

		@Nullable String reference() {
			return (this.payoutId != null) ? BankReference.of(this.payoutId) : null;
		}

		/** How people know it. */
		String name() {
			return (this.utr != null) ? this.utr : "of order " + reference();
		}

	}

	/**
	 * The counter-posting of what a credit proves again: a top-up, what two people had
	 * credited for it, or the refund of a return.
	 */
	Optional<UUID> openOf(Shown credit) {
		return Optional.ofNullable(credit.utr)
			.flatMap(this::openOfTopUp)
			.or(() -> openOfAdjustment(credit))
			.or(() -> openOfRefund(credit));
	}

	/** Whether suspense bears a credit, alone or with others. */
	boolean isBorne(Shown credit) {
		return openOf(credit).filter((counter) -> advancedPaise(counter, credit.businessId) > 0).isPresent()
				|| !adjusted(credit.businessId, List.of(credit), "bool_or(%s)").isEmpty();
	}

	/**
	 * The counter-posting of what two people had credited a wallet with for several
	 * lines, if suspense bears it and the credits are these lines.
	 */
	Optional<UUID> openOfAdjustment(UUID businessId, List<Shown> credits) {
		return adjusted(businessId, credits, "count(*) = " + credits.size() + " AND bool_and(%s)").stream().findFirst();
	}

	/** The same if it is all that suspense bears of the credits, and others are new. */
	Optional<UUID> openAmong(UUID businessId, List<Shown> credits) {
		List<UUID> touched = adjusted(businessId, credits, "bool_or(%s)");
		boolean isOnly = credits.stream()
			.flatMap((credit) -> openOf(credit).stream())
			.allMatch((open) -> touched.contains(open) || advancedPaise(open, businessId) == 0);
		return (isOnly && touched.size() == 1)
				? adjusted(businessId, credits, "bool_and(l.utr IS NOT NULL AND l.utr = ANY (:utrs) AND (%s))").stream()
					.findFirst()
				: Optional.empty();
	}

	private List<UUID> adjusted(UUID businessId, List<Shown> credits, String lines) {
		return this.jdbc
			.sql("WITH %s HAVING %s ORDER BY borne.resolution_id".formatted(BORNE,
					lines.formatted(
							"l.direction = 'CREDIT' AND (l.utr = ANY (:utrs) OR l.reference = ANY (:references))")))
			.param("business", businessId)
			.param("utrs", names(credits, Shown::utr))
			.param("references", names(credits, Shown::reference))
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query(UUID.class)
			.list();
	}

	private static String[] names(List<Shown> credits, Function<Shown, @Nullable String> name) {
		return credits.stream().map(name).filter(Objects::nonNull).toArray(String[]::new);
	}

	/**
	 * The counter-posting of what two people had credited a wallet with for one line of
	 * the same UTR or payout, if suspense bears it because the wallet has spent the
	 * money, and no statement has proved it again. Of several, the oldest of the same
	 * amount, or else the oldest.
	 */
	Optional<UUID> openOfAdjustment(Shown credit) {
		return this.jdbc
			.sql("""
					WITH %s
					HAVING count(*) = 1 AND bool_and(l.direction = 'CREDIT' AND (l.utr = :utr OR l.reference = :reference OR l.utr = (
					         SELECT utr FROM payout WHERE business_id = :business AND payout_id = :payout::uuid)))
					 ORDER BY borne.amount_paise = :paise DESC, borne.resolution_id
					 LIMIT 1
					"""
				.formatted(BORNE))
			.param("business", credit.businessId)
			.param("utr", credit.utr, Types.VARCHAR)
			.param("reference", credit.reference(), Types.VARCHAR)
			.param("payout", credit.payoutId)
			.param("paise", credit.amountPaise)
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query(UUID.class)
			.optional();
	}

	/**
	 * The counter-posting of the refund of a return, if suspense bears it because the
	 * wallet has spent the money, and no statement has proved the return again. A credit
	 * that names no payout is a return whose own UTR another line has with our reference.
	 * Of several, the oldest of the same amount, or else the oldest.
	 */
	Optional<UUID> openOfRefund(Shown credit) {
		return this.jdbc
			.sql("""
					SELECT v.counter_transaction_id
					  FROM reconciliation_reversal v
					  JOIN ledger_transaction t ON t.business_id = v.business_id AND t.transaction_id = v.root_transaction_id
					                           AND t.kind = 'PAYOUT_REVERSAL'
					  JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.counter_transaction_id
					                     AND e.account_id = :suspense AND e.amount_paise < 0
					  JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
					 WHERE v.business_id = :business AND v.restored_transaction_id IS NULL AND v.payout_id = ANY (ARRAY(
					         SELECT :payout::uuid
					          UNION
					         SELECT a.payout_id
					           FROM bank_statement_line l
					           JOIN bank_attempt a ON a.reference = l.reference AND a.business_id = :business
					          WHERE :payout::uuid IS NULL AND l.utr = :utr AND l.direction = 'CREDIT' AND l.kind NOT IN ('CHARGE', 'GST')))
					 ORDER BY p.amount_paise = :paise DESC, v.counter_transaction_id
					 LIMIT 1
					""")
			.param("business", credit.businessId)
			.param("payout", credit.payoutId)
			.param("utr", credit.utr, Types.VARCHAR)
			.param("paise", credit.amountPaise)
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query(UUID.class)
			.optional();
	}

	/**
	 * Credits a wallet for a UTR whose top-up or adjustment was reversed; wallet and
	 * amount are those of the new statement. A wallet that kept the money of an earlier
	 * one does not get it twice.
	 * @param counter as of {@link #openOfTopUp}, {@link #openOfAdjustment} or
	 * {@link #openOfRefund}
	 */
	Matches.Entry topUpAgain(UUID counter, UUID businessId, long amountPaise, String utr) {
		return entry(creditAgain(counter, businessId, amountPaise, "TOP-" + counter, "Money received, UTR " + utr));
	}

	/** The same with another reference and description. */
	PostCorrection.Posted creditAgain(UUID counter, UUID businessId, long amountPaise, String reference,
			String description) {
		PostCorrection.Posted posted = this.correction.toWallet(businessId, amountPaise,
				advancedPaise(counter, businessId), reference, description);
		restored(counter, entry(posted));
		return posted;
	}

	/**
	 * What suspense bears for a wallet and a first posting, over all its reversals and
	 * what restored it.
	 */
	private long advancedPaise(UUID counter, UUID businessId) {
		return this.jdbc.sql("""
				SELECT coalesce(-sum(e.amount_paise), 0)
				  FROM reconciliation_reversal v
				  JOIN reconciliation_reversal of_root ON of_root.root_transaction_id = v.root_transaction_id
				  JOIN ledger_entry e ON e.business_id = :business AND e.account_id = :suspense
				   AND e.transaction_id IN (of_root.counter_transaction_id, of_root.restored_transaction_id)
				 WHERE v.counter_transaction_id = :counter
				""")
			.param("counter", counter)
			.param("business", businessId)
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query(Long.class)
			.single();
	}

	private void restored(UUID counter, Matches.Entry restored) {
		this.jdbc.sql("""
				UPDATE reconciliation_reversal SET restored_transaction_id = :restored
				 WHERE counter_transaction_id = :counter
				""").param("restored", restored.transactionId()).param("counter", counter).update();
	}

	private Optional<Matches.Entry> post(Matches.Entry posted, boolean walletToSuspense, String why) {
		return this.reverse.reverse(posted.businessId(), posted.transactionId(), walletToSuspense, why)
			.map(Reversals::entry);
	}

	private static Matches.Entry entry(PostCorrection.Posted posted) {
		return new Matches.Entry(posted.businessId(), posted.transactionId());
	}

}
