package dev.hundi.bank;

import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.bank.ReportedStatus.Kind;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Records banks' final answers: attempt, payout, postings, wallet and event in one SQL
 * statement, so that a crash leaves all or nothing. Every change is a compare-and-set, so
 * a duplicate answer changes nothing. An answer that cannot be about this order
 * ({@link Plausibility}) leaves it in doubt.
 */
@Component
public class SettlePayout {

	/**
	 * The report of a bank does not name another amount or target than the payout
	 * {@code p}.
	 */
	private static String namesThePayout(String amountPaise, String target) {
		return """
				p.amount_paise = coalesce(%2$s, p.amount_paise)
				AND upper(right(coalesce(p.account_number, p.vpa), %1$d))
				    = upper(right(coalesce(%3$s, p.account_number, p.vpa), %1$d))
				""".formatted(BankReport.COMPARED, amountPaise, target);
	}

	private static final String NAMES_THE_PAYOUT = namesThePayout(":amountPaise", ":target");

	/** The UTR of a report is not that of another payout than {@code p}. */
	private static final String UTR_IS_FREE = """
			NOT EXISTS (SELECT FROM payout_utr u WHERE u.utr = :utr AND u.payout_id <> p.payout_id)
			""";

	/** What {@link #REVERSE} reads of a payout {@code p}. */
	private static final String REVERSED = """
			p.business_id, p.payout_id, p.transaction_id, p.amount_paise, p.commission_paise, p.gst_paise,
			p.total_debit_paise, p.last_sequence, p.utr""";

	/**
	 * Continues a CTE {@code reversed} with the payout that has just become 12. The id of
	 * the posting, whose time decides its day in the ledger, is generated under the lock
	 * of the wallet, and the movement has its time.
	 */
	private static final String REVERSE = """
			), locked_wallet AS MATERIALIZED (
			  SELECT w.business_id FROM wallet w JOIN reversed ON reversed.business_id = w.business_id FOR NO KEY UPDATE OF w
			), timed AS MATERIALIZED (
			  SELECT business_id, uuidv7() AS posting_id FROM locked_wallet
			), credited AS (
			  UPDATE wallet w
			     SET balance_paise = w.balance_paise + reversed.total_debit_paise, last_sequence = w.last_sequence + 1,
			         total_credit_paise = w.total_credit_paise + reversed.total_debit_paise,
			         credit_count = w.credit_count + 1,
			         updated_at = greatest(uuid_extract_timestamp(timed.posting_id), w.updated_at)
			    FROM reversed
			    JOIN timed ON timed.business_id = reversed.business_id
			   WHERE w.business_id = reversed.business_id
			  RETURNING w.business_id, w.account_id, w.balance_paise, w.last_sequence, w.total_credit_paise,
			            w.credit_count, w.updated_at, timed.posting_id
			), posting AS (
			  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
			  SELECT reversed.business_id, credited.posting_id, 'PAYOUT_REVERSAL', reversed.payout_id
			    FROM reversed
			    JOIN credited ON credited.business_id = reversed.business_id
			), entries AS (
			  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			  SELECT reversed.business_id, credited.posting_id, entry.line, entry.account_id, entry.amount_paise
			    FROM reversed
			    JOIN credited ON credited.business_id = reversed.business_id
			   CROSS JOIN LATERAL (VALUES
			           (1, credited.account_id, reversed.total_debit_paise),
			           (2, reversed.source_account, -reversed.amount_paise),
			           (3, :commission, -reversed.commission_paise),
			           (4, :gst, -reversed.gst_paise)) AS entry (line, account_id, amount_paise)
			   WHERE entry.amount_paise <> 0
			), movement AS (
			  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
			                               balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
			                               ledger_transaction_id, payout_id, description, created_at)
			  SELECT reversed.business_id, credited.last_sequence, 'PAYOUT_REVERSAL', 'CREDIT', reversed.amount_paise,
			         reversed.commission_paise, reversed.gst_paise, credited.balance_paise - reversed.total_debit_paise,
			         credited.balance_paise, credited.total_credit_paise, credited.credit_count, credited.posting_id,
			         reversed.payout_id, 'Reversal of payout ' || reversed.transaction_id, credited.updated_at
			    FROM reversed
			    JOIN credited ON credited.business_id = reversed.business_id
			), event AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
			                            response_code, response_message, utr)
			  SELECT business_id, payout_id, last_sequence, from_status, 12, stage, 'BANK', :code, :message, utr FROM reversed
			)
			SELECT count(*) FROM reversed
			""";

	/**
	 * Locks each payout before its attempt, in the order of their keys, and writes the
	 * UTRs in their order, so that concurrent groups cannot deadlock. The first array
	 * hides its length from the planner, which keeps one plan for all lengths.
	 */
	private static final String SETTLE = """
			WITH answer AS (
			  SELECT * FROM unnest((SELECT :businessIds::uuid[]), :payoutIds::uuid[], :numbers::int[], :utrs::text[],
			                       :bankReferences::text[], :amountsPaise::bigint[], :targets::text[])
			         AS answer (business_id, payout_id, attempt_number, utr, bank_reference, amount_paise, target)
			   ORDER BY business_id, payout_id
			), live AS (
			  SELECT answer.business_id, answer.payout_id, answer.attempt_number, answer.utr, answer.bank_reference
			    FROM answer
			   CROSS JOIN LATERAL (
			     SELECT p.status FROM payout p
			      WHERE p.business_id = answer.business_id AND p.payout_id = answer.payout_id AND p.status = 4 AND\s"""
			+ namesThePayout("answer.amount_paise", "answer.target")
			+ """
					        FOR NO KEY UPDATE) AS locked
					   CROSS JOIN LATERAL (
					     SELECT a.state FROM bank_attempt a
					      WHERE a.business_id = answer.business_id AND a.payout_id = answer.payout_id
					        AND a.attempt_number = answer.attempt_number AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
					        FOR UPDATE) AS open
					), own_utr AS (
					  INSERT INTO payout_utr (utr, business_id, payout_id)
					  SELECT utr, business_id, payout_id FROM live WHERE utr IS NOT NULL ORDER BY utr
					  ON CONFLICT (utr) DO NOTHING
					  RETURNING payout_id
					), attempt AS (
					  UPDATE bank_attempt a
					     SET state = 'SUCCEEDED', due_at = NULL, utr = live.utr, updated_at = now(), response_code = 'SUCCESS',
					         bank_reference = coalesce(live.bank_reference, a.bank_reference), implausible_at = NULL,
					         implausible_reason = NULL
					    FROM live
					   WHERE a.business_id = live.business_id AND a.payout_id = live.payout_id AND a.attempt_number = live.attempt_number
					     AND (live.utr IS NULL OR live.payout_id IN (SELECT payout_id FROM own_utr))
					  RETURNING a.business_id, a.payout_id, a.utr, a.bank_reference
					), settled AS (
					  UPDATE payout p
					     SET status = 11, response_code = 'SUCCESS', response_message = :message, utr = attempt.utr,
					         bank_reference = attempt.bank_reference, last_sequence = p.last_sequence + 1,
					         updated_at = now(), completed_at = now()
					    FROM attempt
					   WHERE p.business_id = attempt.business_id AND p.payout_id = attempt.payout_id
					  RETURNING p.business_id, p.payout_id, p.rail, p.amount_paise, p.last_sequence, p.utr, uuidv7() AS posting_id
					), posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
					  SELECT business_id, posting_id, 'PAYOUT_SETTLEMENT', payout_id FROM settled
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT business_id, posting_id, entry.line, entry.account_id, entry.amount_paise
					    FROM settled
					   CROSS JOIN LATERAL (VALUES (1,\s"""
			+ LedgerAccount.clearingSql("settled.rail")
			+ """
					, -settled.amount_paise), (2, :nodal, settled.amount_paise)) AS entry (line, account_id, amount_paise)
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                            response_code, response_message, utr)
					  SELECT business_id, payout_id, last_sequence, 4, 11, 'SUCCESS', 'BANK', 'SUCCESS', :message, utr FROM settled
					)
					SELECT business_id, payout_id FROM settled
					""";

	private static final String FAIL = """
			WITH locked AS (
			  SELECT p.business_id, p.payout_id FROM payout p
			   WHERE p.business_id = :businessId AND p.payout_id = :payoutId AND p.status = 4
			     AND NOT is_paid_by_statements(:reference, p.amount_paise)
			     AND\s""" + UTR_IS_FREE + " AND " + NAMES_THE_PAYOUT
			+ """
					     FOR NO KEY UPDATE
					), attempt AS (
					  UPDATE bank_attempt a
					     SET state = 'FAILED', due_at = NULL, updated_at = now(), response_code = :code,
					         response_message = :message, bank_reference = coalesce(:bankReference, a.bank_reference),
					         implausible_at = NULL, implausible_reason = NULL
					    FROM locked
					   WHERE a.business_id = locked.business_id AND a.payout_id = locked.payout_id AND a.attempt_number = :number
					     AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
					  RETURNING a.business_id, a.payout_id, a.bank_reference
					), reversed AS (
					  UPDATE payout p
					     SET status = 12, response_code = :code, response_message = :message,
					         bank_reference = attempt.bank_reference, last_sequence = p.last_sequence + 1,
					         updated_at = now(), completed_at = now()
					    FROM attempt
					   WHERE p.business_id = attempt.business_id AND p.payout_id = attempt.payout_id
					  RETURNING\s"""
			+ REVERSED + ", " + LedgerAccount.clearingSql("p.rail")
			+ " AS source_account, 4::smallint AS from_status, 'FAILED' AS stage\n" + REVERSE;

	private static final String RETURN = """
			WITH reversed AS (
			  UPDATE payout p
			     SET status = 12, response_code = :code, response_message = :message,
			         last_sequence = p.last_sequence + 1, updated_at = now(), completed_at = now()
			   WHERE p.business_id = :businessId AND p.payout_id = :payoutId AND p.status = 11
			     AND NOT (:wasPaid AND is_return_credited(p.business_id, :reference, p.utr))
			     AND\s""" + UTR_IS_FREE + " AND " + NAMES_THE_PAYOUT + """
			   AND EXISTS (SELECT FROM bank_attempt a
			                WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
			                  AND a.attempt_number = :number AND a.state = 'SUCCEEDED')
			RETURNING\s""" + REVERSED
			+ ", :nodal::bigint AS source_account, 11::smallint AS from_status, 'RETURNED' AS stage\n" + REVERSE;

	private static final String NEVER_PAID = ResponseCode.RETURNED_BY_BANK.messages().getLast();

	private final JdbcClient jdbc;

	private final BankAttempts attempts;

	private final BankConflicts conflicts;

	SettlePayout(JdbcClient jdbc, BankAttempts attempts) {
		this.jdbc = jdbc;
		this.attempts = attempts;
		this.conflicts = new BankConflicts(jdbc);
	}

	/** A bank's report that it has paid an attempt. */
	public record Success(Attempt attempt, BankReport report) {
	}

	/**
	 * The bank reports that it has paid: 4 → 11, and the money leaves clearing for the
	 * nodal account. The report needs a UTR that no other payout has.
	 */
	public RecordOutcome succeeded(Attempt attempt, BankReport report) {
		return (report.utr() != null) ? settle(attempt, report) : unsettled(attempt, report);
	}

	/**
	 * The same for several reports in one statement, at most one for a payout.
	 * @return for each report whether it was recorded; the others changed nothing, and
	 * {@link #succeeded(Attempt, BankReport)} returns why
	 */
	public List<Boolean> succeeded(List<Success> reports) {
		Set<PayoutKey> settled = settle(reports.stream().filter((success) -> success.report.utr() != null).toList());
		return reports.stream().map((success) -> settled.contains(success.attempt.payout())).toList();
	}

	/**
	 * A bank statement proves by our reference and the amount that the bank has paid: 4 →
	 * 11. Its line may have no UTR.
	 */
	public RecordOutcome booked(Attempt attempt, @Nullable String utr, @Nullable String bankReference) {
		return settle(attempt, BankReport.of(utr, bankReference));
	}

	/**
	 * The same within a transaction for the order of a payout that may have no live
	 * attempt: what was recorded as not sent did reach the bank. No enquiry follows that
	 * would read what the bank has reported to the contrary, so it is recorded here.
	 */
	public RecordOutcome booked(PayoutKey payout, @Nullable String utr, @Nullable String bankReference) {
		Optional<Attempt> order = liveOrReopened(payout, "a bank statement shows its payment");
		boolean isRefused = order.filter(this::isRefused).isPresent();
		RecordOutcome outcome = order.map((attempt) -> booked(attempt, utr, bankReference))
			.orElse(RecordOutcome.CONFLICT);
		if (outcome == RecordOutcome.RECORDED) {
			order.ifPresent((attempt) -> this.conflicts.recordFiles(attempt, Kind.REJECTED, Kind.UNCLEAR));
			order.filter((attempt) -> isRefused)
				.ifPresent((attempt) -> this.conflicts.record(attempt, BankConflicts.ReportedBy.ENQUIRY, "REFUSED",
						"The bank refused what a statement shows as paid"));
		}
		return outcome;
	}

	/** Whether the last answer of the bank was that it had not paid. */
	private boolean isRefused(Attempt attempt) {
		return BankAttempts.bind(this.jdbc.sql("""
				SELECT coalesce(implausible_reason = :stated, false) FROM bank_attempt
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				"""), attempt).param("stated", Plausibility.STATED).query(Boolean.class).single();
	}

	/**
	 * The live attempt of a payout in status 4, or else the newest one, which was
	 * recorded as not sent and is a doubt from now on.
	 * @param reason why the order was sent after all
	 */
	private Optional<Attempt> liveOrReopened(PayoutKey payout, String reason) {
		this.attempts.lock(payout);
		return this.jdbc.sql("""
				WITH newest AS (
				  SELECT a.business_id, a.payout_id, a.attempt_number, a.state
				    FROM bank_attempt a
				    JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id AND p.status = 4
				   WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.state <> 'FAILED'
				   ORDER BY a.state = 'NOT_SENT', a.attempt_number DESC LIMIT 1
				), reopened AS (
				  UPDATE bank_attempt a
				     SET state = 'IN_DOUBT', due_at = now(), retry_at = NULL, updated_at = now(), not_found_count = 0,
				         response_message = :reason
				    FROM newest
				   WHERE a.business_id = newest.business_id AND a.payout_id = newest.payout_id
				     AND a.attempt_number = newest.attempt_number AND newest.state = 'NOT_SENT'
				)
				SELECT attempt_number FROM newest
				""")
			.param("businessId", payout.businessId())
			.param("payoutId", payout.payoutId())
			.param("reason", reason)
			.query(Integer.class)
			.optional()
			.map((number) -> new Attempt(payout, number));
	}

	private RecordOutcome settle(Attempt attempt, BankReport report) {
		return settle(List.of(new Success(attempt, report))).isEmpty() ? unsettled(attempt, report)
				: RecordOutcome.RECORDED;
	}

	private Set<PayoutKey> settle(List<Success> reports) {
		return this.jdbc.sql(SETTLE)
			.param("businessIds", array(reports, (success) -> success.attempt.payout().businessId(), new UUID[0]))
			.param("payoutIds", array(reports, (success) -> success.attempt.payout().payoutId(), new UUID[0]))
			.param("numbers", array(reports, (success) -> success.attempt.number(), new Integer[0]))
			.param("utrs", array(reports, (success) -> success.report.utr(), new String[0]))
			.param("bankReferences", array(reports, (success) -> success.report.bankReference(), new String[0]))
			.param("amountsPaise", array(reports, (success) -> success.report.amountPaise(), new Long[0]))
			.param("targets", array(reports, (success) -> success.report.target(), new String[0]))
			.param("nodal", LedgerAccount.NODAL.id())
			.param("message", ResponseCode.SUCCESS.message())
			.query((row, number) -> new PayoutKey(row.getObject("business_id", UUID.class),
					row.getObject("payout_id", UUID.class)))
			.set();
	}

	private static <T> T[] array(List<Success> reports, Function<Success, @Nullable T> column, T[] type) {
		return reports.stream().map(column).toList().toArray(type);
	}

	private RecordOutcome unsettled(Attempt attempt, BankReport report) {
		Plausibility plausibility = compare(attempt, report);
		if (plausibility.isState("SUCCEEDED")) {
			return plausibility.agreesWithSuccess() ? RecordOutcome.ALREADY_RECORDED : RecordOutcome.CONFLICT;
		}
		return doubt(attempt, plausibility.isOpen(), plausibility.objectionToSuccess());
	}

	/**
	 * The bank did not pay and will not: 4 → 12, and the wallet is credited with amount,
	 * commission and GST. If a bank statement shows the payment, it stays in doubt: a run
	 * settles it, or the statement is withdrawn.
	 * @param message the bank's reason, or the code's own message
	 */
	public RecordOutcome failed(Attempt attempt, ResponseCode code, String message, BankReport report) {
		int reversed = reverse(FAIL, attempt, code, message, report).param("bankReference", report.bankReference())
			.query(Integer.class)
			.single();
		if (reversed == 1) {
			return RecordOutcome.RECORDED;
		}
		Plausibility plausibility = compare(attempt, report);
		return plausibility.agreesWithFailure() ? RecordOutcome.ALREADY_RECORDED
				: doubt(attempt, plausibility.isOpen(), plausibility.objectionToFailure());
	}

	/** Whether a report of a failure can be about an order, which is open. */
	public boolean canHaveFailed(Attempt attempt, BankReport report) {
		Plausibility plausibility = compare(attempt, report);
		return plausibility.isOpen() && plausibility.objectionToFailure() == null;
	}

	/**
	 * @throws IllegalStateException if the attempt was changed concurrently; the answer
	 * is recorded when it is asked for again
	 */
	private RecordOutcome doubt(Attempt attempt, boolean open, @Nullable String objection) {
		if (!open) {
			return RecordOutcome.CONFLICT;
		}
		if (objection == null) {
			throw new IllegalStateException("The attempt was changed while its answer was recorded: " + attempt);
		}
		return this.attempts.implausible(attempt, objection);
	}

	/** A bank statement proves the return: 11 → 12. */
	public RecordOutcome returned(Attempt attempt) {
		return returned(attempt, BankReport.NONE);
	}

	/**
	 * The bank returned the money it had paid: 11 → 12, and the wallet is credited with
	 * amount, commission and GST. Within a transaction, whose lock of the payout lets
	 * people who credit the wallet by hand come first or see the refund.
	 * @return {@link RecordOutcome#CONFLICT} also if the report cannot be about this
	 * payout, or two people have credited the wallet with its return
	 */
	public RecordOutcome returned(Attempt attempt, BankReport report) {
		return returned(attempt, report, true);
	}

	/**
	 * The bank never paid what a withdrawn statement had shown, as two people have
	 * established: 11 → 12 as for a return, the only way that the contract with merchants
	 * knows. Within a transaction that restores the settlement, and that ends what people
	 * have credited the wallet with for a return.
	 */
	public RecordOutcome neverPaid(PayoutKey payout) {
		RecordOutcome outcome = succeeded(payout).map((attempt) -> returned(attempt, BankReport.NONE, false))
			.orElse(RecordOutcome.CONFLICT);
		if (outcome == RecordOutcome.RECORDED) {
			contradictNeverPaid(payout);
		}
		return outcome;
	}

	/**
	 * Records what the bank has reported to the contrary of a payout that two people
	 * refund as never paid: it agreed until now. {@link #neverPaid} does so itself; only
	 * a payout that was refunded before needs it.
	 */
	public void contradictNeverPaid(PayoutKey payout) {
		succeeded(payout).ifPresent(this.conflicts::recordPayment);
	}

	/** Locks a payout and returns its attempt that has paid it. */
	private Optional<Attempt> succeeded(PayoutKey payout) {
		this.attempts.lock(payout);
		return this.jdbc.sql("""
				SELECT attempt_number FROM bank_attempt
				 WHERE business_id = :businessId AND payout_id = :payoutId AND state = 'SUCCEEDED'
				""")
			.param("businessId", payout.businessId())
			.param("payoutId", payout.payoutId())
			.query(Integer.class)
			.optional()
			.map((number) -> new Attempt(payout, number));
	}

	private RecordOutcome returned(Attempt attempt, BankReport report, boolean wasPaid) {
		ResponseCode code = ResponseCode.RETURNED_BY_BANK;
		this.attempts.lock(attempt.payout());
		int reversed = reverse(RETURN, attempt, code, wasPaid ? code.message() : NEVER_PAID, report)
			.param("nodal", LedgerAccount.NODAL.id())
			.param("wasPaid", wasPaid)
			.query(Integer.class)
			.single();
		if (reversed == 1) {
			return RecordOutcome.RECORDED;
		}
		return isReturned(attempt.payout()) ? RecordOutcome.ALREADY_RECORDED : RecordOutcome.CONFLICT;
	}

	private JdbcClient.StatementSpec reverse(String sql, Attempt attempt, ResponseCode code, String message,
			BankReport report) {
		return bind(sql, attempt, report).param("code", code.name())
			.param("message", message)
			.param("commission", LedgerAccount.COMMISSION.id())
			.param("gst", LedgerAccount.GST.id());
	}

	private JdbcClient.StatementSpec bind(String sql, Attempt attempt, BankReport report) {
		return BankAttempts.bind(this.jdbc.sql(sql), attempt)
			.param("reference", BankReference.of(attempt.payout().payoutId()))
			.param("utr", report.utr(), Types.VARCHAR)
			.param("amountPaise", report.amountPaise(), Types.BIGINT)
			.param("target", report.target(), Types.VARCHAR);
	}

	private Plausibility compare(Attempt attempt, BankReport report) {
		return BankAttempts.bind(this.jdbc.sql("""
				SELECT a.state, a.utr, p.status, p.amount_paise, coalesce(p.account_number, p.vpa) AS target,
				       (SELECT u.payout_id FROM payout_utr u WHERE u.utr = :utr) AS payout_of_utr,
				       is_paid_by_statements(a.reference, p.amount_paise) AS is_stated, %s AS is_unpaid
				  FROM bank_attempt a
				  JOIN payout p ON p.business_id = a.business_id AND p.payout_id = a.payout_id
				 WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
				""".formatted(RefundedUnpaid.sql("p.payout_id"))), attempt)
			.param("utr", report.utr(), Types.VARCHAR)
			.query((row, number) -> new Plausibility(attempt, report, row.getString("state"), row.getString("utr"),
					row.getInt("status"), row.getLong("amount_paise"), row.getString("target"),
					row.getObject("payout_of_utr", UUID.class), row.getBoolean("is_stated"),
					row.getBoolean("is_unpaid")))
			.single();
	}

	private boolean isReturned(PayoutKey payout) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM payout_event
				                WHERE business_id = :businessId AND payout_id = :payoutId AND stage = 'RETURNED')
				""")
			.param("businessId", payout.businessId())
			.param("payoutId", payout.payoutId())
			.query(Boolean.class)
			.single();
	}

}
