package dev.hundi.batch.bulk;

import java.util.Objects;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.batch.bulkfile.RowSource.ControlSum;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.CheckBulkRows;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.ReleaseBulkRows;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.TotalBulkRows;
import dev.hundi.bulk.TotalBulkRows.Totals;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Judges the rows of a file against the database and the file against what was declared.
 */
@Component
class CheckFile {

	private final BulkQueue queue;

	private final CheckBulkRows checks;

	private final TotalBulkRows totals;

	private final ReleaseBulkRows release;

	private final BulkSettings settings;

	private final TransactionTemplate transaction;

	CheckFile(BulkQueue queue, CheckBulkRows checks, TotalBulkRows totals, ReleaseBulkRows release,
			BulkSettings settings, PlatformTransactionManager transactionManager) {
		this.queue = queue;
		this.checks = checks;
		this.totals = totals;
		this.release = release;
		this.settings = settings;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/** Marks every row that the database has something against. */
	void checkRows(ClaimedBulkFile file) {
		mark(file, () -> this.checks.beneficiaries(file.businessId(), file.bulkFileId()));
		mark(file, () -> this.checks.repeatedRows(file.businessId(), file.bulkFileId()));
		checkEarlierPayouts(file);
	}

	/**
	 * Adds up and lets the file wait for its release.
	 * @throws RefusedFileException if it can't be released
	 */
	void total(Run run) {
		ClaimedBulkFile file = run.file();
		Totals total = add(file);
		if (total.rows() != run.rowsRead()) {
			throw new IllegalStateException("Bulk file " + file.bulkFileId() + " has " + run.rowsRead() + " rows and "
					+ total.rows() + " are there");
		}
		ControlSum control = run.control();
		requireDeclared("declared", file.declaredRows(), file.declaredTotalPaise(), total);
		if (control != null) {
			// The reader has held the sum against the amounts as they are written; here
			// it
			// is held against what was loaded of them.
			requireDeclared("in the group header", control.rows(),
					(total.withoutAmount() == 0) ? control.paise() : null, total);
		}
		requireReleasable(file, total);
		this.totals.awaitRelease(file);
	}

	/**
	 * Checks once more what may have changed since the file was loaded.
	 * @throws RefusedFileException if nothing of it is released and it can't be any more
	 */
	void checkAgain(ClaimedBulkFile file) {
		mark(file, () -> this.checks.beneficiaries(file.businessId(), file.bulkFileId()));
		checkEarlierPayouts(file);
		mark(file, () -> this.checks.settleDescriptions(file.businessId(), file.bulkFileId()));
		Totals total = add(file);
		if (!this.release.anyReleased(file)) {
			requireReleasable(file, total);
		}
	}

	/** Ends the release where every valid row is a payout. */
	void finishRelease(ClaimedBulkFile file) {
		add(file);
		this.queue.released(file);
	}

	private void checkEarlierPayouts(ClaimedBulkFile file) {
		mark(file, () -> this.checks.earlierPayouts(file.businessId(), file.bulkFileId(),
				this.settings.duplicatesWithin()));
	}

	/**
	 * Under the claim, so that nobody marks rows of a file that somebody else works on.
	 */
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
		if (file.releaseMode() == ReleaseMode.ALL_OR_NOTHING && total.valid() < total.rows()) {
			throw new RefusedFileException(FileFault.BAD_ROWS,
					"%d rows are invalid and %d are duplicates, and the file is to be paid as a whole or not at all"
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
				.formatted(rupees(total.totalPaise()), rupees(paise), where));
		}
	}

	private static String rupees(long paise) {
		return "%d.%02d".formatted(paise / 100, paise % 100);
	}

}
