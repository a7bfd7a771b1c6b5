package dev.hundi.bulk;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.bulk.BulkDecisionResult.Done;
import dev.hundi.bulk.BulkDecisionResult.NoWallet;
import dev.hundi.bulk.BulkDecisionResult.NotFound;
import dev.hundi.bulk.BulkDecisionResult.SamePerson;
import dev.hundi.bulk.BulkDecisionResult.ShortOfMoney;
import dev.hundi.bulk.BulkDecisionResult.WrongStatus;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Releases or cancels a file that awaits its release.
 */
@Component
public class DecideBulkFile {

	private final JdbcClient jdbc;

	private final BulkFiles files;

	private final Wallets wallets;

	DecideBulkFile(JdbcClient jdbc, BulkFiles files, Wallets wallets) {
		this.jdbc = jdbc;
		this.files = files;
		this.wallets = wallets;
	}

	/**
	 * Releases a file. A wallet that does not cover it refuses it, unless the business
	 * queues payouts. The debit of each payout checks again.
	 * @param apiKey who releases it
	 */
	public BulkDecisionResult release(UUID businessId, UUID bulkFileId, String apiKey) {
		Optional<BulkFile> found = this.files.find(businessId, bulkFileId);
		if (found.isEmpty()) {
			return new NotFound();
		}
		BulkFile file = found.get();
		if (file.status() != BulkStatus.AWAITING_RELEASE) {
			boolean again = file.status() != BulkStatus.REJECTED && apiKey.equals(file.approval().releasedBy());
			return again ? new Done(file) : new WrongStatus(file);
		}
		if (!Integer.valueOf(1).equals(file.approval().peopleNeeded()) && apiKey.equals(file.approval().uploadedBy())) {
			return new SamePerson(file);
		}
		WalletSnapshot wallet = this.wallets.snapshot(businessId).orElseThrow();
		if (!wallet.walletProvisioned()) {
			return new NoWallet();
		}
		if (file.amounts().debitPaise() > wallet.spendablePaise() && !queuesPayouts(businessId)) {
			return new ShortOfMoney(file, wallet.spendablePaise());
		}
		return decided(this.jdbc
			.sql("""
					UPDATE bulk_file
					   SET status = 'RELEASING', released_by = :apiKey, released_at = now(), changed_by = :apiKey, due_at = now(),
					       attempt_count = 0
					 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND status = 'AWAITING_RELEASE'
					RETURNING pg_notify(:channel, '')
					""")
			.param("channel", BulkFiles.DUE), businessId, bulkFileId, apiKey);
	}

	/**
	 * Cancels a file of which nothing is paid, even while it is loading.
	 * @param apiKey who cancels it
	 */
	public BulkDecisionResult cancel(UUID businessId, UUID bulkFileId, String apiKey) {
		Optional<BulkFile> found = this.files.find(businessId, bulkFileId);
		if (found.isEmpty()) {
			return new NotFound();
		}
		if (found.get().status() == BulkStatus.CANCELLED) {
			return new Done(found.get());
		}
		return decided(
				this.jdbc
					.sql("""
							UPDATE bulk_file
							   SET status = 'CANCELLED', changed_by = :apiKey, completed_at = now(), due_at = NULL, claim_id = NULL
							 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId AND status IN ('LOADING', 'AWAITING_RELEASE')
							RETURNING 1
							"""),
				businessId, bulkFileId, apiKey);
	}

	private BulkDecisionResult decided(JdbcClient.StatementSpec sql, UUID businessId, UUID bulkFileId, String apiKey) {
		boolean done = sql.param("businessId", businessId)
			.param("bulkFileId", bulkFileId)
			.param("apiKey", apiKey)
			.query((row, number) -> true)
			.optional()
			.isPresent();
		BulkFile file = this.files.find(businessId, bulkFileId).orElseThrow();
		return done ? new Done(file) : new WrongStatus(file);
	}

	private boolean queuesPayouts(UUID businessId) {
		return this.jdbc.sql("SELECT queue_if_low_balance FROM business WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

}
