package dev.hundi.reconciliation;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Ends a payout that the bank never paid, although a statement which is withdrawn had
 * shown its payment: suspense pays the reversed settlement back, and the payout is
 * refunded as if the bank had returned the money. Both postings match each other, so the
 * money at the bank stays the same. Runs in the transaction of the approval, under the
 * lock of the book.
 */
final class RefundUnpaid {

	/** The kind of the event of a break that names what the bank has reported. */
	private static final String REPORTED = "REPORTED";

	private static final int MOST_REPORTS = 5;

	private final JdbcClient jdbc;

	private final ReconciliationBook book;

	private final Matches matches;

	private final Reversals reversals;

	private final BorneCredits borne;

	private final Breaks breaks;

	private final SettlePayout settle;

	RefundUnpaid(JdbcClient jdbc, ReconciliationBook book, Matches matches, Reversals reversals, BorneCredits borne,
			Breaks breaks, SettlePayout settle) {
		this.jdbc = jdbc;
		this.book = book;
		this.matches = matches;
		this.reversals = reversals;
		this.borne = borne;
		this.breaks = breaks;
		this.settle = settle;
	}

	/**
	 * Refunds the payout of a break.
	 * @throws IllegalStateException as of {@link #requireUnpaid}, or if the payout was
	 * refunded in another way, or the bank has reported its payment since the request
	 */
	void refund(long account, Resolution resolution, String checker) {
		long breakId = resolution.breakIds().getFirst();
		Unpaid unpaid = requireUnpaid(this.jdbc, breakId);
		requireShown(breakId, unpaid);
		UUID counter = this.reversals.open(unpaid.settlement)
			.orElseThrow(() -> new IllegalStateException(
					"A statement has shown the payment of payout %s since; close the day again"
						.formatted(unpaid.code)));
		Matches.Entry restored = this.reversals.restoreUnpaid(unpaid.settlement, counter, resolution.resolutionId());
		Matches.Entry refund = refunded(account, unpaid, resolution.resolutionId());
		long matchId = this.matches.nextId();
		this.matches.addEntry(matchId, "BY_HAND", resolution.resolutionId(), restored);
		this.matches.addEntry(matchId, "BY_HAND", resolution.resolutionId(), refund);
		this.matches.late(account, MatchOrigin.resolution(resolution.resolutionId()), restored);
		this.jdbc
			.sql("""
					UPDATE reconciliation_resolution SET match_id = :match, posted_for = :business, transaction_id = :transaction
					 WHERE resolution_id = :id
					""")
			.param("match", matchId)
			.param("business", refund.businessId())
			.param("transaction", refund.transactionId())
			.param("id", resolution.resolutionId())
			.update();
		this.breaks.close(resolution, this.book.openDay(account), checker);
	}

	/**
	 * Checks a request, and adds what the bank has reported to the contrary to the
	 * history of the break: who approves it sees it before.
	 * @throws IllegalStateException as of {@link #requireUnpaid}
	 */
	static void propose(JdbcClient jdbc, long breakId, String maker) {
		Unpaid unpaid = requireUnpaid(jdbc, breakId);
		reported(jdbc, unpaid).ifPresent((reports) -> new Breaks(jdbc).recordEvent(breakId, REPORTED, maker, reports));
	}

	private void requireShown(long breakId, Unpaid unpaid) {
		reported(this.jdbc, unpaid)
			.filter((reports) -> this.breaks.history(breakId)
				.stream()
				.noneMatch((event) -> event.kind().equals(REPORTED) && event.detail().equals(reports)))
			.ifPresent((reports) -> {
				throw new IllegalStateException(
						"Since the request: %s; reject it, and ask the bank about payout %s again".formatted(reports,
								unpaid.code));
			});
	}

	/**
	 * The callbacks, files and answers by which the bank has reported the payment, the
	 * newest first, as an event of the break can keep them.
	 */
	private static Optional<String> reported(JdbcClient jdbc, Unpaid unpaid) {
		return jdbc
			.sql("""
					SELECT left('The bank has reported the payment: '
					              || string_agg(report || ' of ' || to_char(at AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS'), ', '
					                            ORDER BY at DESC, report), 500)
					  FROM (SELECT report, at FROM (
					          SELECT 'callback ' || c.event_id AS report, c.last_received_at AS at
					            FROM bank_attempt a
					            JOIN bank_callback c ON c.bank = a.bank AND c.reference = a.reference AND c.status = 'SUCCESS'
					           WHERE a.business_id = :business AND a.payout_id = :payout
					          UNION
					          SELECT 'file ' || r.file_name, r.received_at
					            FROM bank_attempt a
					            JOIN bank_file_status s ON s.bank = a.bank AND s.reference = a.reference AND s.status = 'PAID'
					            JOIN bank_file_received r ON r.bank = s.bank AND r.sha256 = s.sha256
					           WHERE a.business_id = :business AND a.payout_id = :payout
					          UNION
					          SELECT 'its answer', confirmed_at FROM bank_attempt
					           WHERE business_id = :business AND payout_id = :payout AND confirmed_at IS NOT NULL) AS known
					         ORDER BY at DESC, report LIMIT :most) AS newest
					HAVING count(*) > 0
					""")
			.param("business", unpaid.payout.businessId())
			.param("payout", unpaid.payout.payoutId())
			.param("most", MOST_REPORTS)
			.query(String.class)
			.optional();
	}

	/**
	 * The payout of a break, locked until the transaction ends.
	 * @throws IllegalStateException if the break is closed or not that of a reversed
	 * settlement, a statement shows the payment, or the withdrawn one is not replaced
	 */
	static Unpaid requireUnpaid(JdbcClient jdbc, long breakId) {
		Unpaid unpaid = find(jdbc, breakId).orElseThrow(() -> new IllegalStateException(
				"Break %d is not an open one of a payout whose settlement was reversed with its statement"
					.formatted(breakId)));
		if (jdbc.sql("SELECT is_debited_by_statements(:reference, :utr::text)")
			.param("reference", BankReference.of(unpaid.payout.payoutId()))
			.param("utr", unpaid.utr)
			.query(Boolean.class)
			.single()) {
			throw new IllegalStateException(("A statement shows the payment of payout %s, whose lines end this break,"
					+ " or the withdrawn one that showed it is not replaced; load the next statement of the account")
				.formatted(unpaid.code));
		}
		return unpaid;
	}

	private static Optional<Unpaid> find(JdbcClient jdbc, long breakId) {
		return jdbc
			.sql("""
					SELECT p.business_id, p.payout_id, p.transaction_id AS code, p.utr, t.transaction_id AS settlement_id,
					       r.transaction_id AS refund_id
					  FROM reconciliation_break b
					  JOIN payout p ON p.business_id = b.business_id AND p.payout_id = b.payout_id
					  JOIN ledger_transaction t ON t.business_id = b.business_id AND t.payout_id = b.payout_id AND t.kind = 'PAYOUT_SETTLEMENT'
					  LEFT JOIN ledger_transaction r ON r.business_id = b.business_id AND r.payout_id = b.payout_id AND r.kind = 'PAYOUT_REVERSAL'
					 WHERE b.break_id = :id AND b.closed_on IS NULL AND b.break_key = 'reversed:' || t.transaction_id
					   FOR NO KEY UPDATE OF p
					""")
			.param("id", breakId)
			.query((row, number) -> new Unpaid(
					new PayoutKey(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class)),
					row.getString("code"), row.getString("utr"),
					new Matches.Entry(row.getObject("business_id", UUID.class),
							row.getObject("settlement_id", UUID.class)),
					row.getObject("refund_id", UUID.class)))
			.optional();
	}

	/**
	 * The posting that credits the wallet: the refund of a Successful payout, or of a
	 * Failed one whose refund was reversed too. Or the refund that the bank has reported
	 * meanwhile, for which no statement will show a credit.
	 */
	private Matches.Entry refunded(long account, Unpaid unpaid, long resolutionId) {
		UUID refundId = unpaid.refundId;
		if (refundId == null) {
			if (this.settle.neverPaid(unpaid.payout) != RecordOutcome.RECORDED) {
				throw new IllegalStateException(
						"Payout %s was refunded meanwhile; close the day again".formatted(unpaid.code));
			}
			this.borne.end(unpaid.payout);
			Matches.Entry made = posted(unpaid.payout);
			this.matches.late(account, MatchOrigin.resolution(resolutionId), made);
			return made;
		}
		this.settle.contradictNeverPaid(unpaid.payout);
		Matches.Entry refund = new Matches.Entry(unpaid.payout.businessId(), refundId);
		Optional<UUID> counter = this.reversals.open(refund);
		if (counter.isPresent()) {
			Matches.Entry restored = this.reversals.restore(refund, counter.get(),
					"Restored: the bank had not paid the payout");
			this.matches.late(account, MatchOrigin.resolution(resolutionId), restored);
			return restored;
		}
		if (!this.matches.dropEntry(refund)) {
			throw new IllegalStateException(
					("The refund of payout %s is matched, or no run has collected it yet; revoke"
							+ " its match, or close its day")
						.formatted(unpaid.code));
		}
		return refund;
	}

	private Matches.Entry posted(PayoutKey payout) {
		return new Matches.Entry(payout.businessId(),
				this.jdbc.sql("""
						SELECT transaction_id FROM ledger_transaction
						 WHERE business_id = :business AND payout_id = :payout AND kind = 'PAYOUT_REVERSAL'
						""")
					.param("business", payout.businessId())
					.param("payout", payout.payoutId())
					.query(UUID.class)
					.single());
	}

	/**
	 * A payout whose settlement was reversed.
	 *
	 * @param code the transaction id that people know
	 * @param refundId its refund, if it is Failed
	 */
	record Unpaid(PayoutKey payout, String code, @Nullable String utr, Matches.Entry settlement,
			@Nullable UUID refundId) {
	}

}
