package dev.hundi.wallet;

import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;
import dev.hundi.utr.Utr;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Credits a wallet with money that arrived at the nodal account.
 */
@Component
public class TopUpWallet {

	private final JdbcClient jdbc;

	TopUpWallet(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Posts a credit once. The same UTR again, from any source and in any form, changes
	 * nothing.
	 * @param amountPaise above zero, in paise
	 * @param utr the bank's reference of the credit, in any form of {@link Utr}
	 * @return whether this call posted it
	 * @throws IllegalArgumentException if the amount is not above zero, the text is no
	 * UTR, or the business has no wallet
	 * @throws IllegalStateException if the UTR is posted for another wallet or amount,
	 * which needs manual review
	 */
	public boolean topUp(UUID businessId, long amountPaise, String utr, String description) {
		String canonical = Utr.canonical(utr);
		if (canonical == null) {
			throw new IllegalArgumentException("Not a UTR: " + utr);
		}
		return post(businessId, amountPaise, canonical, description);
	}

	/**
	 * Locks the wallet before it generates the id of the posting: the ledger has the day
	 * of the id, and the wallet's statement that of the movement.
	 */
	private boolean post(UUID businessId, long amountPaise, String utr, String description) {
		if (amountPaise <= 0) {
			throw new IllegalArgumentException("A top-up must be above zero paise: " + amountPaise);
		}
		int posted = this.jdbc
			.sql("""
					WITH locked AS MATERIALIZED (
					  SELECT business_id FROM wallet WHERE business_id = :businessId FOR NO KEY UPDATE
					), posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
					  SELECT business_id, uuidv7(), 'TOPUP', :utr FROM locked
					  ON CONFLICT DO NOTHING
					  RETURNING business_id, transaction_id
					), credited AS (
					  UPDATE wallet w
					     SET balance_paise = w.balance_paise + :amountPaise, last_sequence = w.last_sequence + 1,
					         total_credit_paise = w.total_credit_paise + :amountPaise, credit_count = w.credit_count + 1,
					         updated_at = greatest(uuid_extract_timestamp(posting.transaction_id), w.updated_at)
					    FROM posting
					   WHERE w.business_id = posting.business_id
					  RETURNING w.business_id, w.account_id, w.balance_paise, w.last_sequence, w.total_credit_paise,
					            w.credit_count, w.updated_at, posting.transaction_id
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT business_id, transaction_id, line, entry.account_id, entry.amount_paise
					    FROM credited
					   CROSS JOIN LATERAL (VALUES (1, credited.account_id, :amountPaise), (2, :nodal, -:amountPaise))
					         AS entry (line, account_id, amount_paise)
					)
					INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
					                             balance_after_paise, total_credit_paise, credit_count, ledger_transaction_id,
					                             description, metadata, created_at)
					SELECT business_id, last_sequence, 'TOPUP', 'CREDIT', :amountPaise, balance_paise - :amountPaise,
					       balance_paise, total_credit_paise, credit_count, transaction_id, :description,
					       jsonb_build_object('utr', :utr), updated_at
					  FROM credited
					""")
			.param("businessId", businessId)
			.param("amountPaise", amountPaise)
			.param("utr", utr)
			.param("description", description)
			.param("nodal", LedgerAccount.NODAL.id())
			.update();
		if (posted == 0 && !hasWallet(businessId)) {
			throw new IllegalArgumentException("Business " + businessId + " has no wallet");
		}
		if (posted == 0 && !isPosted(businessId, amountPaise, utr)) {
			throw new IllegalStateException("UTR " + utr + " is posted already, for another wallet or amount");
		}
		return posted == 1;
	}

	private boolean isPosted(UUID businessId, long amountPaise, String utr) {
		return this.jdbc.sql("""
				SELECT EXISTS (
				  SELECT FROM ledger_transaction t
				    JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id
				   WHERE t.kind = 'TOPUP' AND t.reference = :utr AND t.business_id = :businessId
				     AND e.amount_paise = :amountPaise)
				""")
			.param("utr", utr)
			.param("businessId", businessId)
			.param("amountPaise", amountPaise)
			.query(Boolean.class)
			.single();
	}

	private boolean hasWallet(UUID businessId) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM wallet WHERE business_id = :businessId)")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

}
