package dev.hundi.reconciliation;

import java.util.List;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.wallet.PostCorrection;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Posts bank charges within their tolerance to the account of bank charges: one posting
 * for the charges of a statement, type and direction, which are one match with it. The
 * reference of the posting names the version of the rules. Charges are taken in the order
 * of their lines until those of the run would add up to more than the cap; every other
 * charge is a break. So is a line that may be a payment.
 */
final class PostCharges {

	/**
	 * A row {@code o} of reconciliation_open_line has our reference and the amount of its
	 * payout; or only a word of its narration says charge, and it has a UTR that no other
	 * payment has.
	 */
	private static final String MAY_BE_PAYMENT = """
			(EXISTS (SELECT FROM bank_attempt a
			           JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
			          WHERE a.reference = o.reference AND p.amount_paise = abs(o.signed_paise))
			 OR EXISTS (SELECT FROM bank_statement_line l
			             WHERE l.bank_statement_id = o.bank_statement_id AND l.line_number = o.line_number AND l.kind_from_narration
			               AND l.direction = 'DEBIT' AND l.utr IS NOT NULL
			               AND NOT EXISTS (SELECT FROM bank_attempt a WHERE a.reference = l.reference)
			               AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr)
			               AND NOT EXISTS (SELECT FROM bank_statement_line d
			                                WHERE d.utr = l.utr AND d.direction = 'DEBIT' AND d.kind NOT IN ('CHARGE', 'GST'))))""";

	/** Charges that the rules tolerate and the cap of the run still covers. */
	private static final String COVERED = """
			SELECT bank_statement_id, line_number, kind, signed_paise
			  FROM (SELECT bank_statement_id, line_number, kind, signed_paise,
			               sum(abs(signed_paise)) OVER (ORDER BY business_date, bank_statement_id, line_number) AS gross_paise
			          FROM reconciliation_open_line o
			         WHERE nodal_account_id = :account AND NOT by_hand_only AND signed_paise <> 0
			           AND (kind = 'CHARGE' AND abs(signed_paise) <= :charge OR kind = 'GST' AND abs(signed_paise) <= :gst)
			           AND NOT %s) AS tolerated
			 WHERE gross_paise <= :cap - (
			   SELECT coalesce(sum(l.amount_paise), 0) FROM reconciliation_match_item m
			     JOIN bank_statement_line l ON l.bank_statement_id = m.bank_statement_id AND l.line_number = m.line_number
			    WHERE m.run_id = :runId AND m.rule = 'TOLERANCE')
			"""
		.formatted(MAY_BE_PAYMENT);

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final ReconciliationBook book;

	private final Matches matches;

	private final ReconciliationFigures figures;

	private final PostCorrection correction;

	PostCharges(JdbcClient jdbc, TransactionTemplate transaction, ReconciliationBook book, Matches matches,
			ReconciliationFigures figures, PostCorrection correction) {
		this.jdbc = jdbc;
		this.transaction = transaction;
		this.book = book;
		this.matches = matches;
		this.figures = figures;
		this.correction = correction;
	}

	void post(ClaimedRun run, RuleVersions.Version version) {
		for (Group group : groups(run, version.rules())) {
			this.transaction.executeWithoutResult((status) -> {
				this.book.requireClaim(run);
				this.book.lock(run);
				long matchId = this.matches.nextId();
				Taken taken = take(run, version.rules(), group, matchId);
				if (taken.lines > 0) {
					post(run, version, group, matchId, taken);
				}
			});
		}
	}

	private void post(ClaimedRun run, RuleVersions.Version version, Group group, long matchId, Taken taken) {
		PostCorrection.Posted posted = this.correction.toAccount(LedgerAccount.BANK_CHARGES, taken.paise,
				"%s-rules-%d-%d".formatted(group.type, version.version(), matchId));
		Matches.Entry entry = new Matches.Entry(posted.businessId(), posted.transactionId());
		this.jdbc.sql("""
				INSERT INTO reconciliation_match_item (match_id, rule, run_id, business_id, transaction_id)
				VALUES (:matchId, 'TOLERANCE', :runId, :business, :transaction)
				""")
			.param("matchId", matchId)
			.param("runId", run.runId())
			.param("business", entry.businessId())
			.param("transaction", entry.transactionId())
			.update();
		this.matches.late(run.accountId(), MatchOrigin.run(run, true), entry);
		count(run, group, taken);
	}

	/** Assumes what {@link #post} would post. */
	void dryRun(ClaimedRun run, ReconciliationRules rules) {
		for (Group group : groups(run, rules)) {
			Taken taken = take(run, rules, group, this.matches.nextId());
			this.matches.assumeLate(run, PostCorrection.HOUSE, taken.paise);
			count(run, group, taken);
		}
	}

	private void count(ClaimedRun run, Group group, Taken taken) {
		this.figures.add(run.runId(),
				new ReconciliationFigure("EFFECT", group.type + "_TOLERATED", taken.lines, taken.paise));
		this.figures.add(run.runId(), new ReconciliationFigure("MATCHED", "TOLERANCE", taken.lines, taken.paise));
	}

	private List<Group> groups(ClaimedRun run, ReconciliationRules rules) {
		return covered(run, rules, """
				SELECT DISTINCT bank_statement_id, kind, signed_paise > 0 AS is_credit FROM (%s) AS covered
				 ORDER BY bank_statement_id, kind, is_credit
				""")
			.query((row, number) -> new Group(row.getObject("bank_statement_id", UUID.class),
					ChargeType.valueOf(row.getString("kind")), row.getBoolean("is_credit")))
			.list();
	}

	/** Removes the lines from the open items and puts them into a match. */
	private Taken take(ClaimedRun run, ReconciliationRules rules, Group group, long matchId) {
		return covered(run, rules, """
				WITH covered AS MATERIALIZED (%s), line AS (
				  DELETE FROM reconciliation_open_line o USING covered c
				   WHERE o.bank_statement_id = c.bank_statement_id AND o.line_number = c.line_number
				     AND c.bank_statement_id = :statement AND c.kind = :type AND (c.signed_paise > 0) = :isCredit
				  RETURNING o.bank_statement_id, o.line_number, o.signed_paise
				), item AS (
				  INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number)
				  SELECT :matchId, 'TOLERANCE', :runId, bank_statement_id, line_number FROM line
				)
				SELECT count(*), coalesce(sum(signed_paise), 0) FROM line
				""").param("statement", group.statementId)
			.param("type", group.type.name())
			.param("isCredit", group.isCredit)
			.param("matchId", matchId)
			.query((row, number) -> new Taken(row.getLong(1), row.getLong(2)))
			.single();
	}

	private JdbcClient.StatementSpec covered(ClaimedRun run, ReconciliationRules rules, String sql) {
		return this.jdbc.sql(sql.formatted(COVERED))
			.param("account", run.accountId())
			.param("runId", run.runId())
			.param("charge", rules.toleratedPaise(ChargeType.CHARGE))
			.param("gst", rules.toleratedPaise(ChargeType.GST))
			.param("cap", rules.capPaise());
	}

	/** Charges of a statement that one posting covers; credits are refunds of charges. */
	private record Group(UUID statementId, ChargeType type, boolean isCredit) {
	}

	/** What a match has; plus is money in. */
	private record Taken(long lines, long paise) {
	}

}
