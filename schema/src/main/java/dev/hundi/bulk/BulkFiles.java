package dev.hundi.bulk;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

import dev.hundi.list.Page;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The bulk files of each business with their rows. Other businesses' files are invisible.
 */
@Repository
public class BulkFiles {

	/** Notification channel: a file may be due. */
	public static final String DUE = "bulk_file_due";

	private static final int READ_AT_ONCE = 2_000;

	private static final Set<RowStatus> UNPAID = EnumSet.of(RowStatus.INVALID, RowStatus.DUPLICATE, RowStatus.FAILED);

	private static final Set<RowStatus> WITH_VALID = EnumSet.of(RowStatus.VALID, RowStatus.INVALID, RowStatus.DUPLICATE,
			RowStatus.FAILED);

	private static final String ROWS = """
			SELECT r.row_number, %s AS shown_status, r.cells, r.merchant_reference_id, r.amount_paise, r.errors, r.warnings,
			       r.narration,
			       p.payout_id, p.transaction_id, p.status AS payout_status, p.utr, p.response_code, p.response_message,
			       p.updated_at
			  FROM bulk_row r
			  LEFT JOIN payout p ON p.business_id = r.business_id AND p.bulk_file_id = r.bulk_file_id
			                    AND p.bulk_row_number = r.row_number
			 WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId
			"""
		.formatted(RowStatus.SQL);

	private final JdbcClient jdbc;

	private final TransactionTemplate pages;

	BulkFiles(JdbcClient jdbc, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.pages = new TransactionTemplate(transactionManager);
		this.pages.setReadOnly(true);
	}

	public Optional<BulkFile> find(UUID businessId, UUID bulkFileId) {
		return this.jdbc
			.sql("SELECT " + BulkFileRows.COLUMNS
					+ " FROM bulk_file f WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.query(BulkFileRows::file)
			.optional();
	}

	/** Files of a business, newest first. */
	public List<BulkFile> list(UUID businessId, Page page) {
		return this.jdbc.sql("SELECT " + BulkFileRows.COLUMNS + """
				 FROM bulk_file f
				WHERE f.business_id = :businessId
				ORDER BY f.bulk_file_id DESC
				LIMIT :limit OFFSET :offset
				""")
			.param("businessId", businessId)
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(BulkFileRows::file)
			.list();
	}

	/** The file that pays the failed rows of another one again. */
	public Optional<UUID> rerunOf(UUID businessId, UUID bulkFileId) {
		return this.jdbc.sql("""
				SELECT bulk_file_id FROM bulk_file
				 WHERE business_id = :businessId AND rerun_of = :bulkFileId AND status NOT IN ('REJECTED', 'CANCELLED')
				""").param("businessId", businessId).param("bulkFileId", bulkFileId).query(UUID.class).optional();
	}

	/** Files whose release is planned, in its order. */
	public List<BulkFile> planned(UUID businessId) {
		return this.jdbc.sql("SELECT " + BulkFileRows.COLUMNS + """
				 FROM bulk_file f
				WHERE f.business_id = :businessId AND f.status = 'AWAITING_RELEASE' AND f.planned_for IS NOT NULL
				ORDER BY f.planned_for, f.bulk_file_id
				""").param("businessId", businessId).query(BulkFileRows::file).list();
	}

	/**
	 * Files that wait for the decision of a person, and files of the last week that
	 * failed. A file that the person must not release, because it is the maker, or whose
	 * release is planned, does not wait for it.
	 * @param person as in {@link DecideBulkFile#release}
	 */
	public Waiting waiting(UUID businessId, String person) {
		return this.jdbc.sql("""
				SELECT count(*) FILTER (WHERE status = 'AWAITING_RELEASE' AND planned_for IS NULL
				                          AND (people_needed = 1 OR uploaded_by <> :person)) AS awaiting,
				       count(*) FILTER (WHERE status IN ('REJECTED', 'FAILED', 'PARTIALLY_COMPLETED')
				                          AND completed_at > now() - interval '7 days') AS failed
				  FROM bulk_file
				 WHERE business_id = :businessId
				""")
			.param("businessId", businessId)
			.param("person", person)
			.query((row, number) -> new Waiting(row.getLong("awaiting"), row.getLong("failed")))
			.single();
	}

	/**
	 * Rows of a file in their order.
	 * @param status the only status listed, or null for all
	 * @param warned whether only valid rows with warnings are listed, as
	 * {@link BulkFile.Rows#warned()} counts them
	 */
	public List<BulkRow> rows(UUID businessId, UUID bulkFileId, @Nullable RowStatus status, boolean warned, Page page) {
		return this.jdbc
			.sql(ROWS + ((status != null) ? " AND " + RowStatus.SQL + " = :status" : "")
					+ (warned ? " AND r.status = 'VALID' AND r.warnings IS NOT NULL" : "")
					+ " ORDER BY r.row_number LIMIT :limit OFFSET :offset")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("status", (status != null) ? status.name() : "")
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(BulkFiles::row)
			.list();
	}

	/**
	 * Reads all rows of some statuses in their order, a few thousand per transaction. A
	 * slow reader holds no transaction open, unless the caller has begun one.
	 */
	public void read(UUID businessId, UUID bulkFileId, Set<RowStatus> statuses, Consumer<BulkRow> reader) {
		int after = 0;
		List<BulkRow> rows;
		do {
			rows = page(businessId, bulkFileId, after);
			rows.stream().filter((row) -> statuses.contains(row.status())).forEach(reader);
			after = rows.isEmpty() ? after : rows.getLast().rowNumber();
		}
		while (rows.size() == READ_AT_ONCE);
	}

	/**
	 * Reads the unpaid rows that can be corrected and uploaded again. Leaves out what
	 * would be paid twice: failed rows that a re-run has; all rows of a re-run that pays
	 * nothing, because its first file has them again; and rows without a merchant
	 * reference that repeat an earlier one, because alone in a new file they look like
	 * any other payment.
	 */
	public void readUnpaid(BulkFile file, Consumer<BulkRow> reader) {
		if (file.paysNothing() && file.upload().rerunOf() != null) {
			return;
		}
		BitSet again = rerunRows(file.businessId(), file.bulkFileId());
		read(file.businessId(), file.bulkFileId(), file.paysNothing() ? WITH_VALID : UNPAID, (row) -> {
			boolean isInRerun = row.status() == RowStatus.FAILED && again.get(row.rowNumber());
			if (!isInRerun && !(row.merchantReferenceId() == null && row.isRepeated())) {
				reader.accept(row);
			}
		});
	}

	/** Numbers of the rows that a re-run has which was neither rejected nor cancelled. */
	private BitSet rerunRows(UUID businessId, UUID bulkFileId) {
		BitSet rows = new BitSet();
		RowCallbackHandler add = (row) -> rows.set(row.getInt("first_row"), row.getInt("end_row"));
		this.pages.executeWithoutResult((transaction) -> this.jdbc
			.sql("""
					SELECT lower(part) AS first_row, upper(part) AS end_row
					  FROM bulk_file again
					  JOIN bulk_file f ON f.business_id = again.business_id AND f.bulk_file_id = again.rerun_of
					 CROSS JOIN LATERAL unnest(coalesce(again.rerun_rows, int4multirange(int4range(1, f.rows_read + 1)))) AS part
					 WHERE again.business_id = :businessId AND again.rerun_of = :bulkFileId
					   AND again.status NOT IN ('REJECTED', 'CANCELLED')
					""")
			.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.query(add));
		return rows;
	}

	/** In a transaction, which row-level security needs. */
	private List<BulkRow> page(UUID businessId, UUID bulkFileId, int after) {
		return Objects.requireNonNull(this.pages.execute(
				(transaction) -> this.jdbc.sql(ROWS + " AND r.row_number > :after ORDER BY r.row_number LIMIT :limit")
					.param("businessId", businessId)
					.param("bulkFileId", bulkFileId)
					.param("after", after)
					.param("limit", READ_AT_ONCE)
					.query(BulkFiles::row)
					.list()));
	}

	private static BulkRow row(ResultSet row, int number) throws SQLException {
		return new BulkRow(row.getInt("row_number"), RowStatus.valueOf(row.getString("shown_status")),
				BulkFileRows.strings(row.getArray("cells")), row.getString("merchant_reference_id"),
				row.getObject("amount_paise", Long.class), RowError.read(row.getString("errors")),
				RowError.read(row.getString("warnings")), row.getString("narration"), paid(row));
	}

	private static BulkRow.@Nullable Paid paid(ResultSet row) throws SQLException {
		UUID payoutId = row.getObject("payout_id", UUID.class);
		return (payoutId == null) ? null
				: new BulkRow.Paid(payoutId, row.getString("transaction_id"), row.getInt("payout_status"),
						row.getString("utr"), row.getString("response_code"), row.getString("response_message"),
						Timestamps.instant(row, "updated_at"));
	}

	/**
	 * Files that need a person.
	 *
	 * @param awaiting files that wait for a decision
	 * @param failed files of the last week with rows that were not paid
	 */
	public record Waiting(long awaiting, long failed) {
	}

}
