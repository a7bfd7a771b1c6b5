package dev.hundi.wallet;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Posts the opposite of a ledger transaction: of a top-up, a settlement, a refund or a
 * correction that a withdrawn bank statement had proved. Two people have approved it.
 */
@Component
public class ReversePosting {

	/**
	 * The opposite entries, and the change of the wallet with its commission and GST: a
	 * debit gives them to the platform, a credit takes them.
	 */
	private static final String CHANGE = """
			WITH mirrored AS (
			  SELECT e.line, -e.amount_paise AS amount_paise, a.business_id IS NOT NULL AND NOT :walletToSuspense AS is_wallet,
			         CASE WHEN a.code LIKE 'clearing:%' OR (a.business_id IS NOT NULL AND :walletToSuspense) THEN :suspense
			              ELSE e.account_id END AS account_id
			    FROM ledger_entry e
			    JOIN ledger_account a ON a.account_id = e.account_id
			   WHERE e.business_id = :businessId AND e.transaction_id = :transactionId
			), total AS (
			  SELECT coalesce(sum(amount_paise) FILTER (WHERE is_wallet), 0)::bigint AS paise,
			         coalesce(sum(amount_paise) FILTER (WHERE account_id = :commission), 0)::bigint AS commission_paise,
			         coalesce(sum(amount_paise) FILTER (WHERE account_id = :gst), 0)::bigint AS gst_paise
			    FROM mirrored
			), change AS (
			  SELECT paise, greatest(CASE WHEN paise < 0 THEN commission_paise ELSE -commission_paise END, 0) AS commission_paise,
			         greatest(CASE WHEN paise < 0 THEN gst_paise ELSE -gst_paise END, 0) AS gst_paise
			    FROM total
			""";

	private final JdbcClient jdbc;

	ReversePosting(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Posts the entries of a transaction with opposite signs, once. What the original
	 * took from a clearing account is owed to suspense: the payout keeps its final
	 * status, so nothing is in flight. The change of a wallet is an adjustment that the
	 * business sees, with the commission and GST that the original refunded or took.
	 * @param walletToSuspense debits suspense in place of the wallet
	 * @param description of the movement
	 * @return the posting, or empty if the wallet does not cover the debit
	 * @throws IllegalStateException if the transaction is reversed already
	 */
	public Optional<PostCorrection.Posted> reverse(UUID businessId, UUID transactionId, boolean walletToSuspense,
			String description) {
		String reference = "REV-" + transactionId;
		Optional<PostCorrection.Posted> posted = post(businessId, transactionId, walletToSuspense, reference,
				description);
		if (posted.isEmpty() && isPosted(reference)) {
			throw new IllegalStateException("Ledger transaction " + transactionId + " is reversed already");
		}
		return posted;
	}

	/** Locks the wallet before it generates the id, whose time decides the day. */
	private Optional<PostCorrection.Posted> post(UUID businessId, UUID transactionId, boolean walletToSuspense,
			String reference, String description) {
		return this.jdbc
			.sql(CHANGE
					+ """
							), locked AS MATERIALIZED (
							  SELECT balance_paise FROM wallet WHERE business_id = :businessId FOR NO KEY UPDATE
							), posting AS (
							  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
							  SELECT :businessId, uuidv7(), 'ADJUSTMENT', :reference FROM change
							   WHERE change.paise = 0 OR EXISTS (SELECT FROM locked WHERE locked.balance_paise + change.paise >= 0)
							  ON CONFLICT DO NOTHING
							  RETURNING business_id, transaction_id
							), moved AS (
							  UPDATE wallet w
							     SET balance_paise = w.balance_paise + change.paise, last_sequence = w.last_sequence + 1,
							         total_credit_paise = w.total_credit_paise + greatest(change.paise, 0),
							         credit_count = w.credit_count + CASE WHEN change.paise > 0 THEN 1 ELSE 0 END,
							         updated_at = greatest(uuid_extract_timestamp(posting.transaction_id), w.updated_at)
							    FROM posting CROSS JOIN change
							   WHERE w.business_id = posting.business_id AND change.paise <> 0
							  RETURNING w.business_id, w.balance_paise, w.last_sequence, w.total_credit_paise, w.credit_count, w.updated_at,
							            change.paise, change.commission_paise, change.gst_paise, posting.transaction_id
							), entries AS (
							  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
							  SELECT posting.business_id, posting.transaction_id, mirrored.line, mirrored.account_id, mirrored.amount_paise
							    FROM posting CROSS JOIN mirrored
							), movement AS (
							  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, commission_paise, gst_paise,
							                               balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
							                               ledger_transaction_id, description, metadata, created_at)
							  SELECT business_id, last_sequence, 'ADJUSTMENT', CASE WHEN paise > 0 THEN 'CREDIT' ELSE 'DEBIT' END,
							         abs(paise) - commission_paise - gst_paise, commission_paise, gst_paise, balance_paise - paise,
							         balance_paise, total_credit_paise, credit_count, transaction_id, :description,
							         jsonb_build_object('reference', :reference::text), updated_at
							    FROM moved
							)
							SELECT business_id, transaction_id FROM posting
							""")
			.param("businessId", businessId)
			.param("transactionId", transactionId)
			.param("walletToSuspense", walletToSuspense)
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.param("commission", LedgerAccount.COMMISSION.id())
			.param("gst", LedgerAccount.GST.id())
			.param("reference", reference)
			.param("description", description)
			.query((row, number) -> new PostCorrection.Posted(row.getObject(1, UUID.class),
					row.getObject(2, UUID.class)))
			.optional();
	}

	private boolean isPosted(String reference) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM ledger_transaction WHERE kind = 'ADJUSTMENT' AND reference = :reference)
				""").param("reference", reference).query(Boolean.class).single();
	}

}
