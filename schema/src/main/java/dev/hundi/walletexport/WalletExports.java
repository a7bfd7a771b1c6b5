package dev.hundi.walletexport;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The exports of each business, including monthly ones.
 */
@Repository
public class WalletExports {

	/** Notification channel; the payload is the id of an export that has ended. */
	public static final String ENDED = "wallet_export_ended";

	/** Notification channel: an export may be due. */
	public static final String DUE = "wallet_export_due";

	static final String COLUMNS = """
			e.business_id, e.export_id, e.format, e.search, e.since, e.until, e.status, e.rows_written, e.rows_expected,
			e.file_name, e.stored_as, e.row_count, e.truncated, e.size_bytes, e.sha256, e.created_at, e.expires_at
			""";

	private final JdbcClient jdbc;

	WalletExports(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<WalletExport> find(UUID businessId, UUID exportId) {
		return this.jdbc
			.sql("SELECT " + COLUMNS
					+ " FROM wallet_export e WHERE e.business_id = :businessId AND e.export_id = :exportId")
			.param("businessId", businessId)
			.param("exportId", exportId)
			.query(WalletExports::row)
			.optional();
	}

	/** Exports of a business, newest first. */
	public List<WalletExport> list(UUID businessId, Page page) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				 FROM wallet_export e
				WHERE e.business_id = :businessId
				ORDER BY e.export_id DESC
				LIMIT :limit OFFSET :offset
				""")
			.param("businessId", businessId)
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(WalletExports::row)
			.list();
	}

	/** The present monthly exports of a business, the newest month first. */
	public List<WalletExport> monthly(UUID businessId, int limit) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				 FROM monthly_export m
				 JOIN wallet_export e ON e.business_id = m.business_id AND e.export_id = m.export_id
				WHERE m.business_id = :businessId
				ORDER BY m.month DESC, m.format
				LIMIT :limit
				""").param("businessId", businessId).param("limit", limit).query(WalletExports::row).list();
	}

	/**
	 * Records that the file of an export is missing, so that the next request creates
	 * another.
	 */
	public void lost(UUID businessId, UUID exportId) {
		this.jdbc.sql("""
				UPDATE wallet_export SET status = 'EXPIRED', stored_as = NULL
				 WHERE business_id = :businessId AND export_id = :exportId AND status = 'DONE'
				""").param("businessId", businessId).param("exportId", exportId).update();
	}

	/**
	 * Makes a failed export due again.
	 * @return whether it had failed
	 * @throws org.springframework.dao.DuplicateKeyException if there is another export of
	 * the same request that is open or done
	 */
	@Transactional
	public boolean retry(UUID businessId, UUID exportId) {
		boolean due = this.jdbc.sql("""
				UPDATE wallet_export e
				   SET status = 'PENDING', due_at = now(), attempt_count = 0, rows_written = 0, rows_expected = NULL,
				       failure = NULL, completed_at = NULL
				 WHERE e.business_id = :businessId AND e.export_id = :exportId AND e.status = 'FAILED'
				""").param("businessId", businessId).param("exportId", exportId).update() == 1;
		if (due) {
			this.jdbc.sql("SELECT pg_notify(:channel, '')").param("channel", DUE).query((row) -> {
			});
		}
		return due;
	}

	/** Makes a failed export due again, as {@link #retry(UUID, UUID)} does. */
	@Transactional
	public boolean retry(UUID exportId) {
		return this.jdbc.sql("SELECT business_id FROM wallet_export WHERE export_id = :exportId")
			.param("exportId", exportId)
			.query(UUID.class)
			.optional()
			.filter((businessId) -> retry(businessId, exportId))
			.isPresent();
	}

	static WalletExport row(ResultSet row, int number) throws SQLException {
		ExportStatus status = ExportStatus.valueOf(row.getString("status"));
		return new WalletExport(row.getObject("business_id", UUID.class), row.getObject("export_id", UUID.class),
				ExportFormat.valueOf(row.getString("format")), search(row), window(row), status,
				progressPercent(row, status), file(row), Timestamps.instant(row, "created_at"));
	}

	static @Nullable SearchPhrase search(ResultSet row) throws SQLException {
		String text = row.getString("search");
		return (text != null) ? new SearchPhrase(text) : null;
	}

	static Window window(ResultSet row) throws SQLException {
		return new Window(Timestamps.nullable(row, "since"), Timestamps.nullable(row, "until"));
	}

	private static int progressPercent(ResultSet row, ExportStatus status) throws SQLException {
		if (!status.isOpen() && status != ExportStatus.FAILED) {
			return 100;
		}
		long expected = row.getLong("rows_expected");
		// 100 is reserved for files that can be downloaded.
		return (expected == 0) ? 0 : (int) Math.min(99, row.getLong("rows_written") * 100 / expected);
	}

	private static WalletExport.@Nullable File file(ResultSet row) throws SQLException {
		byte[] sha256 = row.getBytes("sha256");
		Instant expiresAt = Timestamps.nullable(row, "expires_at");
		if (sha256 == null || expiresAt == null) {
			return null;
		}
		return new WalletExport.File(row.getString("file_name"), row.getString("stored_as"), row.getInt("row_count"),
				row.getBoolean("truncated"), row.getLong("size_bytes"), HexFormat.of().formatHex(sha256), expiresAt);
	}

}
