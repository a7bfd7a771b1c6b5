package dev.hundi.batch.bulk;

import java.util.Objects;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.batch.bulkfile.RowSource.ControlSum;
import dev.hundi.bulk.BulkContents;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.CheckBulkRows;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.TotalBulkRows;
import dev.hundi.bulk.TotalBulkRows.Totals;
import dev.hundi.business.PayoutTerms;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.money.Rupees;
import org.jspecify.annotations.Nullable;

import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Checks the rows of a file against the database, and its totals against those declared.
 */
@Component
class CheckFile {

	private final BulkQueue queue;

	private final CheckBulkRows checks;

	private final TotalBulkRows totals;

	private final ReleaseBulkRows release;

	private final ReadPayoutTerms terms;

	private final BulkSettings settings;

	private final TransactionTemplate transaction;

	CheckFile(BulkQueue queue, CheckBulkRows checks, TotalBulkRows totals, ReleaseBulkRows release,
			ReadPayoutTerms terms, BulkSettings settings, PlatformTransactionManager transactionManager) {
		this.queue = queue;
		this.checks = checks;
		this.totals = totals;
		this.release = release;
		this.terms = terms;
		this.settings = settings;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Marks rows with unpayable beneficiaries and rows that are duplicates, and warns of
	 * valid rows that a person should look at before the release.
	 */
	void checkRows(ClaimedBulkFile file) {
		BulkContents contents = this.checks.contents(file.businessId(), file.bulkFileId());
		mark(file, () -> this.checks.rememberPayees(file.businessId(), file.bulkFileId(), contents));
		mark(file, () -> this.checks.beneficiaries(file.businessId(), file.bulkFileId(), contents));
		if (contents.alike()) {
			mark(file, () -> this.checks.repeatedRows(file.businessId(), file.bulkFileId()));
		}
		checkEarlierPayouts(file, contents);
		if (contents.alike()) {
			mark(file, () -> this.checks.references(file.businessId(), file.bulkFileId()));
		}
		mark(file, () -> this.checks.names(file.businessId(), file.bulkFileId(), contents));
	}

	/**
	 * Compares the totals of the file with those declared, and makes it await its
	 * release.
	 * @param job what the load recorded of the rows it read
	 * @throws RefusedFileException if the file cannot be released
	 */
	void total(ClaimedBulkFile file, ExecutionContext job) {
		int rowsRead = BulkRowReader.rows(job);
		Totals total = Objects.requireNonNull(this.transaction.execute((status) -> {
			Totals all = this.totals.total(file);
			if (all.rows() != rowsRead) {
				// Rolled back, so that the file does not count as loaded.
				throw new IllegalStateException("Bulk file %s has %d rows, and %d are loaded"
					.formatted(file.bulkFileId(), rowsRead, all.rows()));
			}
			return all;
		}));
		BulkFile.Declared declared = file.upload().declared();
		requireDeclared("declared", declared.rows(), declared.totalPaise(), total);
		ControlSum control = BulkRowReader.control(job);
		if (control != null) {
			// The reader compares the sum with the amounts as written, which include
			// those of invalid rows.
			requireDeclared("in the group header", control.rows(),
					(total.withoutAmount() == 0) ? control.paise() : null, total);
		}
		requireReleasable(file, total);
		this.totals.awaitRelease(file);
	}

	/**
	 * Repeats the checks whose result may have changed since the file was loaded.
	 * @throws RefusedFileException if the file can no longer be released and no row of it
	 * is
	 */
	void checkAgain(ClaimedBulkFile file) {
		BulkContents contents = this.checks.contents(file.businessId(), file.bulkFileId());
		mark(file, () -> this.checks.beneficiaries(file.businessId(), file.bulkFileId(), contents));
		checkEarlierPayouts(file, contents);
		PayoutTerms present = this.terms.of(file.businessId());
		mark(file, () -> this.checks.limits(file.businessId(), file.bulkFileId(), present.railLimits(),
				present.maxPayoutPaise()));
		mark(file, () -> this.checks.settleDescriptions(file.businessId(), file.bulkFileId()));
		Totals total = add(file);
		if (!this.release.anyReleased(file)) {
			requireReleasable(file, total);
		}
	}

	/** Ends the release once every valid row is a payout. */
	void finishRelease(ClaimedBulkFile file) {
		add(file);
		this.queue.released(file);
	}

	private void checkEarlierPayouts(ClaimedBulkFile file, BulkContents contents) {
		mark(file, () -> this.checks.earlierPayouts(file.businessId(), file.bulkFileId(), contents,
				this.settings.duplicatesWithin()));
	}

	/** Runs a check in the transaction that renews the claim. */
	private void mark(ClaimedBulkFile file, Runnable check) {
		this.transaction.executeWithoutResult((status) -> {
			this.queue.renew(file, this.settings.lease());
			this.checks.joinByHash();
			check.run();
		});
	}

	private Totals add(ClaimedBulkFile file) {
		return Objects.requireNonNull(this.transaction.execute((status) -> this.totals.total(file)));
	}

	private static void requireReleasable(ClaimedBulkFile file, Totals total) {
		if (file.upload().releaseMode() == ReleaseMode.ALL_OR_NOTHING && total.valid() < total.rows()) {
			throw new RefusedFileException(FileFault.BAD_ROWS,
					"%d rows are invalid and %d are duplicates, and the release mode is ALL_OR_NOTHING"
						.formatted(total.invalid(), total.duplicate()));
		}
		if (total.valid() == 0) {
			throw new RefusedFileException(FileFault.NO_VALID_ROWS, "No row of the file can be paid");
		}
	}

	private static void requireDeclared(String where, @Nullable Integer rows, @Nullable Long paise, Totals total) {
		if (rows != null && rows != total.rows()) {
			throw new RefusedFileException(FileFault.COUNT_MISMATCH,
					"The file has %d rows, and %d are %s".formatted(total.rows(), rows, where));
		}
		if (paise != null && paise != total.totalPaise()) {
			throw new RefusedFileException(FileFault.TOTAL_MISMATCH, "The amounts add up to %s, and %s are %s"
				.formatted(Rupees.format(total.totalPaise()), Rupees.format(paise), where));
		}
	}

}
