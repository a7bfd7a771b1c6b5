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
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What a wallet was credited with by a statement that is withdrawn. If it has spent the
 * money, suspense bears the reversal, until another statement shows the credit again: so
 * the wallet gets it once.
 */
final class BorneCredits {

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

	private final PostCorrection correction;

	BorneCredits(JdbcClient jdbc, PostCorrection correction) {
		this.jdbc = jdbc;
		this.correction = correction;
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

	/**
	 * The counter-postings of what two people had credited a wallet with, if suspense
	 * bears them, their lines are among the credits, and nothing else of the credits is
	 * borne: the other credits are new.
	 */
	List<UUID> openAmong(UUID businessId, List<Shown> credits) {
		List<UUID> touched = adjusted(businessId, credits, "bool_or(%s)");
		boolean isOnly = credits.stream()
			.flatMap((credit) -> openOf(credit).stream())
			.allMatch((open) -> touched.contains(open) || advancedPaise(open, businessId) == 0);
		List<UUID> shown = adjusted(businessId, credits,
				"bool_and(l.utr IS NOT NULL AND l.utr = ANY (:utrs) AND (%s))");
		return (isOnly && shown.equals(touched)) ? shown : List.of();
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

	/**
	 * The wallet pays back what suspense bears, because it has got the money in another
	 * way.
	 */
	void repay(UUID counter, UUID businessId, String description) {
		restored(counter, entry(this.correction.repay(businessId, advancedPaise(counter, businessId),
				"REPAY-" + counter, description)));
	}

	/** Records what has restored a reversed posting. */
	void restored(UUID counter, Matches.Entry restored) {
		this.jdbc.sql("""
				UPDATE reconciliation_reversal SET restored_transaction_id = :restored
				 WHERE counter_transaction_id = :counter
				""").param("restored", restored.transactionId()).param("counter", counter).update();
	}

	/**
	 * Ends what two people have credited the wallet with for the return of a payout that
	 * this transaction has refunded in full: the wallet pays back what suspense bears of
	 * it.
	 * @throws IllegalStateException if the wallet has more of it: a match stands, or
	 * suspense bears the credit of several lines
	 */
	void end(PayoutKey payout) {
		if (!isCreditedByHand(payout)) {
			return;
		}
		String reference = BankReference.of(payout.payoutId());
		creditsBorne(payout).forEach((counter) -> repay(counter, payout.businessId(),
				"Repaid: the return was credited before, order " + reference));
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

	static Matches.Entry entry(PostCorrection.Posted posted) {
		return new Matches.Entry(posted.businessId(), posted.transactionId());
	}

}
