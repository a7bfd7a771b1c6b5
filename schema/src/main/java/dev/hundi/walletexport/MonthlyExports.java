package dev.hundi.walletexport;

import java.time.Duration;
import java.time.YearMonth;

import dev.hundi.time.India;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Monthly exports of each wallet, by calendar month of Asia/Kolkata, as PDF and CSV.
 */
@Repository
public class MonthlyExports {

	private final JdbcClient jdbc;

	MonthlyExports(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Requests the missing exports of a month for businesses whose wallet existed in it.
	 * One SQL statement stores a monthly export and its file request.
	 * @param limit maximum number of requests
	 * @return number of requests; fewer than {@code limit} when none are left
	 */
	public int request(YearMonth month, int limit) {
		return bound(month,
				this.jdbc
					.sql("""
							WITH due AS (
							  SELECT w.business_id, f.format, movements_before(w.business_id, :until) AS last_sequence, b.business_code, uuidv7() AS export_id
							    FROM wallet w
							    JOIN business b ON b.business_id = w.business_id
							   CROSS JOIN (VALUES ('CSV'), ('PDF')) AS f (format)
							   WHERE w.created_at < :until
							     AND NOT EXISTS (SELECT FROM monthly_export s
							                      WHERE s.business_id = w.business_id AND s.month = :month AND s.format = f.format)
							   ORDER BY w.business_id, f.format
							   LIMIT :limit
							), export AS (
							  INSERT INTO wallet_export (business_id, export_id, kind, format, since, until, last_sequence, file_name)
							  SELECT business_id, export_id, 'STATEMENT', format, :since, :until, last_sequence,
							         'wallet-' || business_code || '-' || :firstDay || '-' || :lastDay || '.' || lower(format)
							    FROM due
							), monthly AS (
							  INSERT INTO monthly_export (business_id, month, format, export_id)
							  SELECT business_id, :month, format, export_id FROM due
							  RETURNING 1
							)
							SELECT count(*), pg_notify(:channel, '') FROM monthly
							"""))
			.param("limit", limit)
			.query((row, number) -> row.getInt(1))
			.single();
	}

	/**
	 * Requests exports of a month again that failed a while ago, or whose file was lost
	 * before its time.
	 * @param limit maximum number of requests
	 * @return number of requests; fewer than {@code limit} when none are left
	 */
	public int requestFailedAgain(YearMonth month, Duration after, int limit) {
		return bound(month,
				this.jdbc
					.sql("""
							WITH due AS (
							  SELECT s.business_id, s.format, movements_before(s.business_id, :until) AS last_sequence, e.file_name, uuidv7() AS export_id
							    FROM monthly_export s
							    JOIN wallet_export e ON e.business_id = s.business_id AND e.export_id = s.export_id
							   WHERE s.month = :month AND (e.status = 'FAILED' OR e.status = 'EXPIRED' AND e.expires_at > now())
							     AND e.completed_at <= now() - :afterMs * interval '1 millisecond'
							   ORDER BY s.business_id, s.format
							   LIMIT :limit
							), export AS (
							  INSERT INTO wallet_export (business_id, export_id, kind, format, since, until, last_sequence, file_name)
							  SELECT business_id, export_id, 'STATEMENT', format, :since, :until, last_sequence, file_name FROM due
							), monthly AS (
							  UPDATE monthly_export s SET export_id = due.export_id
							    FROM due
							   WHERE s.business_id = due.business_id AND s.month = :month AND s.format = due.format
							  RETURNING 1
							)
							SELECT count(*), pg_notify(:channel, '') FROM monthly
							"""))
			.param("afterMs", after.toMillis())
			.param("limit", limit)
			.query((row, number) -> row.getInt(1))
			.single();
	}

	private static JdbcClient.StatementSpec bound(YearMonth month, JdbcClient.StatementSpec sql) {
		return sql.param("month", month.atDay(1))
			.param("since", Timestamps.utc(India.startOf(month.atDay(1))))
			.param("until", Timestamps.utc(India.startOf(month.plusMonths(1).atDay(1))))
			.param("firstDay", month.atDay(1).toString().replace("-", ""))
			.param("lastDay", month.atEndOfMonth().toString().replace("-", ""))
			.param("channel", WalletExports.DUE);
	}

}
