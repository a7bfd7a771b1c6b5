package dev.hundi.bulk;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hundi.beneficiary.RegisterRowTargets;
import dev.hundi.payout.AcceptRows;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Turns valid rows into payouts, a range per transaction: new beneficiaries, payouts with
 * their CREATED events, and the file's progress are atomic. A range that is released
 * already is skipped.
 */
@Component
public class ReleaseBulkRows {

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	private final RegisterRowTargets targets;

	private final AcceptRows accept;

	private final CheckBulkRows checks;

	private final TransactionTemplate transaction;

	ReleaseBulkRows(JdbcClient jdbc, RegisterRowTargets targets, AcceptRows accept, CheckBulkRows checks,
			PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.targets = targets;
		this.accept = accept;
		this.checks = checks;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * A range of row numbers.
	 *
	 * @param from first row
	 * @param to the row after the last
	 */
	public record Range(int from, int to) {

		public Range {
			if (from < 1 || to < from) {
				throw new IllegalArgumentException("Invalid range of rows: " + from + " to " + to);
			}
		}

	}

	/**
	 * Releases a range in a transaction of its own and renews the lease.
	 * @return number of new payouts
	 * @throws ClaimLostException if the claim is lost; then nothing is stored
	 * @throws DuplicateKeyException if three transaction ids in a row were taken, or
	 * another process released a row of the range
	 */
	public int release(ClaimedBulkFile file, Range range, Duration lease) {
		for (int attempt = 1;; attempt++) {
			try {
				return Objects
					.requireNonNull(this.transaction.execute((status) -> releaseInTransaction(file, range, lease)));
			}
			catch (DuplicateKeyException ex) {
				// A duplicate transaction id rolls the range back.
				if (attempt == ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private int releaseInTransaction(ClaimedBulkFile file, Range range, Duration lease) {
		this.checks.joinByHash();
		this.targets.register(file.businessId(), file.bulkFileId(), range.from, range.to);
		AcceptRows.Accepted accepted = this.accept.accept(file.businessId(), file.bulkFileId(), range.from, range.to);
		if (accepted.left() > 0) {
			// A beneficiary was archived since the rows were checked.
			this.checks.beneficiaries(file.businessId(), file.bulkFileId(),
					this.checks.contents(file.businessId(), file.bulkFileId()), range);
		}
		// Runs last, so that concurrent ranges block each other only during the commit.
		progress(file, accepted, lease);
		return accepted.rows();
	}

	private void progress(ClaimedBulkFile file, AcceptRows.Accepted accepted, Duration lease) {
		int changed = this.jdbc.sql("""
				UPDATE bulk_file
				   SET released_rows = released_rows + :rows, released_paise = released_paise + :paise,
				       released_debit_paise = released_debit_paise + :debitPaise, attempt_count = 1,
				       due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND claim_id = :claimId
				""")
			.param("rows", accepted.rows())
			.param("paise", accepted.paise())
			.param("debitPaise", accepted.debitPaise())
			.param("leaseMs", lease.toMillis())
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("claimId", file.claimId())
			.update();
		if (changed != 1) {
			throw new ClaimLostException(file);
		}
	}

	/**
	 * The number of released rows of each range that are neither dispatched nor held nor
	 * queued for money, which may take days. Ranges without any are omitted. OFFSET 0
	 * forces lookups by key: the planner would hash all attempts, of all businesses.
	 */
	public Map<Range, Integer> waiting(ClaimedBulkFile file, Collection<Range> among) {
		List<Range> ranges = List.copyOf(among);
		Map<Range, Integer> waiting = new HashMap<>();
		this.jdbc.sql("""
				SELECT range.first_row, range.end_row, count(*) AS waiting
				  FROM unnest((SELECT :from::int[]), :to::int[]) AS range (first_row, end_row)
				 CROSS JOIN LATERAL (
				   SELECT FROM payout p
				    WHERE p.business_id = :businessId AND p.bulk_file_id = :bulkFileId
				      AND p.bulk_row_number >= range.first_row AND p.bulk_row_number < range.end_row
				      AND ((p.status = 3 AND NOT p.held AND NOT p.queued) OR (p.status = 4 AND NOT EXISTS (
				        SELECT FROM bank_attempt a WHERE a.business_id = p.business_id AND a.payout_id = p.payout_id
				        OFFSET 0)))
				   OFFSET 0) AS row
				 GROUP BY range.first_row, range.end_row
				""")
			.param("from", ranges.stream().map(Range::from).toArray(Integer[]::new))
			.param("to", ranges.stream().map(Range::to).toArray(Integer[]::new))
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.query((row) -> {
				waiting.put(new Range(row.getInt("first_row"), row.getInt("end_row")), row.getInt("waiting"));
			});
		return waiting;
	}

	/** Whether any row of a file is a payout. */
	public boolean anyReleased(ClaimedBulkFile file) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM payout WHERE business_id = :businessId AND bulk_file_id = :bulkFileId)
				""")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.query(Boolean.class)
			.single();
	}

	/**
	 * The first valid row from a number on that is not yet a payout, or 0 if none is
	 * left. OFFSET 0 forces a key lookup of each row's payout: rows loaded a moment ago
	 * have no statistics, and the planner would join them with every payout of the file.
	 */
	public int firstUnreleased(ClaimedBulkFile file, Range within) {
		return this.jdbc.sql("""
				SELECT coalesce((
				  SELECT r.row_number
				    FROM bulk_row r
				   WHERE r.business_id = :businessId AND r.bulk_file_id = :bulkFileId AND r.status = 'VALID'
				     AND r.row_number >= :from AND r.row_number < :to
				     AND NOT EXISTS (SELECT FROM payout p
				                      WHERE p.business_id = :businessId AND p.bulk_file_id = :bulkFileId
				                        AND p.bulk_row_number = r.row_number
				                     OFFSET 0)
				   ORDER BY r.row_number
				   LIMIT 1), 0)
				""")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("from", within.from)
			.param("to", within.to)
			.query(Integer.class)
			.single();
	}

}
