package dev.hundi.reconciliation;

import java.util.List;
import java.util.Optional;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The money of breaks that one resolution is about: their open items, and the postings
 * that were reversed because their statement is withdrawn. Those have no open item, and
 * the resolution restores them.
 */
final class MoneyOfBreaks {

	/**
	 * SQL: reversed postings {@code v} of breaks {@code b} that no statement has proved
	 * again, with their entry {@code e} at the bank and their payout {@code p}.
	 */
	private static final String REVERSED = """
			reconciliation_break b
			  LEFT JOIN reconciliation_reversal v ON v.root_transaction_id = b.transaction_id AND v.restored_transaction_id IS NULL
			  LEFT JOIN ledger_entry e ON e.business_id = v.business_id AND e.transaction_id = v.root_transaction_id AND e.account_id = :nodal
			  LEFT JOIN payout p ON p.business_id = v.business_id AND p.payout_id = v.payout_id
			""";

	/**
	 * SQL: whether a line {@code l} is of the payout {@code p}, in the direction of its
	 * posting with the entry {@code e} at the bank.
	 */
	static final String OF_POSTING = """
			(l.reference = reference_of_payout(p.payout_id) OR l.utr = p.utr) AND %s
			   AND l.direction = CASE WHEN e.amount_paise > 0 THEN 'DEBIT' ELSE 'CREDIT' END
			   AND NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = l.utr AND u.payout_id <> p.payout_id)
			   AND NOT (l.kind = 'CREDIT' AND EXISTS (SELECT FROM wallet w WHERE w.virtual_account_number = l.virtual_account_number))
			"""
		.formatted(LineKinds.MOVES_PAYOUT);

	/**
	 * SQL: lines {@code l} of the posting of a break {@code b} in matches {@code m}, by
	 * people with the resolution {@code r}. Continues a FROM.
	 */
	private static final String MATCHED_LINES = """
			bank_statement_line l
			  JOIN reconciliation_match_item m ON m.bank_statement_id = l.bank_statement_id AND m.line_number = l.line_number
			  LEFT JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id
			 WHERE l.nodal_account_id = b.nodal_account_id AND %s
			"""
		.formatted(OF_POSTING);

	/**
	 * SQL: what those of these lines have moved at the bank that people have posted by
	 * the same action; NULL without any. Continues a FROM.
	 */
	private static final String POSTED = """
			LATERAL (
			    SELECT CASE WHEN e.amount_paise > 0 THEN -sum(l.amount_paise) ELSE sum(l.amount_paise) END AS paise
			      FROM %s AND r.action = :action AND r.action IN ('SUSPENSE', 'WRITE_OFF')) AS posted
			""".formatted(MATCHED_LINES);

	private final JdbcClient jdbc;

	MoneyOfBreaks(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Checks that the open items of breaks are the same money, with the reversed
	 * postings. Postings alone are if they are those of one payout: its payment and its
	 * return, neither of which a line has shown.
	 * @throws IllegalStateException if they differ
	 */
	void requireEqual(List<Long> breakIds) {
		long paise = differencePaise(breakIds);
		if (paise != 0) {
			throw new IllegalStateException("Lines and ledger transactions of these breaks differ by ₹"
					+ Rupees.formatGrouped(Math.abs(paise)));
		}
		if (arePostingsOfSeveral(breakIds)) {
			throw new IllegalStateException("These are postings of several payouts, and no line shows that they are"
					+ " the same money; add the breaks of its lines, or post each to suspense");
		}
	}

	private boolean arePostingsOfSeveral(List<Long> breakIds) {
		return this.jdbc.sql("""
				SELECT NOT EXISTS (SELECT FROM reconciliation_open_line WHERE break_id = ANY (:breaks))
				       AND count(DISTINCT coalesce(e.payout_id, v.payout_id, e.transaction_id)) > 1
				  FROM reconciliation_open_entry e
				  LEFT JOIN reconciliation_reversal v ON v.restored_transaction_id = e.transaction_id
				 WHERE e.break_id = ANY (:breaks)
				""").param("breaks", breakIds.toArray(Long[]::new)).query(Boolean.class).single();
	}

	/** Bank minus ledger over the open items of breaks and the reversed postings. */
	long differencePaise(List<Long> breakIds) {
		return linesPaise(breakIds) - entriesPaise(breakIds) - reversed(NewResolution.Action.MATCH, breakIds).paise;
	}

	/** What the open lines of breaks have moved at the bank. */
	private long linesPaise(List<Long> breakIds) {
		return openPaise("reconciliation_open_line", breakIds);
	}

	/** The same of their open ledger transactions. */
	private long entriesPaise(List<Long> breakIds) {
		return openPaise("reconciliation_open_entry", breakIds);
	}

	private long openPaise(String items, List<Long> breakIds) {
		return this.jdbc.sql("SELECT coalesce(sum(signed_paise), 0) FROM " + items + " WHERE break_id = ANY (:breaks)")
			.param("breaks", breakIds.toArray(Long[]::new))
			.query(Long.class)
			.single();
	}

	/**
	 * The reversed postings of breaks.
	 *
	 * @param breaks how many of the breaks are of a reversed posting
	 * @param unproved how many of these no statement has proved again
	 * @param shown how many of these have moved in the direction of an open line of the
	 * breaks, or of a line of the payout that people have posted as the action does
	 * @param paise what the unproved ones had moved at the bank
	 * @param postedPaise what these posted lines have moved at the bank
	 */
	private record Reversed(long breaks, long unproved, long shown, long paise, long postedPaise) {
	}

	private Reversed reversed(NewResolution.Action action, List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT count(*) AS breaks, count(v.root_transaction_id) AS unproved, coalesce(-sum(e.amount_paise), 0) AS paise,
					       count(*) FILTER (WHERE posted.paise <> 0
					                           OR EXISTS (SELECT FROM reconciliation_open_line l
					                                       WHERE l.break_id = ANY (:breaks) AND sign(l.signed_paise) = -sign(e.amount_paise))) AS shown,
					       coalesce(sum(posted.paise), 0) AS posted_paise
					  FROM %s
					 CROSS JOIN %s
					 WHERE b.break_id = ANY (:breaks) AND b.break_key LIKE 'reversed:%%'
					"""
				.formatted(REVERSED, POSTED))
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("nodal", LedgerAccount.NODAL.id())
			.param("action", action.name())
			.query((row, number) -> new Reversed(row.getLong("breaks"), row.getLong("unproved"), row.getLong("shown"),
					row.getLong("paise"), row.getLong("posted_paise")))
			.single();
	}

	/**
	 * A line of a reversed posting that is in a match; one that people have posted to the
	 * other account comes first.
	 *
	 * @param payout the transaction id that people know
	 * @param action of the match, null if a run made it
	 * @param isSplit whether other lines of the payout are where the action posts
	 */
	private record MatchedLine(String payout, long matchId, @Nullable String action, boolean isSplit) {

		boolean isPosted() {
			return "SUSPENSE".equals(this.action) || "WRITE_OFF".equals(this.action);
		}

		boolean isPostedElsewhere(NewResolution.Action wanted) {
			return isPosted() && !wanted.name().equals(this.action);
		}

		/** How to end the break. */
		String wayOut() {
			String there = "SUSPENSE".equals(this.action) ? "in suspense" : "written off";
			if (!isPosted()) {
				return ("A line of payout %s is in match %d with other money: revoke that match, whose other breaks open"
						+ " again, and resolve them with this one")
					.formatted(this.payout, this.matchId);
			}
			if (this.isSplit) {
				return ("A line of payout %s is %s, and another one is not: revoke match %d, whose other breaks open"
						+ " again, and post all of them to one account")
					.formatted(this.payout, there, this.matchId);
			}
			return "A line of payout %s is %s: %s, alone or with its lines, or revoke match %d".formatted(this.payout,
					there, "SUSPENSE".equals(this.action) ? "post this break there too" : "write this break off too",
					this.matchId);
		}

	}

	private Optional<MatchedLine> matchedLine(NewResolution.Action action, List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT p.transaction_id, matched.match_id, matched.action,
					       matched.action <> :action AND bool_or(matched.action = :action AND :action <> 'MATCH') OVER (PARTITION BY p.payout_id) AS is_split
					  FROM %s
					 CROSS JOIN LATERAL (SELECT m.match_id, r.action FROM %s) AS matched
					 WHERE b.break_id = ANY (:breaks) AND b.break_key LIKE 'reversed:%%'
					 ORDER BY coalesce(matched.action IN ('SUSPENSE', 'WRITE_OFF'), false) DESC,
					       matched.action = :action, matched.match_id LIMIT 1
					"""
				.formatted(REVERSED, MATCHED_LINES))
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("nodal", LedgerAccount.NODAL.id())
			.param("action", action.name())
			.query((row, number) -> new MatchedLine(row.getString("transaction_id"), row.getLong("match_id"),
					row.getString("action"), row.getBoolean("is_split")))
			.optional();
	}

	/**
	 * Checks that an action can end the breaks of reversed postings among some. Lines
	 * show that money has moved in their direction, and what is posted besides is its
	 * rest: without any, nothing proves them again. People may have posted lines of the
	 * payout before, where the action posts this break: then the two cancel each other
	 * out up to the rest.
	 * @throws IllegalStateException if it cannot
	 */
	void requireRestorable(NewResolution.Action action, List<Long> breakIds) {
		if (action == NewResolution.Action.CARRY_FORWARD || action == NewResolution.Action.REFUND_UNPAID) {
			return;
		}
		Reversed reversed = reversed(action, breakIds);
		if (reversed.breaks == 0) {
			return;
		}
		if (reversed.unproved != reversed.breaks) {
			throw new IllegalStateException("A statement has shown what one of the breaks " + breakIds
					+ " is about since; close the day again");
		}
		if (action == NewResolution.Action.ADJUST_WALLET) {
			throw new IllegalStateException("An adjustment of a wallet restores no payout whose statement is withdrawn;"
					+ " match its break, or post the rest to suspense or write it off");
		}
		boolean isRest = action != NewResolution.Action.MATCH;
		if (isRest) {
			matchedLine(action, breakIds).filter((line) -> line.isPostedElsewhere(action)).ifPresent((line) -> {
				throw new IllegalStateException(line.wayOut());
			});
		}
		if (isRest && reversed.shown == reversed.breaks && reversed.paise == 0) {
			throw new IllegalStateException(
					"What the withdrawn statements had shown adds up to nothing here, so that the"
							+ " rest has no direction; resolve payment and return one by one, each with its lines");
		}
		if (reversed.shown < reversed.breaks || (isRest
				&& Long.signum(linesPaise(breakIds) + reversed.postedPaise) * Long.signum(reversed.paise) <= 0)) {
			throw new IllegalStateException(matchedLine(action, breakIds).map(MatchedLine::wayOut)
				.orElse("Nothing of these breaks has moved at the bank as the withdrawn statement"
						+ " had shown; add the break of such a line, or revoke its match if it is in one"));
		}
	}

	/**
	 * Checks the gross of breaks: bank minus ledger over the items of each, added up
	 * without the signs. A reversed posting counts with the break of the same payout and
	 * direction, or else with the only one of that direction that names no payout: its
	 * line may have the UTR alone. If none of its lines is among the breaks, only what
	 * the lines posted before have left of it counts: its match rests on these.
	 * @throws IllegalStateException if it exceeds the cap of the action
	 */
	void requireWithinCap(NewResolution.Action action, List<Long> breakIds, ResolutionCaps caps) {
		long grossPaise = this.jdbc
			.sql("""
					SELECT coalesce(sum(abs(paise)), 0) FROM (
					  SELECT sum(signed_paise) AS paise FROM (
					    SELECT break_id, signed_paise FROM reconciliation_open_line WHERE break_id = ANY (:breaks)
					    UNION ALL
					    SELECT break_id, -signed_paise FROM reconciliation_open_entry WHERE break_id = ANY (:breaks)
					    UNION ALL
					    SELECT coalesce((SELECT min(o.break_id) FROM reconciliation_break o
					                      WHERE o.break_id = ANY (:breaks) AND o.payout_id = b.payout_id
					                        AND sign(o.difference_paise) = -sign(e.amount_paise)),
					                    (SELECT min(o.break_id) FROM reconciliation_break o
					                      WHERE o.break_id = ANY (:breaks) AND o.payout_id IS NULL
					                        AND sign(o.difference_paise) = -sign(e.amount_paise)
					                     HAVING count(*) = 1), b.break_id),
					           e.amount_paise + CASE WHEN abs(e.amount_paise + posted.paise) < abs(e.amount_paise) AND NOT EXISTS (
					             SELECT FROM reconciliation_open_line o
					               JOIN bank_statement_line l ON l.bank_statement_id = o.bank_statement_id AND l.line_number = o.line_number
					              WHERE o.break_id = ANY (:breaks) AND %s) THEN posted.paise ELSE 0 END
					      FROM %s
					     CROSS JOIN %s
					     WHERE b.break_id = ANY (:breaks) AND b.break_key LIKE 'reversed:%%' AND v.root_transaction_id IS NOT NULL) AS item
					   GROUP BY break_id) AS difference
					"""
				.formatted(OF_POSTING, REVERSED, POSTED))
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("nodal", LedgerAccount.NODAL.id())
			.param("action", action.name())
			.query(Long.class)
			.single();
		if (grossPaise > caps.of(action)) {
			throw new IllegalStateException("₹%s, added up without signs, exceed the limit of ₹%s for %s"
				.formatted(Rupees.formatGrouped(grossPaise), Rupees.formatGrouped(caps.of(action)), action));
		}
	}

}
