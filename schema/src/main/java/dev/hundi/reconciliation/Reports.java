package dev.hundi.reconciliation;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The stored report files of signed runs.
 */
final class Reports {

	private final JdbcClient jdbc;

	Reports(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	void store(long runId, ReportFormat format, byte[] content) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_report (run_id, format, content, sha256) VALUES (:runId, :format, :content, sha256(:content))
					""")
			.param("runId", runId)
			.param("format", format.name())
			.param("content", content)
			.update();
	}

	/**
	 * A stored file.
	 * @throws IllegalStateException if its bytes no longer have the digest of sign-off
	 */
	Optional<StoredReport> find(long runId, ReportFormat format) {
		return this.jdbc.sql("""
				SELECT content, encode(sha256, 'hex'), sha256 = sha256(content) FROM reconciliation_report
				 WHERE run_id = :runId AND format = :format
				""").param("runId", runId).param("format", format.name()).query((row, number) -> {
			if (!row.getBoolean(3)) {
				throw new IllegalStateException(
						"The stored %s report of run %d differs from its SHA-256".formatted(format, runId));
			}
			return new StoredReport(row.getBytes(1), row.getString(2));
		}).optional();
	}

	List<StoredReport.Digest> digests(long runId) {
		return this.jdbc
			.sql("""
					SELECT format, length(content), encode(sha256, 'hex') FROM reconciliation_report WHERE run_id = :runId ORDER BY format
					""")
			.param("runId", runId)
			.query((row, number) -> new StoredReport.Digest(ReportFormat.valueOf(row.getString(1)), row.getInt(2),
					row.getString(3)))
			.list();
	}

}
