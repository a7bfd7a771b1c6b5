package dev.hundi.bulk;

import java.time.Duration;
import java.util.Objects;

import dev.hundi.webhook.NotifyBulkCompleted;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counts the final payouts of a file, and ends the file with the last one. An ended file
 * is counted again for some weeks, because a bank may return money.
 */
@Component
public class CountBulkOutcomes {

	private final JdbcClient jdbc;

	private final BulkFiles files;

	private final NotifyBulkCompleted notification;

	private final TransactionTemplate transaction;

	CountBulkOutcomes(JdbcClient jdbc, BulkFiles files, NotifyBulkCompleted notification,
			PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.files = files;
		this.notification = notification;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Counts, and gives the claim back.
	 * @param next when an open file is counted again
	 * @param nextEnded when an ended file is counted again
	 * @param watchFor how long after its end a file is counted
	 * @return whether every payout is final
	 * @throws ClaimLostException if the claim is lost
	 */
	public boolean count(ClaimedBulkFile claimed, Duration next, Duration nextEnded, Duration watchFor) {
		return Objects.requireNonNull(
				this.transaction.execute((status) -> countInTransaction(claimed, next, nextEnded, watchFor)));
	}

	private boolean countInTransaction(ClaimedBulkFile claimed, Duration next, Duration nextEnded, Duration watchFor) {
		String now = this.jdbc
			.sql("""
					WITH ended AS (
					  SELECT count(*) FILTER (WHERE status = 11) AS successful, count(*) FILTER (WHERE status = 12) AS failed,
					         coalesce(sum(amount_paise) FILTER (WHERE status = 11), 0) AS successful_paise,
					         coalesce(sum(amount_paise) FILTER (WHERE status = 12), 0) AS failed_paise
					    FROM payout
					   WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
					), judged AS (
					  SELECT ended.*, CASE WHEN ended.successful + ended.failed < f.released_rows THEN 'PROCESSING'
					                       WHEN ended.successful = f.rows_read THEN 'COMPLETED'
					                       WHEN ended.successful = 0 THEN 'FAILED'
					                       ELSE 'PARTIALLY_COMPLETED' END AS status
					    FROM ended
					    JOIN bulk_file f ON f.business_id = :businessId AND f.bulk_file_id = :bulkFileId
					)
					UPDATE bulk_file f
					   SET successful_rows = judged.successful, failed_rows = judged.failed,
					       successful_paise = judged.successful_paise, failed_paise = judged.failed_paise,
					       status = judged.status, changed_by = 'batch-jobs', claim_id = NULL, attempt_count = 0,
					       completed_at = CASE WHEN judged.status = 'PROCESSING' THEN NULL ELSE coalesce(f.completed_at, now()) END,
					       due_at = CASE WHEN judged.status = 'PROCESSING' THEN now() + :nextMs * interval '1 millisecond'
					                     WHEN judged.successful > 0
					                          AND coalesce(f.completed_at, now()) > now() - :watchMs * interval '1 millisecond'
					                     THEN now() + :nextEndedMs * interval '1 millisecond' END
					  FROM judged
					 WHERE f.business_id = :businessId AND f.bulk_file_id = :bulkFileId AND f.claim_id = :claimId
					RETURNING f.status
					""")
			.param("businessId", claimed.businessId())
			.param("bulkFileId", claimed.bulkFileId())
			.param("claimId", claimed.claimId())
			.param("nextMs", next.toMillis())
			.param("nextEndedMs", nextEnded.toMillis())
			.param("watchMs", watchFor.toMillis())
			.query(String.class)
			.optional()
			.orElseThrow(() -> new ClaimLostException(claimed));
		boolean ended = BulkStatus.valueOf(now).isEnded();
		if (ended && claimed.status() == BulkStatus.PROCESSING) {
			enqueue(this.files.find(claimed.businessId(), claimed.bulkFileId()).orElseThrow());
		}
		return ended;
	}

	private void enqueue(BulkFile file) {
		BulkFile.Rows rows = file.rows();
		this.notification.enqueue(new NotifyBulkCompleted.Completed(file.businessId(), file.bulkFileId(),
				file.upload().fileName(), file.upload().clientReference(), file.status().name(),
				Objects.requireNonNull(file.outcome()).name(), Objects.requireNonNull(file.times().completedAt()),
				new NotifyBulkCompleted.Rows(rows.read(), rows.valid(), rows.invalid(), rows.duplicate(),
						rows.successful(), rows.failed()),
				file.amounts().successfulPaise(), file.amounts().failedPaise()));
	}

}
