package dev.hundi.retention;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.hundi.retention.RetentionPeriods.Basis;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases, of the person that {@link FindSubject} found, what no law requires. Each row is
 * erased in a transaction of its own together with its audit, so an interrupted erasure
 * is continued by repeating it.
 */
final class EraseSubject {

	private final JdbcClient jdbc;

	private final TransactionTemplate transactions;

	private final RetentionPeriods periods;

	/** Null: a dry run. */
	private final @Nullable Long requestId;

	private final List<ErasedOrKept> rows = new ArrayList<>();

	EraseSubject(JdbcClient jdbc, TransactionTemplate transactions, RetentionPeriods periods,
			@Nullable Long requestId) {
		this.jdbc = jdbc;
		this.transactions = transactions;
		this.periods = periods;
		this.requestId = requestId;
	}

	/** Erases everything that may be erased, and returns every row that was found. */
	List<ErasedOrKept> erase() {
		beneficiaries();
		payouts();
		bulkRows();
		exports();
		statements();
		return List.copyOf(this.rows);
	}

	private void beneficiaries() {
		for (Found found : found(
				"""
						SELECT jsonb_build_object('business_id', b.business_id, 'beneficiary_id', b.beneficiary_id) AS key,
						       CASE WHEN b.status = 1 THEN 'active' WHEN b.erased_at IS NOT NULL THEN 'erased' ELSE 'inactive' END AS state,
						       (SELECT max(coalesce(p.completed_at, now())) FROM payout p
						         WHERE p.business_id = b.business_id AND p.beneficiary_id = b.beneficiary_id) AS ended
						  FROM beneficiary b JOIN subject_beneficiary USING (business_id, beneficiary_id)
						 WHERE b.erased_at IS NULL ORDER BY 1
						""")) {
			if (found.state().equals("active")) {
				keep(PersonalTable.BENEFICIARY, found,
						"the business uses it; erase it once the business has archived it");
			}
			else if (found.ended() != null && !expired(Basis.TRANSACTION, found.ended())) {
				keep(PersonalTable.BENEFICIARY, found,
						until(Basis.TRANSACTION, found.ended(), "paid, PMLA section 12"));
			}
			else {
				erase(PersonalTable.BENEFICIARY, found,
						"name, contact and target, also in its events and verifications",
						"""
								SELECT erase_beneficiary((:key::jsonb ->> 'business_id')::uuid, (:key::jsonb ->> 'beneficiary_id')::uuid)
								""");
			}
		}
	}

	private void payouts() {
		for (Found found : found(
				"""
						SELECT jsonb_build_object('business_id', p.business_id, 'payout_id', p.payout_id) AS key,
						       CASE WHEN p.beneficiary_phone <> 'ERASED' OR p.beneficiary_email IS NOT NULL THEN 'contact' ELSE '' END AS state,
						       p.completed_at AS ended
						  FROM payout p JOIN subject_payout USING (business_id, payout_id) ORDER BY p.payout_id
						""")) {
			if (found.ended() == null) {
				keep(PersonalTable.PAYOUT, found, "the payout has not ended");
				continue;
			}
			if (found.state().equals("contact")) {
				erase(PersonalTable.PAYOUT, found, "phone number and e-mail address, which no law requires",
						"""
								SELECT erase_payout_contact((:key::jsonb ->> 'business_id')::uuid, (:key::jsonb ->> 'payout_id')::uuid)
								""");
			}
			keep(PersonalTable.PAYOUT, found, until(Basis.TRANSACTION, found.ended(),
					"payee of a transaction, with its search text, bank orders and callbacks, PMLA section 12"));
		}
	}

	private void bulkRows() {
		for (Found found : found(
				"""
						SELECT jsonb_build_object('business_id', r.business_id, 'bulk_file_id', r.bulk_file_id, 'row_number', r.row_number)
						         AS key,
						       CASE WHEN p.payout_id IS NOT NULL THEN 'paid' ELSE '' END AS state, f.completed_at AS ended
						  FROM bulk_row r
						  JOIN subject_row USING (business_id, bulk_file_id, row_number)
						  JOIN bulk_file f USING (business_id, bulk_file_id)
						  LEFT JOIN payout p ON p.business_id = r.business_id AND p.bulk_file_id = r.bulk_file_id
						                    AND p.bulk_row_number = r.row_number
						 ORDER BY r.bulk_file_id, r.row_number
						""")) {
			if (found.ended() == null) {
				keep(PersonalTable.BULK_ROW, found, "the bulk file has not ended");
			}
			else if (found.state().equals("paid") && !expired(Basis.TRANSACTION, found.ended())) {
				keep(PersonalTable.BULK_ROW, found,
						until(Basis.TRANSACTION, found.ended(), "order of a payout, PMLA section 12"));
			}
			else {
				erase(PersonalTable.BULK_ROW, found, "cells, payee and contact of a row without a payout",
						"""
								SELECT erase_bulk_row((:key::jsonb ->> 'business_id')::uuid, (:key::jsonb ->> 'bulk_file_id')::uuid,
								                      (:key::jsonb ->> 'row_number')::integer)
								""");
			}
		}
	}

	private void exports() {
		for (Found found : found(
				"""
						SELECT jsonb_build_object('business_id', e.business_id, 'export_id', e.export_id) AS key, e.status AS state,
						       coalesce(e.expires_at, e.created_at) AS ended
						  FROM wallet_export e JOIN subject_export USING (business_id, export_id) ORDER BY e.export_id
						""")) {
			if (found.state().equals("EXPIRED") || found.state().equals("FAILED")) {
				erase(PersonalTable.WALLET_EXPORT, found, "search phrase",
						"""
								WITH erased AS (
								  UPDATE wallet_export SET search = NULL, status = 'EXPIRED'
								   WHERE business_id = (:key::jsonb ->> 'business_id')::uuid AND export_id = (:key::jsonb ->> 'export_id')::uuid
								     AND status IN ('EXPIRED', 'FAILED')
								  RETURNING 1)
								SELECT count(*) FROM erased
								""");
			}
			else {
				keep(PersonalTable.WALLET_EXPORT, found,
						"the file is offered until " + found.ended() + "; erase it then");
			}
		}
	}

	private void statements() {
		for (Found found : found(
				"""
						SELECT jsonb_build_object('bank_statement_id', l.bank_statement_id, 'line_number', l.line_number) AS key,
						       CASE WHEN o.line_number IS NOT NULL THEN 'open' ELSE '' END AS state,
						       l.business_date::timestamp AT TIME ZONE 'Asia/Kolkata' AS ended
						  FROM bank_statement_line l
						  JOIN subject_line USING (bank_statement_id, line_number)
						  LEFT JOIN reconciliation_open_line o USING (bank_statement_id, line_number)
						 WHERE num_nonnulls(l.counterparty_account, l.counterparty_name, l.narration) > 0
						 ORDER BY l.business_date, l.bank_statement_id, l.line_number
						""")) {
			String why = until(Basis.BOOKS, Objects.requireNonNull(found.ended()),
					"voucher of the books, Companies Act section 128(5)");
			keep(PersonalTable.BANK_STATEMENT_LINE, found,
					found.state().equals("open") ? why + ", and until it is matched" : why);
		}
	}

	private void keep(PersonalTable table, Found found, String why) {
		this.rows.add(ErasedOrKept.kept(table, found.key(), why));
	}

	private void erase(PersonalTable table, Found found, String what, String sql) {
		Long request = this.requestId;
		if (request != null) {
			this.transactions.executeWithoutResult((status) -> {
				this.jdbc.sql(sql).param("key", found.key()).query((row) -> {
				});
				this.jdbc.sql("""
						INSERT INTO personal_data_erasure (request_id, table_name, row_key, what)
						VALUES (:request, :table, :key::jsonb, :what)
						""")
					.param("request", request)
					.param("table", table.table())
					.param("key", found.key())
					.param("what", what)
					.update();
			});
		}
		this.rows.add(new ErasedOrKept(table.table(), found.key(), true, what));
	}

	private boolean expired(Basis basis, Instant ended) {
		return ended.isBefore(this.periods.expiredBefore(basis, Instant.now()));
	}

	private String until(Basis basis, Instant ended, String why) {
		return expired(basis, ended) ? "it has expired: housekeeping erases it within a day"
				: "kept until %s: %s".formatted(this.periods.keptUntil(basis, ended), why);
	}

	private List<Found> found(String sql) {
		return this.jdbc.sql(sql).query(Found::read).list();
	}

	private record Found(String key, String state, @Nullable Instant ended) {

		static Found read(ResultSet row, int number) throws SQLException {
			return new Found(row.getString("key"), row.getString("state"), Timestamps.nullable(row, "ended"));
		}

	}

}
