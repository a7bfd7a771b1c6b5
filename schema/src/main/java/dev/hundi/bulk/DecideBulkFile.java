package dev.hundi.bulk;

import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.hundi.bulk.BulkDecisionResult.Done;
import dev.hundi.bulk.BulkDecisionResult.NoWallet;
import dev.hundi.bulk.BulkDecisionResult.NotFound;
import dev.hundi.bulk.BulkDecisionResult.RelationEnded;
import dev.hundi.bulk.BulkDecisionResult.SamePerson;
import dev.hundi.bulk.BulkDecisionResult.ShortOfMoney;
import dev.hundi.bulk.BulkDecisionResult.WrongStatus;
import dev.hundi.business.BusinessRelations;
import dev.hundi.payout.PayoutFigures;
import dev.hundi.time.Timestamps;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Releases or cancels a file that awaits its release.
 */
@Component
public class DecideBulkFile {

	private static final Logger logger = LoggerFactory.getLogger(DecideBulkFile.class);

	/**
	 * Before the id of a person where an API key could be: who uploaded, released or
	 * cancelled a file.
	 */
	public static final String PERSON = "person:";

	/** A plan postpones the release. */
	private static final String UNRELEASED = """
			status = 'AWAITING_RELEASE' AND greatest(loaded_at, planned_for) < now() - make_interval(secs => :ageSeconds)
			""";

	private final JdbcClient jdbc;

	private final BulkFiles files;

	private final Wallets wallets;

	private final PayoutFigures payouts;

	private final BusinessRelations relations;

	private final TransactionTemplate transaction;

	DecideBulkFile(JdbcClient jdbc, BulkFiles files, Wallets wallets, PayoutFigures payouts,
			BusinessRelations relations, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.files = files;
		this.wallets = wallets;
		this.payouts = payouts;
		this.relations = relations;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Releases a file, unless the relation with the business has ended. A wallet that
	 * does not cover it refuses it, unless the business queues payouts. The debit of each
	 * payout checks again. Of concurrent calls by one key or person, each is done.
	 * @param by who releases it: an API key, or {@code person:} and an id
	 */
	public BulkDecisionResult release(UUID businessId, UUID bulkFileId, String by) {
		return decide(businessId, bulkFileId, (file) -> file.status() == BulkStatus.AWAITING_RELEASE,
				(file) -> file.status() != BulkStatus.REJECTED && by.equals(file.approval().releasedBy()),
				(file) -> releaseLocked(file, by));
	}

	/**
	 * Plans the release of a file at a time and as soon as the wallet covers it, in place
	 * of the present plan.
	 * @param notBefore the earliest time; null ends the plan
	 * @param by who plans it, as for {@link #release}
	 */
	public BulkDecisionResult plan(UUID businessId, UUID bulkFileId, @Nullable Instant notBefore, String by) {
		return decide(businessId, bulkFileId, (file) -> file.status() == BulkStatus.AWAITING_RELEASE, (file) -> false,
				(file) -> {
					if (needsOther(file, by)) {
						return new SamePerson(file);
					}
					this.jdbc.sql("""
							UPDATE bulk_file SET planned_for = :notBefore, planned_by = :by, changed_by = :changedBy
							 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
							""")
						.param("notBefore", (notBefore != null) ? Timestamps.utc(notBefore) : null,
								Types.TIMESTAMP_WITH_TIMEZONE)
						.param("by", (notBefore != null) ? by : null, Types.VARCHAR)
						.param("changedBy", by)
						.param("businessId", businessId)
						.param("bulkFileId", bulkFileId)
						.update();
					return new Done(this.files.find(businessId, bulkFileId).orElseThrow());
				});
	}

	/**
	 * Releases the planned files that are due and covered, in the order of their times:
	 * of each business only the first, and none while another file is being released or
	 * payouts wait for their debits that leave too little. The plan of a person who may
	 * not release files any more ends, and that of a business whose relation has ended.
	 * @return how many
	 */
	public int releasePlanned() {
		int released = 0;
		for (DuePlan due : this.jdbc.sql("""
				SELECT DISTINCT ON (business_id) business_id, bulk_file_id FROM bulk_file
				 WHERE planned_for <= now() AND status = 'AWAITING_RELEASE'
				 ORDER BY business_id, planned_for, bulk_file_id
				""").query(DuePlan.class).list()) {
			released += carriesOut(due) ? 1 : 0;
		}
		return released;
	}

	/** A plan that fails delays none of another business. */
	private boolean carriesOut(DuePlan due) {
		try {
			return decide(due.businessId, due.bulkFileId, (file) -> file.status() == BulkStatus.AWAITING_RELEASE,
					(file) -> false, this::releaseIfCovered) instanceof Done;
		}
		catch (RuntimeException ex) {
			logger.warn("The planned release of bulk file {} failed; the next round repeats it", due.bulkFileId, ex);
			return false;
		}
	}

	private BulkDecisionResult releaseIfCovered(BulkFile file) {
		BulkFile.Plan plan = file.approval().plan();
		if (plan == null || plan.notBefore().isAfter(Instant.now()) || isReleasing(file.businessId())) {
			return new WrongStatus(file);
		}
		if (this.relations.hasEnded(file.businessId())) {
			endPlan(file, "the relation with the business has ended");
			return new WrongStatus(file);
		}
		if (!mayRelease(file.businessId(), plan.by())) {
			endPlan(file, "who made it may not release files any more");
			return new WrongStatus(file);
		}
		WalletSnapshot wallet = this.wallets.snapshot(file.businessId()).orElseThrow();
		long spendablePaise = wallet.spendablePaise() - this.payouts.undebitedPaise(file.businessId());
		return (file.amounts().debitPaise() > spendablePaise && !queuesPayouts(file.businessId()))
				? new ShortOfMoney(file, spendablePaise) : releaseLocked(file, plan.by());
	}

	private boolean mayRelease(UUID businessId, String by) {
		return !by.startsWith(PERSON) || this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM membership
					                WHERE business_id = :businessId AND person_id = :person AND role IN ('OWNER', 'CHECKER'))
					""")
			.param("businessId", businessId)
			.param("person", UUID.fromString(by.substring(PERSON.length())))
			.query(Boolean.class)
			.single();
	}

	private void endPlan(BulkFile file, String reason) {
		this.jdbc.sql("""
				UPDATE bulk_file SET planned_for = NULL, planned_by = NULL, changed_by = 'batch-jobs'
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
				""").param("businessId", file.businessId()).param("bulkFileId", file.bulkFileId()).update();
		logger.warn("The plan to release bulk file {} ended: {}", file.bulkFileId(), reason);
	}

	private boolean isReleasing(UUID businessId) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM bulk_file WHERE business_id = :businessId AND status = 'RELEASING')")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Whether another than {@code by} must release a file. A key may be held by the
	 * person who uploaded it.
	 */
	public static boolean needsOther(BulkFile file, String by) {
		String maker = file.approval().uploadedBy();
		boolean counts = maker.startsWith(PERSON) ? (by.startsWith(PERSON) && !by.equals(maker)) : !by.equals(maker);
		return !counts && !Integer.valueOf(1).equals(file.approval().peopleNeeded());
	}

	private BulkDecisionResult releaseLocked(BulkFile file, String by) {
		UUID businessId = file.businessId();
		if (needsOther(file, by)) {
			return new SamePerson(file);
		}
		lockReleases(businessId);
		if (this.relations.hasEnded(businessId)) {
			return new RelationEnded();
		}
		WalletSnapshot wallet = this.wallets.snapshot(businessId).orElseThrow();
		if (!wallet.walletProvisioned()) {
			return new NoWallet();
		}
		if (file.amounts().debitPaise() > wallet.spendablePaise() && !queuesPayouts(businessId)) {
			return new ShortOfMoney(file, wallet.spendablePaise());
		}
		this.jdbc.sql("""
				UPDATE bulk_file
				   SET status = 'RELEASING', released_by = :by, changed_by = :by, due_at = now(), attempt_count = 0,
				       released_at = greatest(clock_timestamp(), (
				         SELECT max(released_at) + interval '1 microsecond' FROM bulk_file
				          WHERE business_id = :businessId AND status = 'RELEASING'))
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
				RETURNING pg_notify(:channel, '')
				""")
			.param("businessId", businessId)
			.param("bulkFileId", file.bulkFileId())
			.param("by", by)
			.param("channel", BulkFiles.DUE)
			.query((row, number) -> true)
			.single();
		return new Done(this.files.find(businessId, file.bulkFileId()).orElseThrow());
	}

	/**
	 * Releases of one business commit in the order of their times: a release that began
	 * first and committed last would come before a file that is claimed already. The end
	 * of its relation takes the same lock.
	 */
	private void lockReleases(UUID businessId) {
		this.jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('bulk_file RELEASING ' || :businessId, 0))")
			.param("businessId", businessId.toString())
			.query()
			.listOfRows();
	}

	/**
	 * Cancels a file of which nothing is paid, even while it is loading.
	 * @param by who cancels it, as for {@link #release}
	 */
	public BulkDecisionResult cancel(UUID businessId, UUID bulkFileId, String by) {
		return decide(businessId, bulkFileId,
				(file) -> file.status() == BulkStatus.LOADING || file.status() == BulkStatus.AWAITING_RELEASE,
				(file) -> file.status() == BulkStatus.CANCELLED, (file) -> cancelLocked(file, by));
	}

	/**
	 * Cancels files that were not released, as {@link #cancel} does: their rows would be
	 * kept, and could be paid, for ever.
	 * @param age how long ago they could be released first: once loaded, or at the time
	 * of their plan
	 * @return how many
	 */
	public int cancelUnreleased(Duration age, int limit) {
		int cancelled = 0;
		for (Waiting file : this.jdbc
			.sql("SELECT business_id, bulk_file_id FROM bulk_file WHERE " + UNRELEASED
					+ " ORDER BY loaded_at LIMIT :limit")
			.param("ageSeconds", age.toSeconds())
			.param("limit", limit)
			.query(Waiting.class)
			.list()) {
			BulkDecisionResult result = decide(file.businessId, file.bulkFileId,
					(found) -> found.status() == BulkStatus.AWAITING_RELEASE, (found) -> false,
					(found) -> cancelLocked(found, "batch-jobs"));
			cancelled += (result instanceof Done) ? 1 : 0;
		}
		return cancelled;
	}

	/** Counts the files that {@link #cancelUnreleased} would cancel. */
	public long countUnreleased(Duration age) {
		return this.jdbc.sql("SELECT count(*) FROM bulk_file WHERE " + UNRELEASED)
			.param("ageSeconds", age.toSeconds())
			.query(Long.class)
			.single();
	}

	private BulkDecisionResult cancelLocked(BulkFile file, String by) {
		this.jdbc.sql("""
				UPDATE bulk_file
				   SET status = 'CANCELLED', changed_by = :by, completed_at = now(), due_at = NULL, claim_id = NULL
				 WHERE business_id = :businessId AND bulk_file_id = :bulkFileId
				""")
			.param("businessId", file.businessId())
			.param("bulkFileId", file.bulkFileId())
			.param("by", by)
			.update();
		return new Done(this.files.find(file.businessId(), file.bulkFileId()).orElseThrow());
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

	private record Waiting(UUID businessId, UUID bulkFileId) {
	}

	private record DuePlan(UUID businessId, UUID bulkFileId) {
	}

}
