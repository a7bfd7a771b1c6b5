package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Statement files: deduplicated by content, claimed under a lease, and ended. Any number
 * of processes may claim at once.
 */
@Repository
public class StatementFiles {

	private static final int LONGEST_FAILURE = 500;

	private static final int LONGEST_COLUMN = 100;

	private static final String COLUMNS = """
			statement_file_id, sha256, file_name, source, account_number, status, received_count, failure, size_bytes,
			received_at, ended_at""";

	private final JdbcClient jdbc;

	StatementFiles(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records a file of the file store. Known bytes are only counted; a rejected file is
	 * retried, because the cause may be fixed here, and so is one whose statements are
	 * all withdrawn.
	 * @param sha256 of its bytes, 32 bytes
	 * @param storedAs its name in the file store
	 */
	@Transactional
	public Receipt receive(byte[] sha256, String fileName, String storedAs, long sizeBytes, StatementSource source,
			@Nullable String accountNumber) {
		retry("sha256", sha256);
		return this.jdbc.sql("""
				INSERT INTO statement_file (sha256, file_name, stored_as, source, account_number, size_bytes)
				VALUES (:sha256, :fileName, :storedAs, :source, :account, :size)
				ON CONFLICT (sha256) DO UPDATE
				   SET received_count = statement_file.received_count + 1,
				       account_number = coalesce(excluded.account_number, statement_file.account_number)
				RETURNING stored_as = :storedAs AS is_new,
				""" + COLUMNS)
			.param("sha256", sha256)
			.param("fileName", fileName)
			.param("storedAs", storedAs)
			.param("source", source.name())
			.param("account", accountNumber)
			.param("size", sizeBytes)
			.query((row, number) -> new Receipt(file(row), row.getBoolean("is_new")))
			.single();
	}

	/**
	 * Makes a file due again that is rejected or whose statements are all withdrawn.
	 * @return whether it is such a file
	 */
	public boolean retry(UUID statementFileId) {
		return retry("statement_file_id", statementFileId);
	}

	/** The names that are no row's file. */
	public Collection<String> unreferenced(Collection<String> storedAs) {
		return this.jdbc.sql("""
				SELECT name FROM unnest(:names::text[]) AS stored (name)
				 WHERE NOT EXISTS (SELECT FROM statement_file f WHERE f.stored_as = stored.name)
				""").param("names", storedAs.toArray(String[]::new)).query(String.class).list();
	}

	/**
	 * Names of stored files that were received before a time and whose load has ended.
	 */
	public List<String> receivedBefore(Instant moment, int limit) {
		return this.jdbc.sql("""
				SELECT stored_as FROM statement_file
				 WHERE received_at < :moment AND ended_at IS NOT NULL AND file_removed_at IS NULL
				 ORDER BY received_at LIMIT :limit
				""").param("moment", Timestamps.utc(moment)).param("limit", limit).query(String.class).list();
	}

	/** Records that files are removed from the store. */
	public void removed(List<String> storedAs) {
		this.jdbc.sql("UPDATE statement_file SET file_removed_at = now() WHERE stored_as = ANY (:names)")
			.param("names", storedAs.toArray(String[]::new))
			.update();
	}

	private boolean retry(String column, Object value) {
		return this.jdbc.sql("""
				UPDATE statement_file f SET status = 'PENDING', due_at = now(), ended_at = NULL, attempt_count = 0
				 WHERE f.%s = :value AND f.file_removed_at IS NULL
				   AND (f.status = 'REJECTED' OR f.status = 'LOADED' AND NOT EXISTS (
				          SELECT FROM bank_statement s WHERE s.sha256 = f.sha256 AND s.status <> 'WITHDRAWN'))
				""".formatted(column)).param("value", value).update() == 1;
	}

	/** Claims the file that has been due longest. */
	public Optional<ClaimedStatementFile> claim(Duration lease) {
		return this.jdbc
			.sql("""
					WITH due AS (
					  SELECT statement_file_id FROM statement_file
					   WHERE due_at <= now() ORDER BY due_at, statement_file_id LIMIT 1 FOR UPDATE SKIP LOCKED
					)
					UPDATE statement_file f
					   SET status = 'RUNNING', claim_id = gen_random_uuid(), due_at = now() + :leaseMs * interval '1 millisecond',
					       attempt_count = f.attempt_count + 1
					  FROM due
					 WHERE f.statement_file_id = due.statement_file_id
					RETURNING f.statement_file_id, f.claim_id, f.file_name, f.stored_as, f.source, f.account_number, f.attempt_count
					""")
			.param("leaseMs", lease.toMillis())
			.query(StatementFiles::claimed)
			.optional();
	}

	/**
	 * Renews the lease.
	 * @return whether the claim still holds
	 */
	public boolean renew(ClaimedStatementFile file, Duration lease) {
		return this.jdbc.sql("""
				UPDATE statement_file SET due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE statement_file_id = :id AND claim_id = :claimId
				""")
			.param("leaseMs", lease.toMillis())
			.param("id", file.statementFileId())
			.param("claimId", file.claimId())
			.update() == 1;
	}

	/** Releases a claim whose load was interrupted; the attempt is not counted. */
	public void giveBack(ClaimedStatementFile file) {
		this.jdbc.sql("""
				UPDATE statement_file
				   SET status = 'PENDING', claim_id = NULL, due_at = now(), attempt_count = attempt_count - 1
				 WHERE statement_file_id = :id AND claim_id = :claimId
				""").param("id", file.statementFileId()).param("claimId", file.claimId()).update();
	}

	/** Releases a claim, to be claimed again after a delay. */
	public void retryLater(ClaimedStatementFile file, String reason, Duration delay) {
		bind(this.jdbc
			.sql("""
					UPDATE statement_file
					   SET status = 'PENDING', claim_id = NULL, due_at = now() + :delayMs * interval '1 millisecond', failure = :reason
					 WHERE statement_file_id = :id AND claim_id = :claimId
					"""),
				file)
			.param("delayMs", delay.toMillis())
			.param("reason", cut(reason))
			.update();
	}

	/** Ends a claim without loading, and records the problem. */
	@Transactional
	public void rejected(ClaimedStatementFile file, RejectedStatementException rejection) {
		int ended = bind(this.jdbc.sql("""
				UPDATE statement_file
				   SET status = 'REJECTED', claim_id = NULL, due_at = NULL, ended_at = now(), failure = :reason
				 WHERE statement_file_id = :id AND claim_id = :claimId
				"""), file).param("reason", cut(rejection.reason())).update();
		if (ended == 1) {
			this.jdbc
				.sql("""
						INSERT INTO bank_statement_problem (kind, statement_file_id, nodal_account_id, file_name, line_number, column_name, reason)
						VALUES (:kind, :id, (SELECT nodal_account_id FROM nodal_account WHERE account_number = :account), :fileName,
						        :line, :column, :reason)
						""")
				.param("kind", rejection.isDuplicate() ? "DUPLICATE" : "REJECTED")
				.param("id", file.statementFileId())
				.param("account", file.accountNumber())
				.param("fileName", file.fileName())
				.param("line", rejection.fileLine())
				.param("column", cutColumn(rejection.column()))
				.param("reason", cut(String.valueOf(rejection.getMessage())))
				.update();
		}
	}

	/**
	 * Records with which profiles a file was read.
	 * @param profiles names with versions
	 */
	public void readWith(ClaimedStatementFile file, Collection<String> profiles) {
		String text = String.join(", ", profiles);
		this.jdbc.sql("UPDATE statement_file SET profile_versions = :profiles WHERE statement_file_id = :id")
			.param("profiles", text.isEmpty() ? null : cut(text))
			.param("id", file.statementFileId())
			.update();
	}

	public Optional<ReceivedStatementFile> find(UUID statementFileId) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM statement_file WHERE statement_file_id = :id")
			.param("id", statementFileId)
			.query((row, number) -> file(row))
			.optional();
	}

	/** The newest files first. */
	public List<ReceivedStatementFile> latest(int limit) {
		return latest(null, limit);
	}

	/**
	 * The newest files first.
	 * @param before only files received before this one, or null from the newest
	 */
	public List<ReceivedStatementFile> latest(@Nullable UUID before, int limit) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				  FROM statement_file WHERE :before::uuid IS NULL OR statement_file_id < :before::uuid
				 ORDER BY statement_file_id DESC LIMIT :limit
				""").param("before", before).param("limit", limit).query((row, number) -> file(row)).list();
	}

	/**
	 * The stored files with a statement of a day that is not withdrawn, of accounts with
	 * a profile.
	 */
	public List<DayFile> ofDay(String profile, LocalDate day) {
		return this.jdbc.sql("""
				SELECT DISTINCT f.file_name, f.stored_as, n.account_number
				  FROM nodal_account n
				  JOIN bank_statement s ON s.nodal_account_id = n.nodal_account_id
				  JOIN statement_file f ON f.sha256 = s.sha256
				 WHERE n.statement_profile = :profile AND s.business_date = :day AND s.status <> 'WITHDRAWN'
				 ORDER BY 1, 2 LIMIT 20
				""")
			.param("profile", profile)
			.param("day", day)
			.query((row, number) -> new DayFile(row.getString("file_name"), row.getString("stored_as"),
					row.getString("account_number")))
			.list();
	}

	private static JdbcClient.StatementSpec bind(JdbcClient.StatementSpec sql, ClaimedStatementFile file) {
		return sql.param("id", file.statementFileId()).param("claimId", file.claimId());
	}

	private static String cut(String reason) {
		return Beginning.of(reason, LONGEST_FAILURE).replace("\0", "");
	}

	private static @Nullable String cutColumn(@Nullable String column) {
		return (column == null || column.isBlank()) ? null : Beginning.of(column, LONGEST_COLUMN).replace("\0", "");
	}

	private static ClaimedStatementFile claimed(ResultSet row, int number) throws SQLException {
		return new ClaimedStatementFile(row.getObject("statement_file_id", UUID.class),
				row.getObject("claim_id", UUID.class), row.getString("file_name"), row.getString("stored_as"),
				StatementSource.valueOf(row.getString("source")), row.getString("account_number"),
				row.getInt("attempt_count"));
	}

	private static ReceivedStatementFile file(ResultSet row) throws SQLException {
		return new ReceivedStatementFile(row.getObject("statement_file_id", UUID.class),
				HexFormat.of().formatHex(row.getBytes("sha256")), row.getString("file_name"),
				StatementSource.valueOf(row.getString("source")), row.getString("account_number"),
				ReceivedStatementFile.Status.valueOf(row.getString("status")), row.getInt("received_count"),
				row.getString("failure"), row.getLong("size_bytes"), Timestamps.instant(row, "received_at"),
				Timestamps.nullable(row, "ended_at"));
	}

	/**
	 * The result of receiving a file.
	 *
	 * @param stored whether the file is kept as stored; if not, the bytes were known
	 */
	public record Receipt(ReceivedStatementFile file, boolean stored) {
	}

}
