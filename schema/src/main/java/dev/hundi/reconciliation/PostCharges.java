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
 * reference of the posting names the version of the rules. Every other charge is a break.
 */
final class PostCharges {

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
				Taken taken = take(run, group, matchId);
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
	void rehearse(ClaimedRun run, ReconciliationRules rules) {
		for (Group group : groups(run, rules)) {
			Taken taken = take(run, group, this.matches.nextId());
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
		return this.jdbc.sql("""
				SELECT bank_statement_id, kind, signed_paise > 0 AS is_credit FROM reconciliation_open_line
				 WHERE nodal_account_id = :account AND NOT by_hand_only AND signed_paise <> 0
				   AND (kind = 'CHARGE' AND abs(signed_paise) <= :charge OR kind = 'GST' AND abs(signed_paise) <= :gst)
				 GROUP BY bank_statement_id, kind, signed_paise > 0
				 ORDER BY bank_statement_id, kind, is_credit
				""")
			.param("account", run.accountId())
			.param("charge", rules.toleratedPaise(ChargeType.CHARGE))
			.param("gst", rules.toleratedPaise(ChargeType.GST))
			.query((row, number) -> {
				ChargeType type = ChargeType.valueOf(row.getString("kind"));
				return new Group(row.getObject("bank_statement_id", UUID.class), type, row.getBoolean("is_credit"),
						rules.toleratedPaise(type));
			})
			.list();
	}

	/** Removes the lines from the open items and puts them into a match. */
	private Taken take(ClaimedRun run, Group group, long matchId) {
		return this.jdbc
			.sql("""
					WITH line AS (
					  DELETE FROM reconciliation_open_line
					   WHERE nodal_account_id = :account AND bank_statement_id = :statement AND kind = :type AND NOT by_hand_only
					     AND signed_paise <> 0 AND (signed_paise > 0) = :isCredit AND abs(signed_paise) <= :most
					  RETURNING bank_statement_id, line_number, signed_paise
					), item AS (
					  INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number)
					  SELECT :matchId, 'TOLERANCE', :runId, bank_statement_id, line_number FROM line
					)
					SELECT count(*), coalesce(sum(signed_paise), 0) FROM line
					""")
			.param("account", run.accountId())
			.param("statement", group.statementId)
			.param("type", group.type.name())
			.param("isCredit", group.isCredit)
			.param("most", group.mostPaise)
			.param("matchId", matchId)
			.param("runId", run.runId())
			.query((row, number) -> new Taken(row.getLong(1), row.getLong(2)))
			.single();
	}

	/** Charges of a statement that one posting covers; credits are refunds of charges. */
	private record Group(UUID statementId, ChargeType type, boolean isCredit, long mostPaise) {
	}

	/** What a match has; plus is money in. */
	private record Taken(long lines, long paise) {
	}

}
