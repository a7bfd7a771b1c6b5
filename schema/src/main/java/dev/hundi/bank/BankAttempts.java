package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;
import dev.hundi.text.Beginning;
import dev.hundi.work.DueCondition;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Attempts at paying payouts, from the claim to the bank's final answer. At most one
 * attempt of a payout is live; a partial unique index enforces that too. Every
 * transaction that locks both rows locks the payout before its attempt, here and in
 * {@link SettlePayout}, so that they cannot deadlock. Statements with the key of an
 * attempt hide CLAIMED in a subselect, or the planner may read all claims instead.
 */
@Repository
public class BankAttempts {

	private static final int LONGEST_REASON = 500;

	/**
	 * Makes the enquiry about an attempt due. While a return is asked about already, its
	 * enquiries do not begin again.
	 */
	static final String ASK_NOW = """
			UPDATE bank_attempt
			   SET due_at = now(),
			       return_asked_at = CASE WHEN state = 'SUCCEEDED' AND due_at IS NULL THEN now() ELSE return_asked_at END
			""";

	private final JdbcClient jdbc;

	BankAttempts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Claims those of the payouts that are debited and have no live attempt, and records
	 * DISPATCHED in their timeline once. A payout that was in doubt at another bank is
	 * never claimed for this one: only that bank's own idempotency makes a second order
	 * harmless. Nor is one that a bank statement shows as paid; a run settles it if it
	 * was attempted before, else a person finds out who paid it. Only returned orders may
	 * be sent, and only while {@link #areHeld held}; the lease must outlast the call to
	 * the bank and the recording of its answer.
	 * @return the claimed orders, oldest payouts first
	 */
	public List<PaymentOrder> claim(Collection<PayoutKey> payouts, String bank, Duration lease) {
		return this.jdbc
			.sql("""
					WITH wanted AS (
					  SELECT p.business_id, p.payout_id, p.rail, p.amount_paise, p.beneficiary_name, p.account_number, p.ifsc,
					         p.vpa, p.transaction_id, p.narration, p.response_code = 'DISPATCHED' AS is_recorded, wanted.reference,
					         coalesce(earlier.attempts, 0) + 1 AS attempt_number
					    FROM unnest(:businessIds::uuid[], :payoutIds::uuid[], :references::text[])
					         AS wanted (business_id, payout_id, reference)
					    JOIN payout p ON p.business_id = wanted.business_id AND p.payout_id = wanted.payout_id
					   CROSS JOIN LATERAL (
					     SELECT max(a.attempt_number) AS attempts,
					            bool_or(a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT', 'SUCCEEDED')
					                    OR (a.bank <> :bank AND a.enquiry_count > 0)) AS forbids
					       FROM bank_attempt a
					      WHERE a.business_id = wanted.business_id AND a.payout_id = wanted.payout_id) AS earlier
					   WHERE p.status = 4 AND earlier.forbids IS NOT TRUE
					     AND NOT CASE WHEN earlier.attempts IS NULL THEN %s ELSE %s END
					   ORDER BY p.business_id, p.payout_id
					     FOR NO KEY UPDATE OF p
					), claimed AS (
					  INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
					  SELECT business_id, payout_id, attempt_number, :bank, reference, 'CLAIMED', now() + :lease::interval
					    FROM wanted
					  ON CONFLICT DO NOTHING
					  RETURNING business_id, payout_id, attempt_number,
					            attempt_number > 1 AND was_asked_about(business_id, payout_id) AS was_in_doubt
					), recorded AS (
					  UPDATE payout p
					     SET last_sequence = p.last_sequence + 1, response_code = 'DISPATCHED', response_message = :message,
					         updated_at = now()
					    FROM claimed
					    JOIN wanted ON wanted.business_id = claimed.business_id AND wanted.payout_id = claimed.payout_id
					   WHERE p.business_id = claimed.business_id AND p.payout_id = claimed.payout_id AND NOT wanted.is_recorded
					  RETURNING p.business_id, p.payout_id, p.last_sequence
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
					                            response_code, response_message)
					  SELECT business_id, payout_id, last_sequence, 4, 4, 'DISPATCHED', 'DISPATCH', 'DISPATCHED', :message FROM recorded
					)
					SELECT wanted.*, claimed.was_in_doubt FROM wanted
					  JOIN claimed ON claimed.business_id = wanted.business_id AND claimed.payout_id = wanted.payout_id
					 ORDER BY wanted.payout_id
					"""
				.formatted(ShownAsPaid.firstOrderSql("p.payout_id", "wanted.reference"),
						ShownAsPaid.sql("wanted.reference")))
			.param("businessIds", payouts.stream().map(PayoutKey::businessId).toArray(UUID[]::new))
			.param("payoutIds", payouts.stream().map(PayoutKey::payoutId).toArray(UUID[]::new))
			.param("references",
					payouts.stream().map(PayoutKey::payoutId).map(BankReference::of).toArray(String[]::new))
			.param("bank", bank)
			.param("lease", interval(lease))
			.param("message", ResponseCode.DISPATCHED.message())
			.query(PaymentOrder::read)
			.list();
	}

	/**
	 * Whether claims are unsettled and within their lease by the database's clock. A
	 * process asks immediately before the call to the bank, because it may have been
	 * suspended since the claim and its own clocks may have stopped too. Attempts are
	 * read by their key only: by the index of due attempts, each would read all of them.
	 * @return for each attempt whether it is held
	 */
	public List<Boolean> areHeld(List<Attempt> attempts) {
		Set<Attempt> held = this.jdbc.sql("""
				SELECT asked.business_id, asked.payout_id, asked.attempt_number
				  FROM unnest((SELECT :businessIds::uuid[]), :payoutIds::uuid[], :numbers::int[])
				       AS asked (business_id, payout_id, attempt_number)
				 CROSS JOIN LATERAL (
				   SELECT a.state, a.due_at FROM bank_attempt a
				    WHERE a.business_id = asked.business_id AND a.payout_id = asked.payout_id
				      AND a.attempt_number = asked.attempt_number
				   OFFSET 0) AS claim
				 WHERE claim.state = 'CLAIMED' AND claim.due_at > now()
				""")
			.param("businessIds",
					attempts.stream().map((attempt) -> attempt.payout().businessId()).toArray(UUID[]::new))
			.param("payoutIds", attempts.stream().map((attempt) -> attempt.payout().payoutId()).toArray(UUID[]::new))
			.param("numbers", attempts.stream().map(Attempt::number).toArray(Integer[]::new))
			.query((row,
					number) -> new Attempt(new PayoutKey(row.getObject("business_id", UUID.class),
							row.getObject("payout_id", UUID.class)), row.getInt("attempt_number")))
			.set();
		return attempts.stream().map(held::contains).toList();
	}

	/**
	 * Whether a lease has expired or a callback is to be judged again at any bank, or an
	 * enquiry is due at one of some. A look-up of an index each, for those who ask often.
	 */
	public boolean areDue(Collection<String> banks) {
		return whenDue(banks).isTrue(this.jdbc);
	}

	/** The same condition, for {@link dev.hundi.work.LookForWork}. */
	public DueCondition whenDue(Collection<String> banks) {
		return new DueCondition("""
				EXISTS (SELECT FROM bank_attempt WHERE state = 'CLAIMED' AND due_at <= now())
				    OR EXISTS (SELECT FROM unnest(:asked_banks::text[]) AS asked (bank) CROSS JOIN LATERAL (
				                  SELECT FROM bank_attempt a
				                   WHERE a.bank = asked.bank AND a.due_at <= now()
				                     AND a.state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED')
				                   LIMIT 1) AS due)
				    OR EXISTS (SELECT FROM bank_callback WHERE judge_at <= now())
				""", Map.of("asked_banks", banks.toArray(String[]::new)));
	}

	/**
	 * Turns claims with an expired lease into doubts, due for an enquiry at once: their
	 * process died or hangs, and the bank may or may not have received the order.
	 * @return the number of doubts
	 */
	public int doubtExpiredClaims(int limit) {
		return this.jdbc
			.sql("""
					WITH expired AS (
					  SELECT business_id, payout_id, attempt_number FROM bank_attempt
					   WHERE due_at <= now() AND state = 'CLAIMED'
					   ORDER BY due_at LIMIT :limit
					), locked AS (
					  SELECT p.business_id, p.payout_id, e.attempt_number
					    FROM payout p
					    JOIN expired e ON e.business_id = p.business_id AND e.payout_id = p.payout_id
					   ORDER BY p.business_id, p.payout_id
					     FOR NO KEY UPDATE OF p SKIP LOCKED
					), doubted AS (
					  UPDATE bank_attempt a
					     SET state = 'IN_DOUBT', due_at = now(), updated_at = now(), response_message = 'the claim expired'
					    FROM locked e
					   WHERE a.business_id = e.business_id AND a.payout_id = e.payout_id AND a.attempt_number = e.attempt_number
					     AND a.due_at <= now() AND a.state = (SELECT 'CLAIMED')
					  RETURNING a.business_id, a.payout_id
					)"""
					+ RECORD_DOUBT)
			.param("limit", limit)
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
	}

	/** Records that the bank did not answer clearly: it may have paid. */
	public RecordOutcome inDoubt(Attempt attempt, String reason, Duration nextEnquiryIn) {
		int doubted = bind(this.jdbc
			.sql("""
					WITH locked AS (
					  SELECT business_id, payout_id FROM payout
					   WHERE business_id = :businessId AND payout_id = :payoutId
					     FOR NO KEY UPDATE
					), doubted AS (
					  UPDATE bank_attempt a
					     SET state = 'IN_DOUBT', due_at = now() + :next::interval, updated_at = now(), response_message = :reason
					    FROM locked
					   WHERE a.business_id = locked.business_id AND a.payout_id = locked.payout_id AND a.attempt_number = :number
					     AND a.state = (SELECT 'CLAIMED')
					  RETURNING a.business_id, a.payout_id
					)"""
					+ RECORD_DOUBT),
				attempt)
			.param("next", interval(nextEnquiryIn))
			.param("reason", reason)
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
		return (doubted == 1) ? RecordOutcome.RECORDED : RecordOutcome.ALREADY_RECORDED;
	}

	/**
	 * Records an answer that cannot be about this order: the attempt is in doubt, is
	 * never sent again and needs manual review until the bank gives a plausible answer.
	 * The next enquiry stays due when it is.
	 * @return {@link RecordOutcome#CONFLICT} if the attempt is not open
	 */
	public RecordOutcome implausible(Attempt attempt, String reason) {
		int doubted = bind(this.jdbc
			.sql("""
					WITH locked AS (
					  SELECT business_id, payout_id FROM payout
					   WHERE business_id = :businessId AND payout_id = :payoutId AND status = 4
					     FOR NO KEY UPDATE
					), doubted AS (
					  UPDATE bank_attempt a
					     SET state = 'IN_DOUBT', updated_at = now(), not_found_count = 0,
					         implausible_at = coalesce(a.implausible_at, now()), implausible_reason = :reason
					    FROM locked
					   WHERE a.business_id = locked.business_id AND a.payout_id = locked.payout_id AND a.attempt_number = :number
					     AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
					  RETURNING a.business_id, a.payout_id
					)"""
					+ RECORD_DOUBT),
				attempt)
			.param("reason", Beginning.of(reason, LONGEST_REASON))
			.param("message", ResponseCode.IN_DOUBT.message())
			.query(Integer.class)
			.single();
		return (doubted == 1) ? RecordOutcome.IMPLAUSIBLE : RecordOutcome.CONFLICT;
	}

	/** Continues a CTE {@code doubted} with the attempts that have become doubts. */
	static final String RECORD_DOUBT = """
			, recorded AS (
			  UPDATE payout p
			     SET last_sequence = p.last_sequence + 1, response_code = 'IN_DOUBT', response_message = :message,
			         updated_at = now()
			    FROM doubted
			   WHERE p.business_id = doubted.business_id AND p.payout_id = doubted.payout_id
			     AND p.response_code <> 'IN_DOUBT'
			  RETURNING p.business_id, p.payout_id, p.last_sequence
			), event AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
			                            response_code, response_message)
			  SELECT business_id, payout_id, last_sequence, 4, 4, 'IN_DOUBT', 'DISPATCH', 'IN_DOUBT', :message FROM recorded
			)
			SELECT count(*) FROM doubted
			""";

	/**
	 * Records that the bank has the order and is working on it.
	 * @param nextEnquiryIn null when enquiries end and the payout needs manual review
	 */
	public RecordOutcome acknowledged(Attempt attempt, @Nullable String bankReference,
			@Nullable Duration nextEnquiryIn) {
		int recorded = bind(
				this.jdbc
					.sql("""
							WITH locked AS (
							  SELECT business_id, payout_id FROM payout
							   WHERE business_id = :businessId AND payout_id = :payoutId
							     FOR NO KEY UPDATE
							), known AS (
							  SELECT a.business_id, a.payout_id, a.attempt_number, a.state FROM bank_attempt a
							    JOIN locked ON a.business_id = locked.business_id AND a.payout_id = locked.payout_id
							   WHERE a.attempt_number = :number AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
							     FOR UPDATE OF a
							), acknowledged AS (
							  UPDATE bank_attempt a
							     SET state = 'PENDING', updated_at = now(), not_found_count = 0,
							         due_at = CASE WHEN k.state <> 'CLAIMED' AND a.due_at <= clock_timestamp() THEN a.due_at
							                       ELSE now() + :next::interval END,
							         bank_reference = coalesce(:bankReference, a.bank_reference)
							    FROM known k
							   WHERE a.business_id = k.business_id AND a.payout_id = k.payout_id AND a.attempt_number = k.attempt_number
							  RETURNING a.business_id, a.payout_id
							), recorded AS (
							  UPDATE payout p
							     SET last_sequence = p.last_sequence + 1, response_code = 'BANK_ACKNOWLEDGED', response_message = :message,
							         bank_reference = coalesce(:bankReference, p.bank_reference), updated_at = now()
							    FROM acknowledged a
							   WHERE p.business_id = a.business_id AND p.payout_id = a.payout_id AND p.response_code <> 'BANK_ACKNOWLEDGED'
							  RETURNING p.business_id, p.payout_id, p.last_sequence
							), event AS (
							  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source,
							                            response_code, response_message)
							  SELECT business_id, payout_id, last_sequence, 4, 4, 'BANK_ACKNOWLEDGED', 'BANK', 'BANK_ACKNOWLEDGED', :message
							    FROM recorded
							)
							SELECT count(*) FROM recorded
							"""),
				attempt)
			.param("next", interval(nextEnquiryIn))
			.param("bankReference", bankReference)
			.param("message", ResponseCode.BANK_ACKNOWLEDGED.message())
			.query(Integer.class)
			.single();
		return (recorded == 1) ? RecordOutcome.RECORDED : RecordOutcome.ALREADY_RECORDED;
	}

	/**
	 * Records that the order waits for the next file to the bank. It will be sent, so
	 * only the bank's answer ends it.
	 */
	public RecordOutcome queued(Attempt attempt, @Nullable Duration nextEnquiryIn) {
		int recorded = bind(this.jdbc.sql("""
				UPDATE bank_attempt SET state = 'PENDING', due_at = now() + :next::interval, updated_at = now()
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				   AND state = (SELECT 'CLAIMED')
				"""), attempt).param("next", interval(nextEnquiryIn)).update();
		return (recorded == 1) ? RecordOutcome.RECORDED : RecordOutcome.ALREADY_RECORDED;
	}

	/**
	 * Records that the order certainly never reached the bank: the payout may be claimed
	 * again, for another bank at once and for this one after a back-off. From CLAIMED
	 * when the connection was refused; from IN_DOUBT when the bank keeps answering that
	 * it does not know the reference.
	 * @param backOff how long this bank is not used again for the payout
	 */
	public RecordOutcome notSent(Attempt attempt, String reason, Duration backOff) {
		int recorded = bind(this.jdbc.sql("""
				UPDATE bank_attempt
				   SET state = 'NOT_SENT', due_at = NULL, retry_at = now() + :backOff::interval, updated_at = now(),
				       response_message = :reason
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				   AND state IN ('CLAIMED', 'IN_DOUBT') AND bank_reference IS NULL AND implausible_at IS NULL
				"""), attempt).param("reason", reason).param("backOff", interval(backOff)).update();
		return (recorded == 1) ? RecordOutcome.RECORDED : RecordOutcome.ALREADY_RECORDED;
	}

	/**
	 * Whether another bank was asked about the payout of an attempt: if this bank was
	 * asked, too, then neither may get another order for it.
	 */
	public boolean isDoubtedElsewhere(Attempt attempt) {
		return bind(
				this.jdbc
					.sql("""
							SELECT EXISTS (SELECT FROM bank_attempt a
							                 JOIN bank_attempt o ON o.business_id = a.business_id AND o.payout_id = a.payout_id
							                WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
							                  AND o.bank <> a.bank AND o.enquiry_count > 0)
							"""),
				attempt)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Whether the bank has called back about the order of an attempt, so it knows the
	 * order. Locks the payout until the transaction ends, as a callback does: the second
	 * statement sees each callback that found the attempt in its present state.
	 */
	public boolean isCalledBack(Attempt attempt) {
		return isCalledBack(attempt, EnumSet.allOf(BankCallback.Status.class));
	}

	/** The same for callbacks according to which the bank has paid. */
	public boolean isReportedPaid(Attempt attempt) {
		return isCalledBack(attempt, EnumSet.of(BankCallback.Status.SUCCESS, BankCallback.Status.RETURNED));
	}

	private boolean isCalledBack(Attempt attempt, Set<BankCallback.Status> statuses) {
		lock(attempt.payout());
		return bind(
				this.jdbc
					.sql("""
							SELECT EXISTS (SELECT FROM bank_attempt a
							                 JOIN bank_callback c ON c.bank = a.bank AND c.reference = a.reference AND c.judge_at IS NOT NULL
							                WHERE a.business_id = :businessId AND a.payout_id = :payoutId AND a.attempt_number = :number
							                  AND c.status = ANY (:statuses))
							"""),
				attempt)
			.param("statuses", statuses.stream().map(Enum::name).toArray(String[]::new))
			.query(Boolean.class)
			.single();
	}

	/** Whether no answer and no doubt has ended the claim of an attempt. */
	public boolean isClaimed(Attempt attempt) {
		return bind(this.jdbc.sql("""
				SELECT state = 'CLAIMED' FROM bank_attempt
				 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
				"""), attempt).query(Boolean.class).single();
	}

	/**
	 * Locks a payout until the transaction ends. What the next statement reads is as new
	 * as the lock.
	 */
	public void lock(PayoutKey payout) {
		this.jdbc.sql("""
				SELECT FROM payout WHERE business_id = :businessId AND payout_id = :payoutId FOR NO KEY UPDATE
				""").param("businessId", payout.businessId()).param("payoutId", payout.payoutId()).query((row) -> {
		});
	}

	/**
	 * Claims attempts at a bank whose enquiry is due and postpones them by the lease, so
	 * that no other process enquires at the same time.
	 */
	public List<Enquiry> claimEnquiries(String bank, int limit, Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT business_id, payout_id, attempt_number FROM bank_attempt
					   WHERE due_at <= now() AND state IN ('PENDING', 'IN_DOUBT', 'SUCCEEDED') AND bank = :bank
					   ORDER BY due_at LIMIT :limit FOR UPDATE SKIP LOCKED
					)
					UPDATE bank_attempt a
					   SET due_at = now() + :lease::interval, enquiry_count = a.enquiry_count + 1
					  FROM due
					 WHERE a.business_id = due.business_id AND a.payout_id = due.payout_id AND a.attempt_number = due.attempt_number
					RETURNING a.business_id, a.payout_id, a.attempt_number, a.bank, a.reference,
					          (a.state = 'PENDING' OR a.bank_reference IS NOT NULL OR a.implausible_at IS NOT NULL) AS acknowledged,
					          a.state = 'SUCCEEDED' AS paid, a.enquiry_count, a.not_found_count,
					          (extract(epoch FROM now() - coalesce(a.return_asked_at, a.claimed_at)) * 1000)::bigint AS age_ms,
					          (extract(epoch FROM now() - least(a.claimed_at, (
					             SELECT min(o.claimed_at) FROM bank_attempt o
					              WHERE o.business_id = a.business_id AND o.payout_id = a.payout_id
					                AND o.enquiry_count > 0))) * 1000)::bigint AS doubt_ms
					""")
			.param("bank", bank)
			.param("limit", limit)
			.param("lease", interval(lease))
			.query((row, number) -> {
				Attempt attempt = new Attempt(key(row), row.getInt("attempt_number"));
				return new Enquiry(attempt, row.getString("bank"), row.getString("reference"),
						row.getBoolean("acknowledged"), row.getBoolean("paid"), row.getInt("enquiry_count"),
						row.getInt("not_found_count"), Duration.ofMillis(row.getLong("age_ms")),
						Duration.ofMillis(row.getLong("doubt_ms")));
			})
			.list();
	}

	/**
	 * Records an enquiry that brought no evidence; the doubt remains. An enquiry that has
	 * become due meanwhile, because the bank called back, stays due; the clock is read
	 * after the row is locked, so that no callback since then is overlooked. A payout
	 * that was settled meanwhile is asked about no more, unless its return is.
	 * @param nextEnquiryIn null when enquiries end and the payout needs manual review
	 * @param notFound whether the bank does not know the reference
	 */
	public void stillOpen(Attempt attempt, @Nullable Duration nextEnquiryIn, boolean notFound) {
		bind(this.jdbc
			.sql("""
					UPDATE bank_attempt
					   SET due_at = CASE WHEN due_at <= clock_timestamp() THEN due_at ELSE now() + :next::interval END, updated_at = now(),
					       not_found_count = CASE WHEN :notFound THEN not_found_count + 1 ELSE 0 END
					 WHERE business_id = :businessId AND payout_id = :payoutId AND attempt_number = :number
					   AND (state IN ('PENDING', 'IN_DOUBT') OR (state = 'SUCCEEDED' AND due_at IS NOT NULL))
					"""),
				attempt)
			.param("next", interval(nextEnquiryIn))
			.param("notFound", notFound)
			.update();
	}

	static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec sql, Attempt attempt) {
		return sql.param("businessId", attempt.payout().businessId())
			.param("payoutId", attempt.payout().payoutId())
			.param("number", attempt.number());
	}

	private static PayoutKey key(ResultSet row) throws SQLException {
		return new PayoutKey(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class));
	}

	private static @Nullable String interval(@Nullable Duration duration) {
		return (duration == null) ? null : duration.toMillis() + " milliseconds";
	}

}
