package dev.hundi.wallet;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.ledger.LedgerAccount;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Posts corrections of the end-of-day reconciliation, of which two people have approved
 * each, or the rule that permits it: a difference between bank and ledger, against a
 * wallet or a shared account. Each reference posts once.
 */
@Component
public class PostCorrection {

	/**
	 * The platform's own business for postings without a wallet, created on first use.
	 */
	public static final UUID HOUSE = UUID.fromString("00000000-0000-7000-8000-000000000001");

	private final JdbcClient jdbc;

	PostCorrection(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A posting.
	 *
	 * @param businessId owner of the posting
	 * @param transactionId of the ledger
	 */
	public record Posted(UUID businessId, UUID transactionId) {
	}

	/**
	 * Posts between the nodal account and a shared account.
	 * @param account {@link LedgerAccount#SUSPENSE}, {@link LedgerAccount#ADJUSTMENTS} or
	 * {@link LedgerAccount#BANK_CHARGES}
	 * @param amountPaise bank minus ledger; may be negative
	 * @param reference idempotency key
	 * @throws IllegalStateException if the reference is posted already
	 */
	public Posted toAccount(LedgerAccount account, long amountPaise, String reference) {
		if (account != LedgerAccount.SUSPENSE && account != LedgerAccount.ADJUSTMENTS
				&& account != LedgerAccount.BANK_CHARGES) {
			throw new IllegalArgumentException("No correction is posted to " + account.code());
		}
		requireAmount(amountPaise);
		this.jdbc.sql("""
				INSERT INTO business (business_id, business_code, business_name)
				VALUES (:house, 'BIZ00000000', 'Hundi itself') ON CONFLICT DO NOTHING
				""").param("house", HOUSE).update();
		return this.jdbc
			.sql("""
					WITH posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
					  VALUES (:house, uuidv7(), 'ADJUSTMENT', :reference)
					  ON CONFLICT DO NOTHING
					  RETURNING business_id, transaction_id
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT business_id, transaction_id, line, entry.account_id, entry.amount_paise
					    FROM posting
					   CROSS JOIN LATERAL (VALUES (1, :account::bigint, :amountPaise::bigint), (2, :nodal::bigint, -:amountPaise::bigint))
					         AS entry (line, account_id, amount_paise)
					)
					SELECT business_id, transaction_id FROM posting
					""")
			.param("house", HOUSE)
			.param("reference", reference)
			.param("account", account.id())
			.param("nodal", LedgerAccount.NODAL.id())
			.param("amountPaise", amountPaise)
			.query((row, number) -> new Posted(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.optional()
			.orElseThrow(() -> new IllegalStateException("Correction " + reference + " is posted already"));
	}

	/**
	 * Posts between the nodal account and a wallet, as an adjustment that the business
	 * sees.
	 * @param amountPaise credited to the wallet; debited if negative
	 * @param reference idempotency key
	 * @throws IllegalStateException if the reference is posted already, the business has
	 * no wallet, or the wallet does not cover the debit
	 */
	public Posted toWallet(UUID businessId, long amountPaise, String reference, String description) {
		return toWallet(businessId, amountPaise, 0, reference, description);
	}

	/**
	 * Posts money to a wallet that suspense has advanced in part or in whole: the money
	 * ends the claim of suspense, and only the difference changes the wallet. If the
	 * claim is larger and the wallet does not cover the difference, suspense keeps it.
	 * @param claimPaise what suspense has advanced
	 * @param reference idempotency key
	 * @throws IllegalStateException as of {@link #toWallet(UUID, long, String, String)}
	 */
	public Posted toWallet(UUID businessId, long amountPaise, long claimPaise, String reference, String description) {
		requireAmount(amountPaise);
		if (claimPaise < 0 || (claimPaise > 0 && amountPaise < 0)) {
			throw new IllegalArgumentException("A claim is ended by money for the wallet, not by a debit");
		}
		return post(businessId, amountPaise, claimPaise, reference, description)
			.orElseThrow(() -> new IllegalStateException(
					"Business %s has no wallet or an insufficient balance, or %s is posted already; approve it again when the wallet covers it"
						.formatted(businessId, reference)));
	}

	/**
	 * Takes from a wallet what suspense has advanced. Nothing moves at the bank.
	 * @param claimPaise what suspense has advanced, above zero
	 * @param reference idempotency key
	 * @throws IllegalStateException as of {@link #toWallet(UUID, long, String, String)}
	 */
	public Posted repay(UUID businessId, long claimPaise, String reference, String description) {
		requireAmount(claimPaise);
		return post(businessId, 0, claimPaise, reference, description).orElseThrow(() -> new IllegalStateException(
				"The wallet of business %s does not cover what suspense bears for it, or %s is posted already; approve it again when it does"
					.formatted(businessId, reference)));
	}

	private Optional<Posted> post(UUID businessId, long amountPaise, long claimPaise, String reference,
			String description) {
		return this.jdbc
			.sql("""
					WITH enough AS (
					  SELECT business_id, account_id,
					         CASE WHEN balance_paise + :amountPaise::bigint - :claimPaise::bigint >= 0
					              THEN :amountPaise::bigint - :claimPaise::bigint ELSE 0 END AS paise
					    FROM wallet
					   WHERE business_id = :businessId AND balance_paise + :amountPaise::bigint >= 0
					     FOR NO KEY UPDATE
					), posting AS (
					  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
					  SELECT business_id, uuidv7(), 'ADJUSTMENT', :reference::text FROM enough
					   WHERE enough.paise <> 0 OR :amountPaise::bigint <> 0
					  ON CONFLICT DO NOTHING
					  RETURNING business_id, transaction_id
					), moved AS (
					  UPDATE wallet w
					     SET balance_paise = w.balance_paise + enough.paise, last_sequence = w.last_sequence + 1,
					         total_credit_paise = w.total_credit_paise + greatest(enough.paise, 0),
					         credit_count = w.credit_count + CASE WHEN enough.paise > 0 THEN 1 ELSE 0 END,
					         updated_at = greatest(uuid_extract_timestamp(posting.transaction_id), w.updated_at)
					    FROM posting
					    JOIN enough ON enough.business_id = posting.business_id
					   WHERE w.business_id = posting.business_id AND enough.paise <> 0
					  RETURNING w.business_id, w.balance_paise, w.last_sequence, w.total_credit_paise, w.credit_count, w.updated_at,
					            enough.paise, posting.transaction_id
					), entries AS (
					  INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
					  SELECT posting.business_id, posting.transaction_id, entry.line, entry.account_id, entry.amount_paise
					    FROM posting
					    JOIN enough ON enough.business_id = posting.business_id
					   CROSS JOIN LATERAL (VALUES (1, enough.account_id, enough.paise), (2, :nodal::bigint, -:amountPaise::bigint),
					                              (3, :suspense::bigint, :amountPaise::bigint - enough.paise))
					         AS entry (line, account_id, amount_paise)
					   WHERE entry.amount_paise <> 0
					), movement AS (
					  INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
					                               balance_after_paise, total_credit_paise, credit_count,
					                               ledger_transaction_id, description, metadata, created_at)
					  SELECT business_id, last_sequence, 'ADJUSTMENT', CASE WHEN paise > 0 THEN 'CREDIT' ELSE 'DEBIT' END, abs(paise),
					         balance_paise - paise, balance_paise, total_credit_paise, credit_count, transaction_id, :description,
					         jsonb_build_object('reference', :reference::text), updated_at
					    FROM moved
					)
					SELECT business_id, transaction_id FROM posting
					""")
			.param("businessId", businessId)
			.param("reference", reference)
			.param("description", description)
			.param("nodal", LedgerAccount.NODAL.id())
			.param("suspense", LedgerAccount.SUSPENSE.id())
			.param("amountPaise", amountPaise)
			.param("claimPaise", claimPaise)
			.query((row, number) -> new Posted(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.optional();
	}

	private static void requireAmount(long amountPaise) {
		if (amountPaise == 0) {
			throw new IllegalArgumentException("A correction needs an amount");
		}
	}

}
