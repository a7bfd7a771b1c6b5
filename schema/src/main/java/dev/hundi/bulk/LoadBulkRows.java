package dev.hundi.bulk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.stereotype.Component;

/**
 * Brings rows into their table by binary COPY.
 */
@Component
public class LoadBulkRows {

	private static final String COPY = """
			COPY bulk_row (business_id, bulk_file_id, row_number, status, cells, beneficiary_id, beneficiary_code, name,
			               phone_number, email, account_number, ifsc, vpa, rail, amount_paise, commission_paise, gst_paise,
			               merchant_reference_id, fingerprint, errors)
			FROM STDIN (FORMAT binary)""";

	private static final short COLUMNS = 20;

	private final JdbcClient jdbc;

	private final DataSource dataSource;

	LoadBulkRows(JdbcClient jdbc, DataSource dataSource) {
		this.jdbc = jdbc;
		this.dataSource = dataSource;
	}

	/**
	 * The last row of a file that is loaded, or 0.
	 */
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

	/** How many rows of a file are loaded, counted one by one. */
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
	 * @throws IllegalStateException if the database took another number of rows
	 */
	public void copy(ClaimedBulkFile file, List<? extends LoadedRow> rows) {
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			PGCopyOutputStream copy = new PGCopyOutputStream(connection.unwrap(PGConnection.class), COPY);
			BinaryCopy out = new BinaryCopy(copy);
			for (LoadedRow row : rows) {
				write(out, file, row);
			}
			out.end();
			long taken = copy.endCopy();
			if (taken != rows.size()) {
				throw new IllegalStateException("COPY took " + taken + " rows of " + rows.size());
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Rows could not be copied", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	private static void write(BinaryCopy out, ClaimedBulkFile file, LoadedRow row) throws IOException {
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
		out.jsonb(RowError.write(row.errors()));
	}

	private static @Nullable String code(@Nullable Rail rail) {
		return (rail != null) ? rail.code() : null;
	}

}
