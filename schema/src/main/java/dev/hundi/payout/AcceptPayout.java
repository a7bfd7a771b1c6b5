package dev.hundi.payout;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Reason;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.stereotype.Component;

/**
 * Stores a payout for a verified request: one statement, one round trip, one commit. It
 * is the request's only write, so the nonce, the idempotency key, the payout and its
 * CREATED event stand or fall together.
 */
@Component
public class AcceptPayout {

	private static final int ATTEMPTS = 3;

	private final JdbcTemplate jdbc;

	private final Payouts payouts;

	private final Supplier<String> transactionIds;

	@Autowired
	AcceptPayout(JdbcTemplate jdbc, Payouts payouts) {
		this(jdbc, payouts, () -> PublicCode.transactionId(Instant.now()));
	}

	AcceptPayout(JdbcTemplate jdbc, Payouts payouts, Supplier<String> transactionIds) {
		this.jdbc = jdbc;
		this.payouts = payouts;
		this.transactionIds = transactionIds;
	}

	/**
	 * Accepts a payout, or says why not. Call it outside a transaction: it commits by
	 * itself.
	 * @throws DuplicateKeyException if three transaction ids in a row were taken
	 */
	public Acceptance accept(NewPayout payout) {
		for (int attempt = 1;; attempt++) {
			try {
				return acceptOnce(payout);
			}
			catch (DuplicateKeyException ex) {
				// A taken transaction id undoes the statement, its nonce too.
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private Acceptance acceptOnce(NewPayout payout) {
		ResultSetExtractor<Optional<Acceptance>> answer = (rows) -> read(rows, payout);
		return Objects.requireNonNull(this.jdbc.query(ACCEPT, (statement) -> bind(statement, payout), answer))
			.orElseGet(() -> new Replayed(winner(payout)));
	}

	/**
	 * The payout of a request with the same idempotency key that committed while this one
	 * ran, too late for its snapshot.
	 */
	private PayoutReceipt winner(NewPayout payout) {
		String key = payout.idempotencyKey();
		if (key == null) {
			throw new IllegalStateException("A payout without idempotency key was neither stored nor refused");
		}
		return this.payouts.byIdempotencyKey(payout.businessId(), key)
			.orElseThrow(() -> new IllegalStateException("The payout of an idempotency key in use is not there"));
	}

	private void bind(PreparedStatement statement, NewPayout payout) throws SQLException {
		UUID businessId = payout.businessId();
		statement.setString(1, payout.apiKey());
		statement.setString(2, payout.nonce());
		statement.setObject(3, businessId);
		statement.setString(4, payout.idempotencyKey());
		statement.setObject(5, businessId);
		statement.setObject(6, payout.beneficiaryId());
		statement.setObject(7, businessId);
		statement.setString(8, this.transactionIds.get());
		statement.setString(9, payout.rail().code());
		statement.setLong(10, payout.amountPaise());
		statement.setLong(11, payout.charge().commissionPaise());
		statement.setLong(12, payout.charge().gstPaise());
		statement.setString(13, ResponseCode.INITIATED.name());
		statement.setString(14, ResponseCode.INITIATED.message());
		statement.setString(15, payout.merchantReferenceId());
		statement.setString(16, payout.idempotencyKey());
		statement.setBoolean(17, payout.rail().paysToVpa());
	}

	private static final String ACCEPT = """
			WITH nonce AS (
			  INSERT INTO request_nonce (api_key, nonce) VALUES (?, ?)
			  ON CONFLICT DO NOTHING
			  RETURNING 1
			), replayed AS (
			  SELECT payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at
			    FROM payout
			   WHERE business_id = ? AND idempotency_key = ?
			), target AS (
			  SELECT b.business_id, b.beneficiary_id, b.beneficiary_code, b.name, b.email, b.phone_number,
			         b.account_number, b.ifsc, b.vpa, b.status
			    FROM beneficiary b
			   WHERE b.business_id = ? AND b.beneficiary_id = ?
			), funded AS (
			  SELECT 1 FROM wallet WHERE business_id = ?
			), accepted AS (
			  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                      beneficiary_email, beneficiary_phone, account_number, ifsc, vpa, rail, amount_paise,
			                      commission_paise, gst_paise, response_code, response_message, merchant_reference_id,
			                      idempotency_key)
			  SELECT t.business_id, ?, t.beneficiary_id, t.beneficiary_code, t.name, t.email, t.phone_number,
			         t.account_number, t.ifsc, t.vpa, ?, ?, ?, ?, ?, ?, ?, ?
			    FROM target t
			   WHERE t.status = 1 AND (t.vpa IS NOT NULL) = ? AND EXISTS (SELECT FROM funded)
			     AND EXISTS (SELECT FROM nonce) AND NOT EXISTS (SELECT FROM replayed)
			  ON CONFLICT (business_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
			  RETURNING business_id, payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at,
			            response_code, response_message
			), event AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
			                            response_message)
			  SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', response_code, response_message FROM accepted
			), receipt AS (
			  SELECT true AS is_new, payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at
			    FROM accepted
			  UNION ALL
			  SELECT false, payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at
			    FROM replayed
			)
			SELECT EXISTS (SELECT FROM nonce) AS nonce_is_new, EXISTS (SELECT FROM funded) AS has_wallet,
			       target.status AS beneficiary_status, target.vpa IS NOT NULL AS has_vpa,
			       receipt.is_new, receipt.payout_id, receipt.transaction_id, receipt.amount_paise, receipt.rail,
			       receipt.merchant_reference_id, receipt.created_at
			  FROM (VALUES (1)) AS one (row)
			  LEFT JOIN receipt ON true
			  LEFT JOIN target ON true
			""";

	/** Empty where nothing stands against the payout and yet it is not there: a race. */
	private static Optional<Acceptance> read(ResultSet row, NewPayout payout) throws SQLException {
		if (!row.next()) {
			throw new IllegalStateException("An acceptance always answers one row");
		}
		if (!row.getBoolean("nonce_is_new")) {
			return Optional.of(new NonceUsed());
		}
		if (row.getObject("payout_id") != null) {
			PayoutReceipt receipt = Payouts.receipt(row);
			return Optional.of(row.getBoolean("is_new") ? new Accepted(receipt) : new Replayed(receipt));
		}
		return Optional.ofNullable(refusal(row, payout.rail())).map(Refused::new);
	}

	private static @Nullable Reason refusal(ResultSet row, Rail rail) throws SQLException {
		if (row.getObject("beneficiary_status") == null) {
			return Reason.BENEFICIARY_NOT_FOUND;
		}
		if (row.getInt("beneficiary_status") != 1) {
			return Reason.BENEFICIARY_INACTIVE;
		}
		if (row.getBoolean("has_vpa") != rail.paysToVpa()) {
			return Reason.RAIL_TARGET_MISMATCH;
		}
		return row.getBoolean("has_wallet") ? null : Reason.WALLET_NOT_PROVISIONED;
	}

}
