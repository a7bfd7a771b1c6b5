package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.RefundedUnpaid;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.wallet.PostCorrection;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Whether a wallet has already paid or got back the money of lines that two people want
 * to adjust it by, or of a settlement without its line. The break was recorded before:
 * since then a bank's answer may have refunded the payout. And a payout that a statement
 * shows as paid has been debited, whether or not it is settled yet, or was before its
 * statement was withdrawn.
 */
final class WalletsOfLines {

	private static final int PAID = 11;

	private static final int REFUNDED = 12;

	/**
	 * SQL: whether a posting {@code t} of the payout {@code p} is in a match, or will be
	 * in that of this resolution.
	 */
	private static final String KNOWN = """
			(EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = t.transaction_id)
			 OR EXISTS (SELECT FROM reconciliation_open_entry o WHERE o.transaction_id = t.transaction_id AND o.break_id = ANY (:breaks)))""";

	/**
	 * SQL: whether a posting {@code t} is no posting at present. The refund of a payout
	 * as never paid stands for no return. What the withdrawal of a statement has undone
	 * is none, and what restored it while that is open in another break: people have
	 * revoked its match. But the refund of a return is no objection if this line ends
	 * what suspense bears for it; nor with other lines if people have credited the
	 * return: alone, the line is matched with that refund, which ends their credit.
	 */
	private static final String UNDONE = """
			(t.kind = 'PAYOUT_REVERSAL' AND p.is_unpaid
			 OR EXISTS (SELECT FROM reconciliation_reversal v
			             WHERE v.payout_id = t.payout_id AND v.root_transaction_id = t.transaction_id AND v.restored_transaction_id IS NULL
			               AND NOT (t.kind = 'PAYOUT_REVERSAL' AND CASE
			                          WHEN p.is_credited THEN NOT :isOnly
			                          ELSE :isOnly AND EXISTS (
			                            SELECT FROM ledger_entry e
			                             WHERE e.business_id = v.business_id AND e.transaction_id = v.counter_transaction_id
			                               AND e.account_id = :suspense AND e.amount_paise < 0) END))
			 OR EXISTS (SELECT FROM reconciliation_reversal v
			              JOIN reconciliation_open_entry o ON o.transaction_id = v.restored_transaction_id
			               AND (o.break_id = ANY (:breaks)) IS NOT TRUE
			             WHERE v.payout_id = t.payout_id AND v.root_transaction_id = t.transaction_id))""";

	/**
	 * SQL: whether people have posted a rest to suspense or written it off, of the
	 * posting that the line would match: what the lines of the payout that they have
	 * posted there had not shown. Other money of the same resolution counts for nothing,
	 * nor does the posting of the opposite direction. A line of more contains the rest.
	 */
	private static final String REST = """
			((:isPayment OR :together > 0)
			 AND EXISTS (SELECT FROM reconciliation_posting_by_hand h
			              WHERE h.business_id = p.business_id AND h.payout_id = p.payout_id AND h.kind = p.kind_of_line
			                AND h.action IN ('SUSPENSE', 'WRITE_OFF')
			                AND p.amount_paise - (
			                      SELECT coalesce(sum(l.amount_paise), 0)
			                        FROM bank_statement_line l
			                        JOIN reconciliation_match_item i ON i.bank_statement_id = l.bank_statement_id AND i.line_number = l.line_number
			                        JOIN reconciliation_resolution r ON r.resolution_id = i.resolution_id AND r.action IN ('SUSPENSE', 'WRITE_OFF')
			                       WHERE (l.reference = :reference OR l.utr = p.utr) AND %s
			                         AND l.direction = CASE WHEN :signed < 0 THEN 'DEBIT' ELSE 'CREDIT' END) > 0))"""
		.formatted(LineKinds.MOVES_PAYOUT);

	/**
	 * The payout {@code p} that a line names, with its postings, if the line is of the
	 * amount of the payout or could be its money, and is no adjustment.
	 */
	private static final String OBJECTION = """
			WITH p AS MATERIALIZED (
			  SELECT p.business_id, p.payout_id, p.transaction_id, p.status, p.amount_paise, p.utr, by_people.standing_paise,
			         CASE WHEN :signed < 0 THEN 'PAYOUT_SETTLEMENT' ELSE 'PAYOUT_REVERSAL' END AS kind_of_line, %s AS is_unpaid,
			         :signed > 0 AND is_return_credited(p.business_id, :reference, p.utr) AS is_credited
			    FROM payout p
			   CROSS JOIN LATERAL credited_by_people(p.business_id, p.payout_id) AS by_people
			   WHERE p.business_id = :business AND p.payout_id = :payout
			), posting AS MATERIALIZED (
			  SELECT t.transaction_id, t.kind, t.kind = p.kind_of_line AS is_of_line, %s AS known, %s AS undone
			    FROM p
			    JOIN ledger_transaction t ON t.business_id = p.business_id AND t.payout_id = p.payout_id
			   WHERE t.kind IN ('PAYOUT_SETTLEMENT', 'PAYOUT_REVERSAL')
			), refund AS MATERIALIZED (
			  SELECT EXISTS (SELECT FROM posting WHERE kind = 'PAYOUT_SETTLEMENT') AND NOT p.is_unpaid AND EXISTS (
			           SELECT FROM posting
			             JOIN reconciliation_match_item m ON m.transaction_id = posting.transaction_id
			            WHERE posting.kind = 'PAYOUT_REVERSAL' AND NOT posting.undone AND NOT EXISTS (
			                    SELECT FROM reconciliation_reversal v
			                     WHERE v.payout_id = p.payout_id AND v.root_transaction_id = posting.transaction_id
			                       AND (v.restored_transaction_id IS NULL
			                            OR EXISTS (SELECT FROM reconciliation_open_entry o WHERE o.transaction_id = v.restored_transaction_id)))) AS stands
			    FROM p
			), payment AS MATERIALIZED (
			  SELECT EXISTS (SELECT FROM posting WHERE kind = 'PAYOUT_SETTLEMENT') AND NOT p.is_unpaid AS settled,
			         %s AS is_rest,
			         :together > 0 AND p.standing_paise + :together > CASE
			           WHEN refund.stands OR EXISTS (SELECT FROM posting WHERE kind = 'PAYOUT_REVERSAL' AND NOT undone AND NOT known) THEN 0
			           ELSE p.amount_paise END AS is_too_much
			    FROM p CROSS JOIN refund
			)
			SELECT p.transaction_id, p.status, payment.settled, payment.is_rest, payment.is_too_much, p.standing_paise > 0 AS is_credited,
			       (SELECT stands FROM refund) AS is_refunded,
			       (SELECT coalesce('break ' || b.break_id, 'the break of the next closing') || ' (reversed:' || v.root_transaction_id || ')'
			          FROM posting
			          JOIN reconciliation_reversal v ON v.root_transaction_id = posting.transaction_id AND v.restored_transaction_id IS NULL
			          LEFT JOIN reconciliation_break b ON b.transaction_id = v.root_transaction_id AND b.closed_on IS NULL
			           AND b.break_key = 'reversed:' || v.root_transaction_id
			         WHERE posting.undone AND posting.is_of_line) AS reversed
			  FROM p CROSS JOIN payment
			 WHERE (:isNamed OR payment.is_too_much)
			   AND (p.amount_paise = abs(:signed) OR :isPayment OR payment.is_rest
			        OR :mayReturn AND (p.status IN (4, 12) OR p.standing_paise > 0)
			        OR :mayReturn AND payment.is_too_much)
			   AND (p.status = 4
			        OR p.status = 3 AND :signed < 0
			        OR payment.is_rest
			        OR payment.is_too_much
			        OR EXISTS (SELECT FROM posting WHERE is_of_line AND (undone OR NOT known))
			           AND (payment.settled OR p.standing_paise + :together > 0))
			"""
		.formatted(RefundedUnpaid.sql("p.payout_id"), KNOWN, UNDONE, REST);

	private final JdbcClient jdbc;

	WalletsOfLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Requires that the open lines and postings of breaks have not changed a wallet
	 * otherwise. Locks their payouts until the transaction ends, so that none is refunded
	 * meanwhile.
	 * @throws IllegalStateException if one has
	 */
	void requireUnchanged(UUID businessId, List<Long> breakIds) {
		requireNoPostingOfOthers(businessId, breakIds);
		List<Posted> postings = postings(businessId, breakIds);
		List<Posted> settlements = postings.stream().filter(Posted::isPayment).toList();
		settlements.forEach((paid) -> requireNotCredited(businessId, paid));
		postings.forEach((posted) -> requireNoLineElsewhere(businessId, posted));
		List<Line> lines = lines(businessId, breakIds);
		Map<UUID, Long> credits = credits(lines);
		lines.forEach((line) -> line.payout().ifPresent((payoutId) -> {
			long togetherPaise = !line.isCredit() ? line.signedPaise
					: line.isTopUp() ? 0 : credits.getOrDefault(payoutId, 0L);
			requireNotOfOthers(businessId, payoutId, line);
			this.jdbc.sql("""
					SELECT FROM payout WHERE business_id = :business AND payout_id = :payout FOR NO KEY UPDATE
					""").param("business", businessId).param("payout", payoutId).query((row) -> {
			});
			settlements.stream()
				.filter((paid) -> line.isReturn() && paid.payoutId.equals(payoutId))
				.findFirst()
				.map((paid) -> "Payout %s is credited by its settlement or by its return, not by both"
					.formatted(paid.code))
				.or(() -> objection(businessId, payoutId, line, togetherPaise, breakIds, lines.size() == 1))
				.ifPresent((objection) -> {
					throw new IllegalStateException(objection);
				});
		}));
	}

	/**
	 * Open settlements and refunds, restored ones included, whose breaks would credit or
	 * debit the wallet for them.
	 */
	private List<Posted> postings(UUID businessId, List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT p.payout_id, p.transaction_id, p.status, p.utr, e.signed_paise FROM reconciliation_open_entry e
					  JOIN reconciliation_break b ON b.break_id = e.break_id AND sign(b.difference_paise) = -sign(e.signed_paise)
					  LEFT JOIN reconciliation_reversal v ON v.restored_transaction_id = e.transaction_id
					  JOIN payout p ON p.business_id = e.business_id AND p.payout_id = coalesce(e.payout_id, v.payout_id)
					 WHERE e.break_id = ANY (:breaks) AND e.business_id = :business
					 ORDER BY p.payout_id
					   FOR NO KEY UPDATE OF p
					""")
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("business", businessId)
			.query((row, number) -> new Posted(row.getObject("payout_id", UUID.class), row.getString("transaction_id"),
					row.getInt("status"), row.getString("utr"), row.getLong("signed_paise") < 0))
			.list();
	}

	/**
	 * The line of a posting may be matched elsewhere, because it came before: people
	 * posted it to suspense, or took it for other money.
	 */
	private void requireNoLineElsewhere(UUID businessId, Posted posted) {
		this.jdbc
			.sql("""
					SELECT m.match_id, r.action
					  FROM payout p
					  JOIN bank_statement_line l ON l.reference = :reference OR l.utr = p.utr
					  JOIN reconciliation_match_item m ON m.bank_statement_id = l.bank_statement_id AND m.line_number = l.line_number
					  JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action IN ('SUSPENSE', 'WRITE_OFF', 'MATCH')
					 WHERE p.business_id = :business AND p.payout_id = :payout AND %s
					 GROUP BY m.match_id, r.action
					HAVING sign(sum(CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END)) = :sign
					 ORDER BY m.match_id LIMIT 1
					"""
				.formatted(LineKinds.MOVES_PAYOUT))
			.param("reference", BankReference.of(posted.payoutId))
			.param("sign", posted.isPayment ? -1 : 1)
			.param("business", businessId)
			.param("payout", posted.payoutId)
			.query((row,
					number) -> "A line of payout %s %s revoke match %d, whose other breaks open again, and resolve both together"
						.formatted(posted.code,
								row.getString("action").equals("MATCH") ? "is matched with other money:"
										: "is in suspense or written off: post this break there too, or",
								row.getLong("match_id")))
			.optional()
			.ifPresent((objection) -> {
				throw new IllegalStateException(objection);
			});
	}

	/** Nothing is left to be credited back of what was refunded in full, or returned. */
	private void requireNotCredited(UUID businessId, Posted paid) {
		if (paid.status == REFUNDED) {
			throw new IllegalStateException(
					("The wallet was credited for payout %s, which was returned since; match its settlement with its"
							+ " refund")
						.formatted(paid.code));
		}
		if (this.jdbc.sql("SELECT is_return_credited(:business, :reference, :utr)")
			.param("business", businessId)
			.param("reference", BankReference.of(paid.payoutId))
			.param("utr", paid.utr, Types.VARCHAR)
			.query(Boolean.class)
			.single()) {
			throw new IllegalStateException(
					("Two people have credited the wallet with the return of payout %s; its settlement waits for the"
							+ " debit of its bank")
						.formatted(paid.code));
		}
	}

	/** A posting of another wallet is no reason to change this one. */
	private void requireNoPostingOfOthers(UUID businessId, List<Long> breakIds) {
		this.jdbc.sql("""
				SELECT e.transaction_id, b.business_code
				  FROM reconciliation_open_entry e
				  JOIN business b ON b.business_id = e.business_id
				 WHERE e.break_id = ANY (:breaks) AND e.business_id NOT IN (:business, :house)
				 ORDER BY e.transaction_id LIMIT 1
				""")
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("business", businessId)
			.param("house", PostCorrection.HOUSE)
			.query((row, number) -> "Ledger transaction %s is of another business, %s; adjust its wallet"
				.formatted(row.getString("transaction_id"), row.getString("business_code")))
			.optional()
			.ifPresent((objection) -> {
				throw new IllegalStateException(objection);
			});
	}

	/**
	 * A line that names the payout of another business is money of that one, unless it is
	 * a credit to the virtual account of this wallet: a remitter may write anything.
	 */
	private void requireNotOfOthers(UUID businessId, UUID payoutId, Line line) {
		if (line.isToWallet) {
			return;
		}
		this.jdbc
			.sql("""
					SELECT p.transaction_id, b.business_code
					  FROM (SELECT DISTINCT business_id, payout_id FROM bank_attempt WHERE payout_id = :payout AND business_id <> :business) AS named
					  JOIN payout p ON p.business_id = named.business_id AND p.payout_id = named.payout_id
					  JOIN business b ON b.business_id = p.business_id
					""")
			.param("payout", payoutId)
			.param("business", businessId)
			.query((row, number) -> "Payout %s, which this line names, is of another business, %s; adjust its wallet"
				.formatted(row.getString("transaction_id"), row.getString("business_code")))
			.optional()
			.ifPresent((objection) -> {
				throw new IllegalStateException(objection);
			});
	}

	/**
	 * Open lines with the payouts that they name, also one without an attempt, of which
	 * no table has the reference.
	 */
	private List<Line> lines(UUID businessId, List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT l.reference, l.kind, l.signed_paise, u.payout_id AS of_utr,
					       (SELECT min(a.payout_id::text)::uuid
					          FROM bank_statement_line r
					          JOIN bank_attempt a ON a.reference = r.reference
					         WHERE r.utr = l.utr AND r.direction = 'CREDIT' AND r.kind NOT IN ('CHARGE', 'GST')
					        HAVING count(DISTINCT a.payout_id) = 1) AS of_return,
					       EXISTS (SELECT FROM wallet w
					                WHERE w.business_id = :business AND w.virtual_account_number = l.virtual_account_number) AS is_to_wallet
					  FROM reconciliation_open_line l
					  LEFT JOIN payout_utr u ON u.utr = l.utr
					 WHERE l.break_id = ANY (:breaks)
					 ORDER BY l.bank_statement_id, l.line_number
					""")
			.param("business", businessId)
			.param("breaks", breakIds.toArray(Long[]::new))
			.query((row, number) -> new Line(
					Optional.ofNullable(row.getString("reference"))
						.flatMap(BankReference::payoutOf)
						.orElse(row.getObject("of_utr", UUID.class)),
					row.getObject("of_return", UUID.class), row.getString("kind"), row.getLong("signed_paise"),
					row.getBoolean("is_to_wallet")))
			.list();
	}

	/** What lines return of each payout: all of them change the wallet at once. */
	private static Map<UUID, Long> credits(List<Line> lines) {
		Map<UUID, Long> credits = new HashMap<>();
		lines.stream()
			.filter((line) -> line.isCredit() && !line.isTopUp())
			.forEach((line) -> line.payout()
				.ifPresent((payoutId) -> credits.merge(payoutId, line.signedPaise, Long::sum)));
		return credits;
	}

	/**
	 * Why a line of the amount of a payout is no adjustment: the payout is open, or no
	 * line is matched with its posting for this one. The refund of a payout that was
	 * never settled, or that two people refunded as never paid, stands for the return
	 * too, unless people have debited the wallet for the payment; a charge for it is no
	 * payment. A refund stands for a return of another amount. What people have credited
	 * for the settlement or for returns stands for further ones beyond the payment, and
	 * so do the other credits of the same resolution: one credit alone is no more than
	 * the payment. A credit to the virtual account of the wallet is none of these. Where
	 * the payout is refunded, nothing is left of the payment, unless its refund is in the
	 * same resolution. An open payout, and a settlement without its line, stand for
	 * payments of any amount, and the open payout for such returns. What people have
	 * posted elsewhere, because no line had shown it, stands for further lines while
	 * something of it is left. A credit by the UTR of a return alone is only compared
	 * with what is left of the payment.
	 */
	private Optional<String> objection(UUID businessId, UUID payoutId, Line line, long togetherPaise,
			List<Long> breakIds, boolean isOnly) {
		return this.jdbc.sql(OBJECTION)
			.param("breaks", breakIds.toArray(Long[]::new))
			.param("business", businessId)
			.param("payout", payoutId)
			.param("reference", BankReference.of(payoutId))
			.param("signed", line.signedPaise)
			.param("together", togetherPaise)
			.param("mayReturn", line.mayReturn())
			.param("isPayment", line.isPayment())
			.param("isNamed", line.named != null)
			.param("isOnly", isOnly)
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.query((row, number) -> objection(row, line, togetherPaise))
			.optional();
	}

	private static String objection(ResultSet row, Line line, long togetherPaise) throws SQLException {
		int status = row.getInt("status");
		String reversed = row.getString("reversed");
		String reason;
		if (reversed != null) {
			reason = ((line.signedPaise < 0)
					? "The wallet was debited for payout %s, whose payment this is, and the statement that showed it"
					: "The wallet had got payout %s back, whose return this is, and the statement that showed it")
					+ " is withdrawn: match " + reversed + " with this line, or post the rest to suspense";
		}
		else if (row.getBoolean("is_rest")) {
			reason = ((line.signedPaise < 0) ? "The wallet was debited for payout %s, whose payment this is"
					: "The wallet was credited for payout %s, whose return this is")
					+ "; what no line had shown of it was posted to suspense or written off, where this line belongs";
		}
		else if (row.getBoolean("is_too_much")
				&& (status == PAID || row.getBoolean("is_refunded") || row.getBoolean("is_credited"))) {
			reason = row.getBoolean("is_refunded")
					? "Payout %s was refunded for its return before; match this line with a second payment, or post it to"
							+ " suspense"
					: row.getBoolean("is_credited")
							? "Two people have credited the wallet for payout %s, whose return this is; match it with its debit,"
									+ " or post it to suspense"
							: ((togetherPaise > line.signedPaise) ? "These lines return" : "This line returns")
									+ " more than payout %s; enquire, so that the report of its bank refunds it, and post the rest to"
									+ " suspense";
		}
		else if (line.signedPaise < 0) {
			reason = (status == 3)
					? "The wallet will be debited for payout %s, whose payment this is, unless it is cancelled"
					: "The wallet was debited for payout %s, whose payment this is; a run settles the payout, or its bank does";
		}
		else if (status == 4) {
			reason = "Payout %s, whose return this is, is not settled; a run or its bank refunds it";
		}
		else {
			reason = row.getBoolean("settled")
					? "The wallet was credited for payout %s, whose return this is; close the day again"
					: "The wallet was credited for payout %s, which failed; match this return with the debit of the bank,"
							+ " or post it to suspense";
		}
		return reason.formatted(row.getString("transaction_id"));
	}

	/**
	 * A payout of an open posting.
	 *
	 * @param code the transaction id that people know
	 * @param isPayment whether it is its settlement, not its refund
	 */
	private record Posted(UUID payoutId, String code, int status, @Nullable String utr, boolean isPayment) {
	}

	/**
	 * An open line.
	 *
	 * @param named the payout of our reference, or else of the UTR
	 * @param ofReturn the only payout whose returns have the UTR elsewhere
	 * @param signedPaise plus is money in
	 * @param isToWallet whether it is a credit to the virtual account of the wallet
	 */
	private record Line(@Nullable UUID named, @Nullable UUID ofReturn, String kind, long signedPaise,
			boolean isToWallet) {

		/** By which no run settles or refunds a payout. */
		private static final Set<String> KINDS_OF_OTHERS = Set.of("CHARGE", "GST", "CREDIT", "BATCH");

		/**
		 * The payout whose money the line may be; that of a return only if it is a
		 * credit.
		 */
		Optional<UUID> payout() {
			return Optional.ofNullable((this.named == null && isCredit()) ? this.ofReturn : this.named);
		}

		boolean isCredit() {
			return this.signedPaise > 0 && !this.kind.equals("CHARGE") && !this.kind.equals("GST");
		}

		boolean isReturn() {
			return this.signedPaise > 0 && !KINDS_OF_OTHERS.contains(this.kind);
		}

		/** Also what the bank calls a credit, unless it is to the wallet. */
		boolean mayReturn() {
			return isReturn() || (this.kind.equals("CREDIT") && payout().isPresent() && !this.isToWallet);
		}

		/**
		 * Whether it is money for the wallet, whatever it names: a remitter may have
		 * written our reference.
		 */
		boolean isTopUp() {
			return this.kind.equals("CREDIT") && this.isToWallet;
		}

		boolean isPayment() {
			return this.signedPaise < 0 && !KINDS_OF_OTHERS.contains(this.kind);
		}

	}

}
