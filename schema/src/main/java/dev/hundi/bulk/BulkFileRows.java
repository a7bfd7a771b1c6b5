package dev.hundi.bulk;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * Reads the columns of a whole file.
 */
final class BulkFileRows {

	/** Columns of a file {@code f}. */
	static final String COLUMNS = """
			f.business_id, f.bulk_file_id, f.file_name, f.client_reference, f.format, f.size_bytes, f.sha256, f.stored_as,
			f.release_mode, f.declared_rows, f.declared_total_paise, f.status, f.uploaded_by, f.released_by, f.people_needed,
			f.headings, f.rows_read, f.valid_rows, f.invalid_rows, f.duplicate_rows, f.warned_rows, f.released_rows, f.successful_rows,
			f.failed_rows, f.total_paise, f.valid_paise, f.debit_paise, f.released_paise, f.successful_paise, f.failed_paise,
			f.planned_for, f.planned_by, f.rerun_of, f.reason_code, f.reason, f.created_at, f.loaded_at, f.released_at, f.completed_at
			""";

	private BulkFileRows() {
	}

	static BulkFile file(ResultSet row, int number) throws SQLException {
		return new BulkFile(row.getObject("business_id", UUID.class), row.getObject("bulk_file_id", UUID.class),
				upload(row), BulkStatus.valueOf(row.getString("status")),
				new BulkFile.Approval(row.getString("uploaded_by"), row.getString("released_by"),
						row.getObject("people_needed", Integer.class), plan(row)),
				strings(row.getArray("headings")), rows(row), amounts(row), rejection(row),
				new BulkFile.Times(Timestamps.instant(row, "created_at"), Timestamps.nullable(row, "loaded_at"),
						Timestamps.nullable(row, "released_at"), Timestamps.nullable(row, "completed_at")));
	}

	static BulkFile.Declared declared(ResultSet row) throws SQLException {
		return new BulkFile.Declared(row.getObject("declared_rows", Integer.class),
				row.getObject("declared_total_paise", Long.class));
	}

	static List<String> strings(@Nullable Array array) throws SQLException {
		return (array == null) ? List.of()
				: Arrays.stream((String[]) array.getArray())
					.map((text) -> Objects.requireNonNullElse(text, ""))
					.toList();
	}

	private static BulkFile.Upload upload(ResultSet row) throws SQLException {
		return new BulkFile.Upload(row.getString("file_name"), row.getString("client_reference"),
				BulkFormat.valueOf(row.getString("format")), row.getLong("size_bytes"),
				HexFormat.of().formatHex(row.getBytes("sha256")), row.getString("stored_as"),
				ReleaseMode.valueOf(row.getString("release_mode")), declared(row),
				row.getObject("rerun_of", UUID.class));
	}

	private static BulkFile.@Nullable Plan plan(ResultSet row) throws SQLException {
		String by = row.getString("planned_by");
		return (by != null) ? new BulkFile.Plan(Timestamps.instant(row, "planned_for"), by) : null;
	}

	private static BulkFile.Rows rows(ResultSet row) throws SQLException {
		return new BulkFile.Rows(row.getInt("rows_read"), row.getInt("valid_rows"), row.getInt("invalid_rows"),
				row.getInt("duplicate_rows"), row.getInt("warned_rows"), row.getInt("released_rows"),
				row.getInt("successful_rows"), row.getInt("failed_rows"));
	}

	private static BulkFile.Amounts amounts(ResultSet row) throws SQLException {
		return new BulkFile.Amounts(row.getLong("total_paise"), row.getLong("valid_paise"), row.getLong("debit_paise"),
				row.getLong("released_paise"), row.getLong("successful_paise"), row.getLong("failed_paise"));
	}

	private static BulkFile.@Nullable Rejection rejection(ResultSet row) throws SQLException {
		String code = row.getString("reason_code");
		return (code != null) ? new BulkFile.Rejection(code, row.getString("reason")) : null;
	}

}
