package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Posts what a bank statement proves, only through the money kernel, each posting with
 * its match in one transaction. If the stream posts the same concurrently, the kernel's
 * compare-and-set and unique keys let one of the two post; the other only matches. A
 * payout with a contradicting final status needs manual review.
 */
final class ApplyEffects {

	private static final Logger logger = LoggerFactory.getLogger(ApplyEffects.class);

	/**
	 * SQL: lines with a reference of ours and an amount that no other line has, by
	 * payout; or lines without a reference of ours, returns under the UTR of a matched
	 * debit, and debits under the UTR of a payout whose settlement was reversed with its
	 * statement. No return under the UTR of another payout, whose payee or remarks may
	 * contain the reference.
	 */
	static final String MOVED = """
			SELECT l.bank_statement_id, l.line_number, l.utr, l.bank_reference, p.business_id, p.payout_id, p.amount_paise,
			       p.status, a.attempt_number
			  FROM (SELECT o.*, count(*) OVER (PARTITION BY o.reference, o.signed_paise) AS of_reference,
			               count(*) OVER (PARTITION BY o.utr, o.signed_paise) AS of_utr
			          FROM (SELECT n.*, EXISTS (SELECT FROM bank_attempt a WHERE a.reference = n.reference) AS has_ours
			                  FROM reconciliation_open_line n) AS o) AS l
			  JOIN LATERAL (
			    SELECT a.business_id, a.payout_id FROM bank_attempt a WHERE a.reference = l.reference
			    UNION
			    SELECT t.business_id, coalesce(t.payout_id, v.payout_id)
			      FROM bank_statement_line d
			      JOIN reconciliation_match_item m ON m.bank_statement_id = d.bank_statement_id AND m.line_number = d.line_number
			      JOIN ledger_transaction t ON t.business_id = m.business_id AND t.transaction_id = m.transaction_id
			      LEFT JOIN reconciliation_reversal v ON v.restored_transaction_id = t.transaction_id
			     WHERE :back AND NOT l.has_ours AND d.utr = l.utr AND d.direction = 'DEBIT'
			    UNION
			    SELECT u.business_id, u.payout_id
			      FROM payout_utr u
			      JOIN reconciliation_reversal v ON v.payout_id = u.payout_id AND v.restored_transaction_id IS NULL
			     WHERE NOT :back AND NOT l.has_ours AND u.utr = l.utr
			  ) AS found ON true
			  JOIN payout p ON p.business_id = found.business_id AND p.payout_id = found.payout_id
			  LEFT JOIN bank_attempt a ON a.business_id = p.business_id AND a.payout_id = p.payout_id
			   AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED')
			 WHERE l.nodal_account_id = :account AND NOT l.by_hand_only AND l.kind IN ('PAYMENT', 'RETURN', 'REVERSAL', 'OTHER')
			   AND l.signed_paise = CASE WHEN :back THEN p.amount_paise ELSE -p.amount_paise END
			   AND CASE WHEN l.has_ours THEN l.of_reference ELSE l.of_utr END = 1
			   AND NOT (:back AND EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr AND u.payout_id <> p.payout_id))
			 ORDER BY l.bank_statement_id, l.line_number
			""";

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ReconciliationBook book;

	private final Matches matches;

	private final ReconciliationFigures figures;

	private final PaidAtBank paidAtBank;

	private final SettlePayout settle;

	private final TopUpWallet topUps;

	private final Reversals reversals;

	private final BorneCredits borne;

	ApplyEffects(JdbcClient jdbc, TransactionTemplate transaction, ReconciliationBook book, Matches matches,
			ReconciliationFigures figures, SettlePayout settle, TopUpWallet topUps, Reversals reversals,
			BorneCredits borne) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.book = book;
		this.matches = matches;
		this.figures = figures;
		this.paidAtBank = new PaidAtBank(jdbc);
		this.settle = settle;
		this.topUps = topUps;
		this.reversals = reversals;
		this.borne = borne;
	}

	/**
	 * Posts what lines prove, each in its own transaction. A line whose effect cannot be
	 * posted does not keep those of other merchants from being posted.
	 * @throws RuntimeException the first failure, once all lines were tried
	 */
	void apply(ClaimedRun run) {
		List<RuntimeException> failures = new ArrayList<>();
		credits(run).forEach((credit) -> each(run, credit.line, failures, () -> topUp(run, credit)));
		moved(run, false).forEach((debit) -> each(run, debit.line, failures, () -> paid(run, debit)));
		moved(run, true).forEach((back) -> each(run, back.line, failures, () -> returned(run, back)));
		if (!failures.isEmpty()) {
			throw failures.getFirst();
		}
	}

	/**
	 * Assumes what {@link #apply} would post. It posts nothing, because a posting would
	 * lock wallets and payouts until the dry run ends.
	 */
	void dryRun(ClaimedRun run) {
		Set<PayoutKey> paid = new HashSet<>();
		for (Credit credit : credits(run)) {
			if (reversalOf(credit).isPresent()) {
				assume(run, credit.line, credit.businessId, effect("TOPUP_RESTORED", credit.amountPaise));
			}
			else if (isPosted(credit.utr)) {
				topUp(run, credit);
			}
			else {
				assume(run, credit.line, credit.businessId, effect("TOPUP", credit.amountPaise));
			}
		}
		for (Moved debit : moved(run, false)) {
			if (debit.status == 4) {
				assume(run, debit.line, debit.payout.businessId(), effect("SETTLED", -debit.amountPaise));
				paid.add(debit.payout);
			}
			else if (isReversed(debit.payout, "PAYOUT_SETTLEMENT")) {
				assume(run, debit.line, debit.payout.businessId(), effect("SETTLED_RESTORED", -debit.amountPaise));
			}
			else {
				paid(run, debit);
			}
		}
		for (Moved back : moved(run, true)) {
			if (isCreditedByHand(back.payout) || isRestoredByHand(back)) {
				continue;
			}
			if (((back.status == 11 && back.attempt != null) || paid.contains(back.payout))
					&& this.paidAtBank.isReturned(back.payout)) {
				assume(run, back.line, back.payout.businessId(), effect("RETURNED", back.amountPaise));
			}
			else if (isReversed(back.payout, "PAYOUT_REVERSAL") && this.paidAtBank.isReturned(back.payout)
					&& posting(back.payout, "PAYOUT_SETTLEMENT").isPresent()) {
				assume(run, back.line, back.payout.businessId(), effect("RETURNED_RESTORED", back.amountPaise));
			}
			else {
				returned(run, back);
			}
		}
	}

	private void assume(ClaimedRun run, Matches.Line line, UUID businessId, ReconciliationFigure figure) {
		if (this.matches.takeLine(line)) {
			this.matches.assumeLate(run, businessId, figure.amountPaise());
			this.figures.add(run.runId(), figure);
			this.figures.add(run.runId(), new ReconciliationFigure("MATCHED", "EFFECT", 1, figure.amountPaise()));
		}
	}

	private static ReconciliationFigure effect(String name, long signedPaise) {
		return new ReconciliationFigure("EFFECT", name, 1, signedPaise);
	}

	private void each(ClaimedRun run, Matches.Line line, List<RuntimeException> failures, Runnable work) {
		try {
			this.transaction.executeWithoutResult((status) -> {
				this.book.requireClaim(run);
				this.book.lock(run);
				work.run();
			});
			logger.debug("Applied the effects of line {}", line);
		}
		catch (RuntimeException ex) {
			// Without the claim or the database no other line can be tried.
			this.transaction.executeWithoutResult((status) -> this.book.requireClaim(run));
			logger.error("The effect of line {} cannot be posted; trying the other lines", line, ex);
			failures.add(ex);
		}
	}

	/** Credits to wallets whose UTR is on no other line of an accepted statement. */
	private List<Credit> credits(ClaimedRun run) {
		return this.jdbc
			.sql("""
					SELECT l.bank_statement_id, l.line_number, l.signed_paise, l.utr, w.business_id
					  FROM reconciliation_open_line l
					  JOIN wallet w ON w.virtual_account_number = l.virtual_account_number
					 WHERE l.nodal_account_id = :account AND NOT l.by_hand_only AND l.kind = 'CREDIT' AND l.signed_paise > 0
					   AND l.utr IS NOT NULL
					   AND NOT EXISTS (SELECT FROM bank_statement_line other
					                     JOIN bank_statement s ON s.bank_statement_id = other.bank_statement_id AND s.status = 'ACCEPTED'
					                    WHERE other.utr = l.utr AND other.direction = 'CREDIT'
					                      AND (other.bank_statement_id, other.line_number) <> (l.bank_statement_id, l.line_number))
					 ORDER BY l.bank_statement_id, l.line_number
					""")
			.param("account", run.accountId())
			.query((row, number) -> new Credit(line(row), row.getObject("business_id", UUID.class),
					row.getLong("signed_paise"), row.getString("utr")))
			.list();
	}

	/** A UTR that is posted for another wallet or amount needs manual review. */
	private void topUp(ClaimedRun run, Credit credit) {
		Optional<UUID> counter = reversalOf(credit);
		if (counter.isPresent()) {
			topUpAgain(run, credit, counter.get());
			return;
		}
		boolean posted = !isPosted(credit.utr) && this.topUps.topUp(credit.businessId, credit.amountPaise, credit.utr,
				"Money received, UTR " + credit.utr);
		topUpOf(credit)
			.ifPresent((entry) -> match(run, credit.line, entry, posted, new Effect("TOPUP", credit.amountPaise)));
	}

	private Optional<UUID> reversalOf(Credit credit) {
		return this.borne.openOfTopUp(credit.utr)
			.or(() -> this.borne
				.openOfAdjustment(new BorneCredits.Shown(credit.businessId, credit.utr, null, credit.amountPaise)));
	}

	/** The statement that had shown the credit is withdrawn, and the top-up reversed. */
	private void topUpAgain(ClaimedRun run, Credit credit, UUID counter) {
		if (this.matches.takeLine(credit.line)) {
			Matches.Entry entry = this.borne.topUpAgain(counter, credit.businessId, credit.amountPaise, credit.utr);
			confirm(run, credit.line, entry, true, new Effect("TOPUP_RESTORED", credit.amountPaise));
		}
	}

	private boolean isPosted(String utr) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM ledger_transaction WHERE kind = 'TOPUP' AND reference = :utr)
				""").param("utr", utr).query(Boolean.class).single();
	}

	private Optional<Matches.Entry> topUpOf(Credit credit) {
		return this.jdbc
			.sql("""
					SELECT t.business_id, t.transaction_id
					  FROM ledger_transaction t
					  JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = 1
					 WHERE t.kind = 'TOPUP' AND t.reference = :utr AND t.business_id = :business AND e.amount_paise = -:paise::bigint
					""")
			.param("utr", credit.utr)
			.param("business", credit.businessId)
			.param("paise", credit.amountPaise)
			.query(ApplyEffects::entry)
			.optional();
	}

	private List<Moved> moved(ClaimedRun run, boolean back) {
		return this.jdbc.sql(MOVED)
			.param("account", run.accountId())
			.param("back", back)
			.query((row, number) -> new Moved(line(row),
					new PayoutKey(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class)),
					row.getInt("status"), row.getObject("attempt_number", Integer.class), row.getLong("amount_paise"),
					row.getString("utr"), row.getString("bank_reference")))
			.list();
	}

	/**
	 * The bank has paid a payout that is in doubt here, or recorded as not sent: 4 → 11.
	 */
	private void paid(ClaimedRun run, Moved debit) {
		boolean posted = debit.status == 4
				&& this.settle.booked(debit.payout, debit.utr, debit.bankReference) == RecordOutcome.RECORDED;
		posting(debit.payout, "PAYOUT_SETTLEMENT")
			.ifPresent((entry) -> match(run, debit.line, entry, posted, new Effect("SETTLED", -debit.amountPaise)));
	}

	/**
	 * The bank has returned a payment: 11 → 12, if all its debits and credits over all
	 * statements cancel out. No refund is restored that people have credited meanwhile.
	 */
	private void returned(ClaimedRun run, Moved back) {
		Integer attempt = back.attempt;
		if (((back.status == 11 || isReversed(back.payout, "PAYOUT_REVERSAL"))
				&& !this.paidAtBank.isReturned(back.payout)) || isRestoredByHand(back)) {
			return;
		}
		boolean posted = back.status == 11 && attempt != null
				&& this.settle.returned(new Attempt(back.payout, attempt)) == RecordOutcome.RECORDED;
		if (posting(back.payout, "PAYOUT_SETTLEMENT").isPresent()) {
			posting(back.payout, "PAYOUT_REVERSAL")
				.ifPresent((entry) -> match(run, back.line, entry, posted, new Effect("RETURNED", back.amountPaise)));
		}
	}

	/** Whether two people have credited the wallet with the return of a payout. */
	private boolean isCreditedByHand(PayoutKey payout) {
		return this.jdbc.sql("""
				SELECT status = 11 AND is_return_credited(business_id, :reference, utr) FROM payout
				 WHERE business_id = :business AND payout_id = :payout
				""")
			.param("reference", BankReference.of(payout.payoutId()))
			.param("business", payout.businessId())
			.param("payout", payout.payoutId())
			.query(Boolean.class)
			.single();
	}

	/** Whether they have, of a payout whose refund the withdrawal has reversed. */
	private boolean isRestoredByHand(Moved back) {
		return back.status != 11 && isReversed(back.payout, "PAYOUT_REVERSAL")
				&& this.borne.isCreditedByHand(back.payout);
	}

	/** Whether the withdrawal of a statement has reversed a posting. */
	private boolean isReversed(PayoutKey payout, String kind) {
		return posting(payout, kind).flatMap(this.reversals::open).isPresent();
	}

	private Optional<Matches.Entry> posting(PayoutKey payout, String kind) {
		return this.jdbc.sql("""
				SELECT business_id, transaction_id FROM ledger_transaction
				 WHERE business_id = :business AND payout_id = :payout AND kind = :kind
				""")
			.param("business", payout.businessId())
			.param("payout", payout.payoutId())
			.param("kind", kind)
			.query(ApplyEffects::entry)
			.optional();
	}

	/**
	 * Matches a ledger transaction only if no day has collected it. One that a withdrawn
	 * statement had proved, and that was reversed, is restored.
	 */
	private void match(ClaimedRun run, Matches.Line line, Matches.Entry entry, boolean posted, Effect effect) {
		Optional<UUID> counter = this.reversals.open(entry);
		if ((counter.isEmpty() && this.matches.isKnown(entry.transactionId())) || !this.matches.takeLine(line)) {
			if (posted) {
				throw new IllegalStateException("The new posting for " + line + " is matched already");
			}
			return;
		}
		if (counter.isPresent()) {
			confirm(run, line, this.reversals.restore(entry, counter.get()), true,
					new Effect(effect.name + "_RESTORED", effect.amountPaise));
		}
		else {
			confirm(run, line, entry, posted, posted ? effect : new Effect(effect.name + "_FOUND", effect.amountPaise));
		}
	}

	private void confirm(ClaimedRun run, Matches.Line line, Matches.Entry entry, boolean posted, Effect effect) {
		this.matches.confirmEffect(run, line, entry);
		this.matches.late(run.accountId(), MatchOrigin.run(run, posted), entry);
		this.figures.add(run.runId(), effect(effect.name, effect.amountPaise));
		this.figures.add(run.runId(), new ReconciliationFigure("MATCHED", "EFFECT", 1, effect.amountPaise));
	}

	private static Matches.Line line(ResultSet row) throws SQLException {
		return new Matches.Line(row.getObject("bank_statement_id", UUID.class), row.getInt("line_number"));
	}

	private static Matches.Entry entry(ResultSet row, int number) throws SQLException {
		return new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class));
	}

	/** What a line proves; plus is money in. */
	private record Effect(String name, long amountPaise) {
	}

	private record Credit(Matches.Line line, UUID businessId, long amountPaise, String utr) {
	}

	private record Moved(Matches.Line line, PayoutKey payout, int status, @Nullable Integer attempt, long amountPaise,
			@Nullable String utr, @Nullable String bankReference) {
	}

}
