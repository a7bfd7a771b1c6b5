package dev.hundi.wallet;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.payout.Charge;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Debits the fee of a name verification from the wallet: fee and GST, one movement and
 * one posting, once per verification.
 */
@Component
public class ChargeVerification {

	private final JdbcClient jdbc;

	ChargeVerification(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Posts the charge in the transaction of the caller, who records it with the result.
	 * @param charge fee and GST in paise, above zero in total
	 * @param description of the movement
	 * @return the ledger transaction, or empty if the spendable balance is below the
	 * charge or there is no wallet; then nothing is posted
	 * @throws org.springframework.dao.DuplicateKeyException if the verification was
	 * charged before
	 */
	public Optional<UUID> charge(UUID businessId, UUID verificationId, Charge charge, String description) {
		return covers(businessId, charge) ? Optional.of(post(businessId, verificationId, charge, description))
				: Optional.empty();
	}

	private boolean covers(UUID businessId, Charge charge) {
		return this.jdbc.sql("""
				SELECT w.balance_paise, b.reserve_percent, b.min_balance_paise
				  FROM wallet w
				  JOIN business b ON b.business_id = w.business_id
				 WHERE w.business_id = :businessId
				   FOR NO KEY UPDATE OF w
				""")
			.param("businessId", businessId)
			.query((row,
					number) -> new BalanceRule(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise"))
						.spendablePaise(row.getLong("balance_paise")))
			.optional()
			.filter((spendablePaise) -> spendablePaise >= charge.totalPaise())
			.isPresent();
	}

	private UUID post(UUID businessId, UUID verificationId, Charge charge, String description) {
		return this.jdbc
			.sql("""
					WITH posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
					  VALUES (:businessId, uuidv7(), 'VERIFICATION_FEE', :reference)
					  RETURNING business_id, transaction_id
					), debited AS (
					  UPDATE wallet w
					     SET balance_paise = w.balance_paise - :totalPaise, last_sequence = w.last_sequence + 1,
					         updated_at = greatest(uuid_extract_timestamp(posting.transaction_id), w.updated_at)
					    FROM posting
					   WHERE w.business_id = posting.business_id
					  RETURNING w.business_id, w.account_id, w.balance_paise, w.last_sequence, w.total_credit_paise,
					            w.credit_count, w.updated_at, posting.transaction_id
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT business_id, transaction_id, line, entry.account_id, entry.amount_paise
					    FROM debited
					   CROSS JOIN LATERAL (VALUES (1, debited.account_id, -:totalPaise), (2, :revenue, :feePaise), (3, :gst, :gstPaise))
					         AS entry (line, account_id, amount_paise)
					   WHERE entry.amount_paise <> 0
					), movement AS (
					  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, gst_paise,
					                               balance_before_paise, balance_after_paise, total_credit_paise, credit_count,
					                               ledger_transaction_id, description, metadata, created_at)
					  SELECT business_id, last_sequence, 'VERIFICATION_FEE', 'DEBIT', :feePaise, :gstPaise,
					         balance_paise + :totalPaise, balance_paise, total_credit_paise, credit_count, transaction_id, :description,
					         jsonb_build_object('verificationId', :reference), updated_at
					    FROM debited
					)
					SELECT transaction_id FROM debited
					""")
			.param("businessId", businessId)
			.param("reference", verificationId.toString())
			.param("feePaise", charge.commissionPaise())
			.param("gstPaise", charge.gstPaise())
			.param("totalPaise", charge.totalPaise())
			.param("revenue", LedgerAccount.VERIFICATION.id())
			.param("gst", LedgerAccount.GST.id())
			.param("description", description)
			.query(UUID.class)
			.single();
	}

}
