package dev.hundi.bulk;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import dev.hundi.copy.BinaryCopy;
import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;
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

	private static final String COPY = """
			COPY bulk_row (business_id, bulk_file_id, row_number, status, cells, beneficiary_id, beneficiary_code, name,
			               phone_number, email, account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise,
			               merchant_reference_id, fingerprint, narration, errors, warnings)
			FROM STDIN (FORMAT binary)""";

	private static final int COLUMNS = 22;

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

	/** The number of loaded rows of a file. */
	public int count(ClaimedBulkFile file) {
		return this.jdbc
			.sql("SELECT count(*) FROM bulk_row WHERE business_id = :businessId AND bulk_file_id = :bulkFileId")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.query(Integer.class)
			.single();
	}

	/**
	 * Copies rows in the caller's transaction.
	 * @throws IllegalStateException if the database stored another number of rows
	 */
	public void copy(ClaimedBulkFile file, List<? extends LoadedRow> rows) {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			long stored = copy(connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY), file, rows);
			if (stored != rows.size()) {
				throw new IllegalStateException("COPY stored " + stored + " of " + rows.size() + " rows");
			}
		}
		catch (SQLException ex) {
			throw new IllegalStateException("COPY of bulk rows failed", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	private static long copy(CopyIn copy, ClaimedBulkFile file, List<? extends LoadedRow> rows) throws SQLException {
		try {
			BinaryCopy out = new BinaryCopy();
			out.begin();
			for (LoadedRow row : rows) {
				encode(out, file, row);
				if (out.length() >= BinaryCopy.PART_BYTES) {
					write(copy, out.take());
				}
			}
			out.end();
			write(copy, out.take());
			return copy.endCopy();
		}
		finally {
			if (copy.isActive()) {
				copy.cancelCopy();
			}
		}
	}

	private static void write(CopyIn copy, byte[] part) throws SQLException {
		copy.writeToCopy(part, 0, part.length);
	}

	private static void encode(BinaryCopy out, ClaimedBulkFile file, LoadedRow row) {
		LoadedRow.Target target = row.target();
		Charge charge = row.charge();
		out.row(COLUMNS);
		out.uuid(file.businessId());
		out.uuid(file.bulkFileId());
		out.integer(row.rowNumber());
		out.text(row.errors().isEmpty() ? "VALID" : "INVALID");
		out.texts(row.cells());
		out.uuid(target.beneficiaryId());
		out.text(target.beneficiaryCode());
		out.text(target.name());
		out.text(target.phoneNumber());
		out.text(target.email());
		out.text(target.accountNumber());
		out.text(target.ifsc());
		out.text(target.vpa());
		out.text(code(row.rail()));
		out.bigint(row.amountPaise());
		out.bigint((charge != null) ? Long.valueOf(charge.commissionPaise()) : null);
		out.bigint((charge != null) ? Long.valueOf(charge.gstPaise()) : null);
		out.text(row.merchantReferenceId());
		out.uuid(row.fingerprint());
		out.text(row.narration());
		out.jsonb(RowError.write(row.errors()));
		out.jsonb(RowError.write(row.warnings()));
	}

	private static @Nullable String code(@Nullable Rail rail) {
		return (rail != null) ? rail.code() : null;
	}

}
