package dev.hundi.bulk;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

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
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Releases or cancels a file that awaits its release.
 */
@Component
public class DecideBulkFile {

	private final JdbcClient jdbc;

	private final BulkFiles files;

	private final Wallets wallets;

	private final TransactionTemplate transaction;

	DecideBulkFile(JdbcClient jdbc, BulkFiles files, Wallets wallets, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.files = files;
		this.wallets = wallets;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Releases a file. A wallet that does not cover it refuses it, unless the business
	 * queues payouts. The debit of each payout checks again. Of concurrent calls with one
	 * key, each is done.
	 * @param apiKey who releases it
	 */
	public BulkDecisionResult release(UUID businessId, UUID bulkFileId, String apiKey) {
		return decide(businessId, bulkFileId, (file) -> file.status() == BulkStatus.AWAITING_RELEASE,
				(file) -> file.status() != BulkStatus.REJECTED && apiKey.equals(file.approval().releasedBy()),
				(file) -> releaseLocked(file, apiKey));
	}

	private BulkDecisionResult releaseLocked(BulkFile file, String apiKey) {
		UUID businessId = file.businessId();
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
		this.jdbc
			.sql("""
					UPDATE bulk_file
					   SET status = 'RELEASING', released_by = :apiKey, released_at = now(), changed_by = :apiKey, due_at = now(),
					       attempt_count = 0
					 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
					RETURNING pg_notify(:channel, '')
					""")
			.param("businessId", businessId)
			.param("bulkFileId", file.bulkFileId())
			.param("apiKey", apiKey)
			.param("channel", BulkFiles.DUE)
			.query((row, number) -> true)
			.single();
		return new Done(this.files.find(businessId, file.bulkFileId()).orElseThrow());
	}

	/**
	 * Cancels a file of which nothing is paid, even while it is loading.
	 * @param apiKey who cancels it
	 */
	public BulkDecisionResult cancel(UUID businessId, UUID bulkFileId, String apiKey) {
		return decide(businessId, bulkFileId,
				(file) -> file.status() == BulkStatus.LOADING || file.status() == BulkStatus.AWAITING_RELEASE,
				(file) -> file.status() == BulkStatus.CANCELLED, (file) -> {
					this.jdbc
						.sql("""
								UPDATE bulk_file
								   SET status = 'CANCELLED', changed_by = :apiKey, completed_at = now(), due_at = NULL, claim_id = NULL
								 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
								""")
						.param("businessId", businessId)
						.param("bulkFileId", bulkFileId)
						.param("apiKey", apiKey)
						.update();
					return new Done(this.files.find(businessId, bulkFileId).orElseThrow());
				});
	}

	/**
	 * Locks a file only while the decision is open: a file that is being released is
	 * locked by each of its ranges.
	 */
	private BulkDecisionResult decide(UUID businessId, UUID bulkFileId, Predicate<BulkFile> isOpen,
			Predicate<BulkFile> isDone, Function<BulkFile, BulkDecisionResult> decision) {
		Optional<BulkFile> found = this.files.find(businessId, bulkFileId);
		if (found.isEmpty()) {
			return new NotFound();
		}
		if (!isOpen.test(found.get())) {
			return isDone.test(found.get()) ? new Done(found.get()) : new WrongStatus(found.get());
		}
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			this.jdbc
				.sql("""
						SELECT 1 FROM bulk_file WHERE business_id = :businessId AND bulk_file_id = :bulkFileId FOR NO KEY UPDATE
						""")
				.param("businessId", businessId)
				.param("bulkFileId", bulkFileId)
				.query(Integer.class)
				.single();
			BulkFile file = this.files.find(businessId, bulkFileId).orElseThrow();
			if (isOpen.test(file)) {
				return decision.apply(file);
			}
			return isDone.test(file) ? new Done(file) : new WrongStatus(file);
		}));
	}

	private boolean queuesPayouts(UUID businessId) {
		return this.jdbc.sql("SELECT queue_if_low_balance FROM business WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

}
