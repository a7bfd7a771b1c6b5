package dev.hundi.bulk;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Component;

/**
 * Loads rows into {@code bulk_row} by binary COPY.
 */
@Component
public class LoadBulkRows {

	static final String COPY = """
			COPY bulk_row (business_id, bulk_file_id, row_number, status, cells, beneficiary_id, beneficiary_code, name,
			               phone_number, email, account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise,
			               merchant_reference_id, fingerprint, narration, errors, warnings)
			FROM STDIN (FORMAT binary)""";

	private final JdbcClient jdbc;

	private final DataSource dataSource;

	LoadBulkRows(JdbcClient jdbc, DataSource dataSource) {
		this.jdbc = jdbc;
		this.dataSource = dataSource;
	}

	/** The number of the last loaded row of a file, or 0. */
	public int loaded(ClaimedBulkFile file) {
		return this.jdbc.sql("""
				SELECT coalesce(max(row_number), 0) FROM bulk_row
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
				""")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.query(Integer.class)
			.single();
	}

	/**
	 * Copies the rows of a block in the caller's transaction. A block is copied once.
	 * @throws IllegalStateException if the database stored another number of rows
	 */
	public void copy(LoadedBlock block) {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			long stored = copy(connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY), block);
			if (stored != block.rows()) {
				throw new IllegalStateException("COPY stored " + stored + " of " + block.rows() + " rows");
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException("COPY of bulk rows failed", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	private static long copy(CopyIn copy, LoadedBlock block) throws SQLException {
		try {
			for (byte[] part : block.end()) {
				copy.writeToCopy(part, 0, part.length);
			}
			return copy.endCopy();
		}
		finally {
			if (copy.isActive()) {
				copy.cancelCopy();
			}
		}
	}

}
