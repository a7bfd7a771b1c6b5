package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.ShownAsPaid;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.payout.Rail;
import dev.hundi.payout.ResponseCode;
import dev.hundi.wallet.DebitPlan.Debit;
import dev.hundi.wallet.DebitPlan.DuePayout;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes planned debits of locked wallets, and the first claims of their payouts, in one
 * statement.
 */
final class WriteDebits {

	/**
	 * The first array hides its length from the planner, which keeps one plan. Ids of
	 * postings are generated in the order of the movements, and a movement has the time
	 * of its id: both belong to one day. A payout that a bank statement shows as paid is
	 * debited and not claimed.
	 */
	static final String SQL = """
			WITH debit AS (
			  SELECT debit.business_id, debit.payout_id, debit.balance_before_paise, debit.sequence, debit.reference,
			         CASE WHEN debit.bank IS NOT NULL AND NOT\s"""
			+ ShownAsPaid.firstOrderSql("debit.payout_id", "debit.reference")
			+ """
					              THEN debit.bank END AS bank,
					         uuidv7() AS posting_id
					    FROM unnest((SELECT :debitedOf::uuid[]), :debited::uuid[], :balancesBefore::bigint[], :sequences::bigint[],
					                :banks::text[], :references::text[])
					         AS debit (business_id, payout_id, balance_before_paise, sequence, bank, reference)
					), pending AS (
					  UPDATE payout p
					     SET status = 4, queued = false, updated_at = now(),
					         response_code = CASE WHEN debit.bank IS NULL THEN 'WALLET_DEBITED' ELSE 'DISPATCHED' END,
					         response_message = CASE WHEN debit.bank IS NULL THEN :debitedMessage ELSE :dispatchedMessage END,
					         last_sequence = p.last_sequence + CASE WHEN debit.bank IS NULL THEN 1 ELSE 2 END
					    FROM debit
					   WHERE p.business_id = debit.business_id AND p.payout_id = debit.payout_id AND p.status = 3
					  RETURNING p.business_id, p.payout_id, p.rail, p.amount_paise, p.commission_paise, p.gst_paise,
					            p.total_debit_paise, p.last_sequence, p.transaction_id, p.beneficiary_name, p.account_number, p.ifsc,
					            p.vpa, p.narration, debit.balance_before_paise, debit.sequence, debit.bank, debit.reference,
					            1 AS attempt_number, false AS was_in_doubt, debit.posting_id
					), failed AS (
					  UPDATE payout p
					     SET status = 12, response_code = 'INSUFFICIENT_BALANCE', response_message = :refusedMessage, queued = false,
					         last_sequence = p.last_sequence + 1, updated_at = now(), completed_at = now()
					    FROM unnest((SELECT :refusedOf::uuid[]), :refused::uuid[]) AS refusal (business_id, payout_id)
					   WHERE p.business_id = refusal.business_id AND p.payout_id = refusal.payout_id AND p.status = 3
					  RETURNING p.business_id, p.payout_id, p.last_sequence
					), charged AS (
					  UPDATE wallet w
					     SET balance_paise = charge.balance_after_paise, last_sequence = w.last_sequence + charge.debits,
					         updated_at = greatest(posted.at, w.updated_at)
					    FROM unnest((SELECT :wallets::uuid[]), :walletBalancesBefore::bigint[], :walletBalancesAfter::bigint[],
					                :walletSequencesBefore::bigint[], :walletDebits::int[])
					         AS charge (business_id, balance_before_paise, balance_after_paise, sequence_before, debits)
					    JOIN (SELECT business_id, max(uuid_extract_timestamp(posting_id)) AS at FROM debit GROUP BY business_id) AS posted
					      ON posted.business_id = charge.business_id
					   WHERE w.business_id = charge.business_id AND w.balance_paise = charge.balance_before_paise
					     AND w.last_sequence = charge.sequence_before
					  RETURNING w.business_id, w.account_id, w.total_credit_paise, w.credit_count, old.updated_at AS moved_before
					), posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id)
					  SELECT business_id, posting_id, 'PAYOUT_DEBIT', payout_id FROM pending
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT pending.business_id, posting_id, entry.line, entry.account_id, entry.amount_paise
					    FROM pending
					    JOIN charged ON charged.business_id = pending.business_id
					   CROSS JOIN LATERAL (VALUES
					           (1, charged.account_id, -pending.total_debit_paise),
					           (2,\s"""
			+ LedgerAccount.clearingSql("pending.rail")
			+ """
					           , pending.amount_paise),
					           (3, :commission, pending.commission_paise),
					           (4, :gst, pending.gst_paise)) AS entry (line, account_id, amount_paise)
					   WHERE entry.amount_paise <> 0
					), movement AS (
					  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
					                               balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
					                               ledger_transaction_id, payout_id, description, created_at)
					  SELECT pending.business_id, sequence, 'PAYOUT_DEBIT', 'DEBIT', amount_paise, commission_paise, gst_paise,
					         balance_before_paise, balance_before_paise - total_debit_paise, charged.total_credit_paise,
					         charged.credit_count, posting_id, payout_id, 'Payout ' || transaction_id,
					         greatest(uuid_extract_timestamp(posting_id), charged.moved_before)
					    FROM pending
					    JOIN charged ON charged.business_id = pending.business_id
					   ORDER BY pending.business_id, sequence
					  RETURNING 1
					), claimed AS (
					  INSERT INTO bank_attempt (business_id, payout_id, attempt_number, bank, reference, state, due_at)
					  SELECT business_id, payout_id, attempt_number, bank, reference, 'CLAIMED', now() + :lease::interval
					    FROM pending
					   WHERE bank IS NOT NULL
					), event AS (
					  INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, claimed, source,
					                            response_code, response_message)
					  SELECT business_id, payout_id, last_sequence - CASE WHEN bank IS NULL THEN 0 ELSE 1 END, 3, 4,
					         'WALLET_DEBITED', bank IS NOT NULL, 'DEBIT', 'WALLET_DEBITED', :debitedMessage
					    FROM pending
					  UNION ALL
					  SELECT business_id, payout_id, last_sequence, 4, 4, 'DISPATCHED', false, 'DISPATCH', 'DISPATCHED',
					         :dispatchedMessage
					    FROM pending
					   WHERE bank IS NOT NULL
					  UNION ALL
					  SELECT business_id, payout_id, last_sequence, 3, 12, 'FAILED', false, 'DEBIT', 'INSUFFICIENT_BALANCE',
					         :refusedMessage
					    FROM failed
					)
					SELECT written.*, pending.*
					  FROM (SELECT (SELECT count(*) FROM pending) AS debits, (SELECT count(*) FROM movement) AS movements,
					               (SELECT count(*) FROM failed) AS refused, (SELECT count(*) FROM charged) AS wallets) AS written
					  LEFT JOIN pending ON pending.bank IS NOT NULL
					 ORDER BY pending.payout_id
					""";

	private final JdbcClient jdbc;

	WriteDebits(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Writes the debits and refusals of plans, if there are any.
	 * @return the orders of the claimed payouts, oldest first
	 * @throws IllegalStateException if a payout or wallet has changed since it was
	 * planned
	 */
	List<ClaimedOrder> write(List<DebitPlan> plans, FirstClaims claims) {
		List<DebitPlan> charged = plans.stream().filter((plan) -> !plan.debits().isEmpty()).toList();
		List<Debit> debits = charged.stream().flatMap((plan) -> plan.debits().stream()).toList();
		List<DuePayout> refused = plans.stream().flatMap((plan) -> plan.refused().stream()).toList();
		if (debits.isEmpty() && refused.isEmpty()) {
			return List.of();
		}
		Map<PayoutKey, String> banks = banks(debits, claims);
		List<WrittenRow> rows = this.jdbc.sql(SQL)
			.param("debitedOf", array(debits, (debit) -> debit.payout().businessId(), new UUID[0]))
			.param("debited", array(debits, (debit) -> debit.payout().payoutId(), new UUID[0]))
			.param("balancesBefore", array(debits, Debit::balanceBeforePaise, new Long[0]))
			.param("sequences", array(debits, Debit::sequence, new Long[0]))
			.param("banks", array(debits, (debit) -> banks.get(debit.payout().key()), new String[0]))
			.param("references", array(debits, (debit) -> reference(debit.payout(), banks), new String[0]))
			.param("lease", claims.lease().toMillis() + " milliseconds")
			.param("refusedOf", array(refused, DuePayout::businessId, new UUID[0]))
			.param("refused", array(refused, DuePayout::payoutId, new UUID[0]))
			.param("wallets", array(charged, (plan) -> plan.wallet().businessId(), new UUID[0]))
			.param("walletBalancesBefore", array(charged, (plan) -> plan.wallet().balancePaise(), new Long[0]))
			.param("walletBalancesAfter", array(charged, DebitPlan::balanceAfterPaise, new Long[0]))
			.param("walletSequencesBefore", array(charged, (plan) -> plan.wallet().lastSequence(), new Long[0]))
			.param("walletDebits", array(charged, (plan) -> plan.debits().size(), new Integer[0]))
			.param("debitedMessage", ResponseCode.WALLET_DEBITED.message())
			.param("dispatchedMessage", ResponseCode.DISPATCHED.message())
			.param("refusedMessage", ResponseCode.INSUFFICIENT_BALANCE.message())
			.param("commission", LedgerAccount.COMMISSION.id())
			.param("gst", LedgerAccount.GST.id())
			.query(WrittenRow::read)
			.list();
		Written planned = new Written(debits.size(), debits.size(), refused.size(), charged.size());
		Written written = rows.getFirst().written;
		if (!written.equals(planned)) {
			throw new IllegalStateException(
					"Debit of businesses " + plans.stream().map((plan) -> plan.wallet().businessId()).toList()
							+ " wrote " + written + " instead of " + planned);
		}
		return rows.stream().map(WrittenRow::order).filter(Objects::nonNull).toList();
	}

	/** Payouts of the API choose before rows of bulk files. */
	private static Map<PayoutKey, String> banks(List<Debit> debits, FirstClaims claims) {
		Map<PayoutKey, Rail> payouts = new LinkedHashMap<>();
		Map<PayoutKey, Rail> rows = new LinkedHashMap<>();
		debits.stream()
			.map(Debit::payout)
			.sorted(Comparator.comparing(DuePayout::waitsSince))
			.forEach((payout) -> (payout.isOfFile() ? rows : payouts).put(payout.key(), payout.rail()));
		Map<PayoutKey, String> banks = new HashMap<>();
		if (!payouts.isEmpty()) {
			banks.putAll(claims.banks(payouts));
		}
		if (!rows.isEmpty()) {
			banks.putAll(claims.banksOfRows(rows));
		}
		return banks;
	}

	private static @Nullable String reference(DuePayout payout, Map<PayoutKey, String> banks) {
		return banks.containsKey(payout.key()) ? BankReference.of(payout.payoutId()) : null;
	}

	private static <T, V> @Nullable V[] array(List<T> rows, Function<T, @Nullable V> column, @Nullable V[] type) {
		return rows.stream().map(column).toList().toArray(type);
	}

	private record Written(int debited, int movements, int refused, int wallets) {
	}

	/**
	 * A row of the result.
	 *
	 * @param written the same in every row
	 * @param order null in the only row if no payout was claimed
	 */
	private record WrittenRow(Written written, @Nullable ClaimedOrder order) {

		static WrittenRow read(ResultSet row, int number) throws SQLException {
			String bank = row.getString("bank");
			return new WrittenRow(
					new Written(row.getInt("debits"), row.getInt("movements"), row.getInt("refused"),
							row.getInt("wallets")),
					(bank != null) ? new ClaimedOrder(bank, PaymentOrder.read(row, number)) : null);
		}

	}

}
