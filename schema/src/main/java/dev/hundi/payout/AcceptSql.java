package dev.hundi.payout;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Reason;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;

/**
 * The SQL statement that stores one or many payouts independently of each other. No two
 * of them may have the same nonce.
 */
final class AcceptSql {

	private final JdbcTemplate jdbc;

	private final Supplier<String> transactionIds;

	AcceptSql(JdbcTemplate jdbc, Supplier<String> transactionIds) {
		this.jdbc = jdbc;
		this.transactionIds = transactionIds;
	}

	/**
	 * Stores what can be stored and commits.
	 * @return a result for each, in their order; empty if nothing refuses a payout and it
	 * still is not stored: another SQL statement took its idempotency key concurrently
	 */
	List<Optional<Acceptance>> run(List<NewPayout> payouts) {
		ResultSetExtractor<List<Optional<Acceptance>>> answers = (rows) -> read(rows, payouts);
		boolean plain = payouts.stream().allMatch(NewPayout::isPlain);
		return Objects.requireNonNull(this.jdbc.query(plain ? SQL : DETAILED,
				(prepared) -> new PayoutColumns(prepared, payouts).bind(!plain), answers));
	}

	/**
	 * Nonces are stored in the order of their key, then payouts in that of theirs, so
	 * that two SQL statements with the same keys block each other but cannot deadlock.
	 * Ids are drawn before, in the order of arrival. Tables are searched by index for
	 * each request ({@code LATERAL … LIMIT 1}): a join under a plan made while the table
	 * was small would scan it. The first array is in a subselect so that one plan serves
	 * any number of requests; if the planner saw the number, it would plan every time.
	 */
	static final String SQL = sql("", "", "", "", "'API'", "");

	/**
	 * The same for requests of which any has optional fields or comes from the portal.
	 * Plain requests do not pay for the columns and tables of these fields.
	 */
	static final String DETAILED = sql(
			"""
					, ?::text[], ?::text[], ?::boolean[], ?::timestamptz[], ?::boolean[], ?::text[], ?::text[], ?::text[], ?::uuid[]
					""",
			"narration, source, held, scheduled_for, requires_approval, notes, purpose, tags, maker_id,",
			", narration, source, held", ", source", "source",
			"""
					, detail AS (
					  INSERT INTO payout_detail (business_id, payout_id, notes, purpose, tags, maker_id)
					  SELECT accepted.business_id, accepted.payout_id, checked.notes::jsonb, checked.purpose,
					         ARRAY(SELECT jsonb_array_elements_text(checked.tags::jsonb)), checked.maker_id
					    FROM accepted
					    JOIN checked ON checked.payout_id = accepted.payout_id
					   WHERE checked.notes <> '{}' OR checked.tags <> '[]' OR num_nonnulls(checked.purpose, checked.maker_id) > 0
					), hold AS (
					  INSERT INTO payout_hold (business_id, payout_id, reason, scheduled_for)
					  SELECT accepted.business_id, accepted.payout_id,
					         CASE WHEN checked.requires_approval OR EXISTS (
					                SELECT FROM payout_rule r
					                 WHERE r.business_id = checked.business_id AND r.ended_at IS NULL AND r.scope = 'PAYOUT'
					                   AND r.above_paise < checked.amount_paise) THEN 'APPROVAL' ELSE 'SCHEDULED' END,
					         checked.scheduled_for
					    FROM accepted
					    JOIN checked ON checked.payout_id = accepted.payout_id
					   WHERE checked.held
					)
					""");

	private static String sql(String arrays, String fields, String columns, String returned, String source,
			String tables) {
		return TEXT.formatted(arrays, fields, columns, returned, source, tables);
	}

	private static final String TEXT = """
			WITH request AS (
			  SELECT uuidv7() AS payout_id, row.*
			    FROM unnest((SELECT ?::text[]), ?::text[], ?::uuid[], ?::text[], ?::uuid[], ?::text[], ?::text[],
			                ?::boolean[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[]%1$s) WITH ORDINALITY
			         AS row (api_key, nonce, business_id, idempotency_key, beneficiary_id, transaction_id, rail,
			                 pays_to_vpa, amount_paise, commission_paise, gst_paise, merchant_reference_id, %2$s position)
			), nonce AS (
			  INSERT INTO request_nonce (api_key, nonce)
			  SELECT api_key, nonce FROM request ORDER BY api_key, nonce
			  ON CONFLICT DO NOTHING
			  RETURNING api_key, nonce
			), checked AS (
			  SELECT request.*, nonce.nonce IS NOT NULL AS nonce_is_new,
			         EXISTS (SELECT FROM wallet w WHERE w.business_id = request.business_id) AS has_wallet,
			         target.beneficiary_code, target.name, target.email, target.phone_number, target.account_number,
			         target.ifsc, target.vpa, target.status AS beneficiary_status,
			         earlier.payout_id AS earlier_payout_id, earlier.transaction_id AS earlier_transaction_id,
			         earlier.amount_paise AS earlier_amount_paise, earlier.rail AS earlier_rail,
			         earlier.merchant_reference_id AS earlier_merchant_reference_id,
			         earlier.created_at AS earlier_created_at, earlier.status AS earlier_status
			    FROM request
			    LEFT JOIN nonce ON nonce.api_key = request.api_key AND nonce.nonce = request.nonce
			    LEFT JOIN LATERAL (
			      SELECT b.beneficiary_code, b.name, b.email, b.phone_number, b.account_number, b.ifsc, b.vpa, b.status
			        FROM beneficiary b
			       WHERE b.business_id = request.business_id AND b.beneficiary_id = request.beneficiary_id
			         AND b.erased_at IS NULL LIMIT 1
			    ) target ON true
			    LEFT JOIN LATERAL (
			      SELECT p.payout_id, p.transaction_id, p.amount_paise, p.rail, p.merchant_reference_id, p.created_at,
			             p.status
			        FROM payout p
			       WHERE p.business_id = request.business_id AND p.idempotency_key = request.idempotency_key LIMIT 1
			    ) earlier ON true
			), accepted AS (
			  INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code,
			                      beneficiary_name, beneficiary_email, beneficiary_phone, account_number, ifsc, vpa, rail,
			                      amount_paise, commission_paise, gst_paise, response_code, response_message,
			                      merchant_reference_id, idempotency_key%3$s)
			  SELECT business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, name, email, phone_number,
			         account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise, ?, ?,
			         merchant_reference_id, idempotency_key%3$s
			    FROM checked
			   WHERE nonce_is_new AND earlier_payout_id IS NULL AND beneficiary_status = 1
			     AND (vpa IS NOT NULL) = pays_to_vpa AND has_wallet
			   ORDER BY business_id, idempotency_key, position
			  ON CONFLICT (business_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
			  RETURNING business_id, payout_id, transaction_id, amount_paise, rail, merchant_reference_id, created_at,
			            status, response_code, response_message%4$s
			), event AS (
			  INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code,
			                            response_message)
			  SELECT business_id, payout_id, 1, 3, 'CREATED', %5$s, response_code, response_message FROM accepted
			)%6$s
			SELECT checked.position, checked.nonce_is_new, checked.has_wallet, checked.beneficiary_status,
			       checked.vpa IS NOT NULL AS has_vpa, accepted.payout_id IS NOT NULL AS is_new,
			       coalesce(accepted.payout_id, earlier_payout_id) AS payout_id,
			       coalesce(accepted.transaction_id, earlier_transaction_id) AS transaction_id,
			       coalesce(accepted.amount_paise, earlier_amount_paise) AS amount_paise,
			       coalesce(accepted.rail, earlier_rail) AS rail,
			       coalesce(accepted.merchant_reference_id, earlier_merchant_reference_id) AS merchant_reference_id,
			       coalesce(accepted.created_at, earlier_created_at) AS created_at,
			       coalesce(accepted.status, earlier_status) AS status
			  FROM checked
			  LEFT JOIN accepted ON accepted.payout_id = checked.payout_id
			""";

	private static List<Optional<Acceptance>> read(ResultSet row, List<NewPayout> payouts) throws SQLException {
		List<@Nullable Optional<Acceptance>> answers = new ArrayList<>(Collections.nCopies(payouts.size(), null));
		while (row.next()) {
			int index = row.getInt("position") - 1;
			answers.set(index, Optional.ofNullable(answer(row, payouts.get(index).rail())));
		}
		return answers.stream().map((answer) -> Objects.requireNonNull(answer, "A request was not answered")).toList();
	}

	private static @Nullable Acceptance answer(ResultSet row, Rail rail) throws SQLException {
		if (!row.getBoolean("nonce_is_new")) {
			return new NonceUsed();
		}
		if (row.getObject("payout_id") != null) {
			PayoutReceipt receipt = Payouts.receipt(row);
			return row.getBoolean("is_new") ? new Accepted(receipt) : new Replayed(receipt);
		}
		Reason reason = refusal(row, rail);
		return (reason != null) ? new Refused(reason) : null;
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

	/** Binds payouts as one array for each of their columns. */
	private final class PayoutColumns {

		private final PreparedStatement prepared;

		private final List<NewPayout> payouts;

		private int index;

		PayoutColumns(PreparedStatement prepared, List<NewPayout> payouts) {
			this.prepared = prepared;
			this.payouts = payouts;
		}

		void bind(boolean detailed) throws SQLException {
			column(String[]::new, NewPayout::apiKey);
			column(String[]::new, NewPayout::nonce);
			column(UUID[]::new, NewPayout::businessId);
			column(String[]::new, NewPayout::idempotencyKey);
			column(UUID[]::new, NewPayout::beneficiaryId);
			column(String[]::new, (payout) -> AcceptSql.this.transactionIds.get());
			column(String[]::new, (payout) -> payout.rail().code());
			column(Boolean[]::new, (payout) -> payout.rail().paysToVpa());
			column(Long[]::new, NewPayout::amountPaise);
			column(Long[]::new, (payout) -> payout.charge().commissionPaise());
			column(Long[]::new, (payout) -> payout.charge().gstPaise());
			column(String[]::new, NewPayout::merchantReferenceId);
			if (detailed) {
				bindOptions();
			}
			this.prepared.setString(++this.index, ResponseCode.INITIATED.name());
			this.prepared.setString(++this.index, ResponseCode.INITIATED.message());
		}

		private void bindOptions() throws SQLException {
			column(String[]::new, (payout) -> payout.options().narration());
			column(String[]::new, (payout) -> (payout.makerId() != null) ? "PORTAL" : "API");
			column(Boolean[]::new, (payout) -> payout.options().isHeld());
			column(String[]::new, (payout) -> Objects.toString(payout.options().scheduledFor(), null));
			column(Boolean[]::new, (payout) -> payout.options().requiresApproval());
			column(String[]::new, (payout) -> payout.options().notesJson());
			column(String[]::new, (payout) -> payout.options().purpose());
			column(String[]::new, (payout) -> payout.options().tagsJson());
			column(UUID[]::new, NewPayout::makerId);
		}

		private <T> void column(IntFunction<T[]> array, Function<NewPayout, @Nullable T> value) throws SQLException {
			T[] values = array.apply(this.payouts.size());
			for (int i = 0; i < values.length; i++) {
				values[i] = value.apply(this.payouts.get(i));
			}
			this.prepared.setObject(++this.index, values);
		}

	}

}
