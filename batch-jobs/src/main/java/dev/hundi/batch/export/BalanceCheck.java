package dev.hundi.batch.export;

import java.util.Objects;

import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.Movement;
import dev.hundi.wallet.MovementSummary;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the exported rows and compares them with the database's sums of the window: the
 * opening balance and the movements must result in the closing balance, to the paisa, by
 * sums and by the running balances.
 */
final class BalanceCheck {

	private final boolean searched;

	private final int maxRows;

	private @Nullable ExportSums sums;

	private @Nullable Movement last;

	private int rows;

	private long creditPaise;

	private long debitPaise;

	/** Of debits less that of credits. */
	private long commissionPaise;

	/** Of debits less that of credits. */
	private long gstPaise;

	/**
	 * Creates a check.
	 * @param searched whether the rows are only those of the window that match a search
	 * @param maxRows largest number of rows of a file
	 */
	BalanceCheck(boolean searched, int maxRows) {
		this.searched = searched;
		this.maxRows = maxRows;
	}

	int rows() {
		return this.rows;
	}

	boolean isTruncated() {
		return totals().totalCount() > this.maxRows;
	}

	void sums(ExportSums expected) {
		this.sums = expected;
		MovementSummary known = expected.movements();
		if (!this.searched) {
			same("closing balance by sums", known.closingBalancePaise(), Math.subtractExact(
					Math.addExact(known.openingBalancePaise(), known.totalCreditPaise()), known.totalDebitPaise()));
		}
	}

	void row(Movement row) {
		boolean credit = row.direction() == Movement.Direction.CREDIT;
		same("balance after movement " + row.sequence(), row.balanceAfterPaise(),
				Math.addExact(row.balanceBeforePaise(), credit ? row.totalPaise() : -row.totalPaise()));
		Movement before = this.last;
		if (before != null && row.sequence() <= before.sequence()) {
			throw new BooksDisagreeException("Movement " + row.sequence() + " follows movement " + before.sequence());
		}
		if (before != null && row.sequence() == before.sequence() + 1) {
			same("balance before movement " + row.sequence(), row.balanceBeforePaise(), before.balanceAfterPaise());
		}
		this.last = row;
		this.rows++;
		if (credit) {
			this.creditPaise = Math.addExact(this.creditPaise, row.totalPaise());
			this.commissionPaise -= row.commissionPaise();
			this.gstPaise -= row.gstPaise();
		}
		else {
			this.debitPaise = Math.addExact(this.debitPaise, row.totalPaise());
			this.commissionPaise += row.commissionPaise();
			this.gstPaise += row.gstPaise();
		}
	}

	/** Compares the sums after the last row. */
	void complete() {
		MovementSummary known = totals();
		same("rows", Math.min(known.totalCount(), this.maxRows), this.rows);
		if (!isTruncated()) {
			same("credits", known.totalCreditPaise(), this.creditPaise);
			same("debits", known.totalDebitPaise(), this.debitPaise);
			same("commission", sums().commissionPaise(), this.commissionPaise);
			same("GST", sums().gstPaise(), this.gstPaise);
		}
		Movement end = this.last;
		if (!this.searched && end != null) {
			long reached = Math.subtractExact(Math.addExact(known.openingBalancePaise(), this.creditPaise),
					this.debitPaise);
			same("balance after the last row", end.balanceAfterPaise(), reached);
			if (!isTruncated()) {
				same("closing balance", known.closingBalancePaise(), reached);
			}
		}
	}

	private MovementSummary totals() {
		return sums().movements();
	}

	private ExportSums sums() {
		return Objects.requireNonNull(this.sums);
	}

	private static void same(String what, long stored, long computed) {
		if (stored != computed) {
			throw new BooksDisagreeException("The " + what + " should be " + computed + ", and is " + stored);
		}
	}

}
