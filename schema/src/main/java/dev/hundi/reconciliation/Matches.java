package dev.hundi.reconciliation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Single confirmed matches: made for a posting or by two people, and revoked by two
 * people.
 */
final class Matches {

	private static final UUID NO_TRANSACTION = new UUID(0, 0);

	private static final int MANY = 10_000;

	/**
	 * SQL: rules whose matches may have several rows with a ledger transaction. It is the
	 * condition of the index by which these are found, {@code
	 * reconciliation_match_of_several}.
	 */
	static final String OF_SEVERAL = "rule IN ('BATCH_TOTAL', 'BY_HAND', 'REVOKED')";

	/**
	 * SQL: matches by which people have ended the break of a reversed posting, because
	 * lines of its payout were posted before in one of the matches of {@code %s}. They
	 * rest on these lines if their own ones would not have ended it: none is of the
	 * posting, or they move money in the other direction together. Lines that were posted
	 * later count too: neither the numbers of matches, which sessions take in advance,
	 * nor those of resolutions tell what an approval has seen.
	 */
	private static final String RESTING = """
			SELECT rest.match_id
			  FROM %s AS ended
			  JOIN reconciliation_match_item i ON i.match_id = ended.match_id AND i.rule = 'BY_HAND'
			  JOIN reconciliation_resolution r ON r.resolution_id = i.resolution_id AND r.action IN ('SUSPENSE', 'WRITE_OFF')
			  JOIN bank_statement_line l ON l.bank_statement_id = i.bank_statement_id AND l.line_number = i.line_number
			 CROSS JOIN LATERAL (SELECT payout_id FROM bank_attempt WHERE reference = l.reference
			                     UNION
			                     SELECT payout_id FROM payout_utr WHERE utr = l.utr) AS named
			  JOIN reconciliation_reversal v ON v.payout_id = named.payout_id
			  JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
			  JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.root_transaction_id AND e.account_id = %d
			  JOIN reconciliation_match_item rest ON rest.transaction_id = v.restored_transaction_id AND rest.rule = 'BY_HAND'
			  JOIN reconciliation_resolution made ON made.resolution_id = rest.resolution_id AND made.action = r.action
			   AND made.nodal_account_id = l.nodal_account_id AND made.resolution_id <> r.resolution_id
			 WHERE %s
			   AND NOT EXISTS (SELECT FROM reconciliation_match_item own
			                     JOIN bank_statement_line l ON l.bank_statement_id = own.bank_statement_id AND l.line_number = own.line_number
			                    WHERE own.match_id = rest.match_id AND own.rule = 'BY_HAND'
			                   HAVING bool_or(%s)
			                      AND sum(CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END) * e.amount_paise < 0)
			"""
		.formatted("%s", LedgerAccount.NODAL.id(), MoneyOfBreaks.OF_POSTING, MoneyOfBreaks.OF_POSTING);

	private final JdbcClient jdbc;

	Matches(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	record Line(UUID statementId, int number) {
	}

	record Entry(UUID businessId, UUID transactionId) {
	}

	long nextId() {
		return this.jdbc.sql("SELECT nextval('reconciliation_match_id')").query(Long.class).single();
	}

	/** Removes a line from the open items; false if it was not open. */
	boolean takeLine(Line line) {
		return this.jdbc
			.sql("DELETE FROM reconciliation_open_line WHERE bank_statement_id = :id AND line_number = :number")
			.param("id", line.statementId())
			.param("number", line.number())
			.update() == 1;
	}

	/** Whether a ledger transaction is matched or open, and so cannot be matched. */
	boolean isKnown(UUID transactionId) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM reconciliation_match_item WHERE transaction_id = :id)
				    OR EXISTS (SELECT FROM reconciliation_open_entry WHERE transaction_id = :id)
				""").param("id", transactionId).query(Boolean.class).single();
	}

	/**
	 * Makes the planner know the matches that this transaction has inserted, if they are
	 * many. If the server has counted the table meanwhile, it saw none of them: a scan of
	 * its whole index for each open line would cost nothing by its estimate.
	 */
	void countInserted(long inserted) {
		if (inserted >= MANY) {
			this.jdbc.sql("ANALYZE reconciliation_match_item (bank_statement_id, line_number, transaction_id)")
				.update();
		}
	}

	/** Matches a line with what was posted for it. */
	void confirmEffect(ClaimedRun run, Line line, Entry entry) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_match_item (match_id, rule, run_id, bank_statement_id, line_number, business_id, transaction_id)
					VALUES (:matchId, 'EFFECT', :runId, :statement, :number, :business, :transaction)
					""")
			.param("matchId", nextId())
			.param("runId", run.runId())
			.param("statement", line.statementId())
			.param("number", line.number())
			.param("business", entry.businessId())
			.param("transaction", entry.transactionId())
			.update();
	}

	/**
	 * Puts all open items of some breaks into one match.
	 * @return the number of items
	 */
	int confirmByHand(long matchId, long resolutionId, List<Long> breakIds) {
		return this.jdbc
			.sql("""
					WITH line AS (
					  DELETE FROM reconciliation_open_line WHERE break_id = ANY (:breaks) RETURNING bank_statement_id, line_number
					), entry AS (
					  DELETE FROM reconciliation_open_entry WHERE break_id = ANY (:breaks) RETURNING business_id, transaction_id
					), item AS (
					  INSERT INTO reconciliation_match_item (match_id, rule, resolution_id, bank_statement_id, line_number, business_id,
					                                         transaction_id)
					  SELECT :matchId, 'BY_HAND', :resolutionId, bank_statement_id, line_number, NULL::uuid, NULL::uuid FROM line
					  UNION ALL
					  SELECT :matchId, 'BY_HAND', :resolutionId, NULL::uuid, NULL::integer, business_id, transaction_id FROM entry
					  RETURNING 1
					)
					SELECT count(*) FROM item
					""")
			.param("matchId", matchId)
			.param("resolutionId", resolutionId)
			.param("breaks", breakIds.toArray(Long[]::new))
			.query(Integer.class)
			.single();
	}

	/** Adds the posting of a resolution to a match. */
	void addEntry(long matchId, String rule, long resolutionId, Entry entry) {
		this.jdbc.sql("""
				INSERT INTO reconciliation_match_item (match_id, rule, resolution_id, business_id, transaction_id)
				VALUES (:matchId, :rule, :resolutionId, :business, :transaction)
				""")
			.param("matchId", matchId)
			.param("rule", rule)
			.param("resolutionId", resolutionId)
			.param("business", entry.businessId())
			.param("transaction", entry.transactionId())
			.update();
	}

	/**
	 * Matches a posting, which is open or in no match, with its counter-posting: they
	 * cancel out.
	 * @return the match
	 */
	long addRevoked(long accountId, long resolutionId, Entry posted, Entry counter) {
		dropEntry(posted);
		long pair = nextId();
		addEntry(pair, "REVOKED", resolutionId, posted);
		addEntry(pair, "REVOKED", resolutionId, counter);
		late(accountId, MatchOrigin.resolution(resolutionId), counter);
		return pair;
	}

	/**
	 * Opens the items of a CTE {@code item} again, except the ledger transaction
	 * {@code :except}.
	 */
	static final String REOPEN = """
			, line AS (
			  INSERT INTO reconciliation_open_line (bank_statement_id, line_number, nodal_account_id, business_date, booked_on,
			         signed_paise, kind, utr, reference, bank_reference, virtual_account_number, counterparty_account, item_count,
			         by_hand_only)
			  SELECT l.bank_statement_id, l.line_number, l.nodal_account_id, l.business_date, l.booked_on,
			         CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END, %s, l.utr, l.reference,
			         l.bank_reference, l.virtual_account_number, l.counterparty_account, l.item_count, :byHandOnly OR %s
			    FROM item
			    JOIN bank_statement_line l ON l.bank_statement_id = item.bank_statement_id AND l.line_number = item.line_number
			  RETURNING 1
			), entry AS (
			  INSERT INTO reconciliation_open_entry (transaction_id, nodal_account_id, business_id, kind, payout_id, booked_on,
			         signed_paise, utr, reference, account_number, by_hand_only)
			  SELECT t.transaction_id, :account, t.business_id, t.kind, t.payout_id,
			         (uuid_extract_timestamp(t.transaction_id) AT TIME ZONE 'Asia/Kolkata')::date, -e.amount_paise,
			         coalesce(p.utr, CASE t.kind WHEN 'TOPUP' THEN t.reference END), (SELECT a.reference FROM bank_attempt a
			            WHERE a.business_id = t.business_id AND a.payout_id = t.payout_id LIMIT 1),
			         coalesce(p.account_number, p.vpa), :byHandOnly
			    FROM item
			    JOIN ledger_transaction t ON t.business_id = item.business_id AND t.transaction_id = item.transaction_id
			    JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = 1
			    LEFT JOIN payout p ON p.business_id = t.business_id AND p.payout_id = t.payout_id
			   WHERE t.transaction_id <> :except
			  RETURNING 1
			)
			SELECT (SELECT count(*) FROM line) + (SELECT count(*) FROM entry)
			"""
		.formatted(LineKinds.KIND, LineKinds.BY_HAND_ONLY);

	/** Keeps the items of a CTE {@code item} as history. */
	private static final String KEEP = """
			INSERT INTO reconciliation_revoked_item (resolution_id, match_id, rule, run_id, match_resolution_id, bank_statement_id,
			                                         line_number, business_id, transaction_id)
			SELECT :resolution, match_id, rule, run_id, resolution_id, bank_statement_id, line_number, business_id, transaction_id
			  FROM item
			""";

	/**
	 * Undoes a match and keeps its items: its lines and entries are open again, for
	 * manual matching only.
	 * @param except a ledger transaction that stays matched, because its reversal is
	 * posted
	 * @return the number of items
	 */
	int takeApart(long accountId, long resolutionId, long matchId, Entry except) {
		return this.jdbc.sql("""
				WITH item AS (
				  DELETE FROM reconciliation_match_item WHERE match_id = :matchId RETURNING *
				), kept AS (
				%s
				)""".formatted(KEEP) + REOPEN)
			.param("account", accountId)
			.param("resolution", resolutionId)
			.param("matchId", matchId)
			.param("except", except.transactionId())
			.param("byHandOnly", true)
			.query(Integer.class)
			.single();
	}

	/** A match that rests on lines of another one, so that it is revoked before. */
	Optional<Long> restingOn(long matchId) {
		return this.jdbc.sql(RESTING.formatted("(SELECT CAST(:match AS bigint) AS match_id)") + " LIMIT 1")
			.param("match", matchId)
			.query(Long.class)
			.optional();
	}

	/**
	 * Revokes the matches of the lines of a statement, and those that rest on them or on
	 * one another, and keeps their items.
	 */
	void revokeAll(long resolutionId, UUID statementId) {
		this.jdbc.sql("""
				WITH RECURSIVE ended AS (
				  SELECT match_id FROM reconciliation_match_item WHERE bank_statement_id = :statement
				   UNION
				  %s
				), item AS (
				  DELETE FROM reconciliation_match_item WHERE match_id IN (SELECT match_id FROM ended) RETURNING *
				)
				""".formatted(RESTING.formatted("ended")) + KEEP)
			.param("resolution", resolutionId)
			.param("statement", statementId)
			.update();
	}

	/**
	 * Opens the items of revoked matches that are not lines of the statement and have no
	 * counter-posting; rules may match them again.
	 */
	void reopenRevoked(long accountId, long resolutionId, UUID statementId) {
		this.jdbc
			.sql("""
					WITH item AS (
					  SELECT CASE WHEN bank_statement_id <> :statement THEN bank_statement_id END AS bank_statement_id, line_number,
					         business_id, transaction_id
					    FROM reconciliation_revoked_item i
					   WHERE resolution_id = :resolution
					     AND NOT EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = i.transaction_id)
					)"""
					+ REOPEN)
			.param("account", accountId)
			.param("resolution", resolutionId)
			.param("statement", statementId)
			.param("except", NO_TRANSACTION)
			.param("byHandOnly", false)
			.query(Integer.class)
			.single();
	}

	/** Removes the open lines of a statement and the proposals for them. */
	void dropLines(UUID statementId) {
		for (String table : new String[] { "reconciliation_open_line", "reconciliation_proposal" }) {
			this.jdbc.sql("DELETE FROM " + table + " WHERE bank_statement_id = :id").param("id", statementId).update();
		}
	}

	/**
	 * Removes an entry from the open items, and the proposals for it.
	 * @return whether it was open
	 */
	boolean dropEntry(Entry entry) {
		int open = 0;
		for (String table : new String[] { "reconciliation_proposal", "reconciliation_open_entry" }) {
			open = this.jdbc.sql("DELETE FROM " + table + " WHERE transaction_id = :id")
				.param("id", entry.transactionId())
				.update();
		}
		return open == 1;
	}

	/** Records the match of an entry that is not collected yet. */
	void late(long accountId, MatchOrigin origin, Entry entry) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_late_entry (transaction_id, nodal_account_id, business_id, run_id, resolution_id,
					                                       business_date, signed_paise, posted_here, is_outside)
					SELECT e.transaction_id, :account, e.business_id, :runId, :resolutionId, :openDay, -e.amount_paise, :postedHere,
					       (uuid_extract_timestamp(e.transaction_id) AT TIME ZONE 'Asia/Kolkata')::date <= b.collected_to
					  FROM ledger_entry e
					  JOIN reconciliation_book b ON b.nodal_account_id = :account
					 WHERE e.business_id = :business AND e.transaction_id = :transaction AND e.account_id = 1
					""")
			.param("account", accountId)
			.param("openDay", new ReconciliationBook(this.jdbc).openDay(accountId))
			.param("runId", origin.runId())
			.param("resolutionId", origin.resolutionId())
			.param("postedHere", origin.postedHere())
			.param("business", entry.businessId())
			.param("transaction", entry.transactionId())
			.update();
	}

	/** Records a match of a dry run with an entry that would be posted. */
	void assumeLate(ClaimedRun run, UUID businessId, long signedPaise) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_late_entry (transaction_id, nodal_account_id, business_id, run_id, business_date,
					                                       signed_paise, posted_here, is_outside)
					SELECT uuidv7(), :account, :business, :runId, b.collected_to, :signedPaise, true,
					       (now() AT TIME ZONE 'Asia/Kolkata')::date <= b.collected_to
					  FROM reconciliation_book b WHERE b.nodal_account_id = :account
					""")
			.param("account", run.accountId())
			.param("business", businessId)
			.param("runId", run.runId())
			.param("signedPaise", signedPaise)
			.update();
	}

}
