package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import dev.hundi.bulk.BulkColumn;
import org.jspecify.annotations.Nullable;

/**
 * Finds the headings of a file below lines such as a title or a date.
 */
final class HeadingRow {

	/** Rows that are searched, blank ones excepted. */
	static final int SEARCHED = 20;

	private static final Set<BulkColumn> PAYEE = EnumSet.of(BulkColumn.BENEFICIARY_ID, BulkColumn.BENEFICIARY_CODE,
			BulkColumn.ACCOUNT_NUMBER, BulkColumn.VPA);

	private HeadingRow() {
	}

	/** Whether the cells are headings of payouts: an amount and a payee. */
	static boolean matches(List<String> cells) {
		Set<BulkColumn> columns = columns(cells);
		return columns.contains(BulkColumn.AMOUNT) && columns.stream().anyMatch(PAYEE::contains);
	}

	/** The number of known headings among the cells. */
	static int known(List<String> cells) {
		return columns(cells).size();
	}

	/**
	 * Reads as far as the first row that {@linkplain #matches matches}. Without one, the
	 * row with the most known headings is taken, for the report of what is missing.
	 * @param following receives the rows that were read below the headings
	 * @throws RefusedFileException if there is no row
	 */
	static RawRow find(Rows rows, Deque<RawRow> following) throws IOException {
		List<RawRow> read = new ArrayList<>();
		int best = 0;
		for (RawRow row = rows.next(); row != null; row = rows.next()) {
			if (matches(row.cells())) {
				return row;
			}
			read.add(row);
			if (known(row.cells()) > known(read.get(best).cells())) {
				best = read.size() - 1;
			}
			if (read.size() == SEARCHED) {
				break;
			}
		}
		if (read.isEmpty()) {
			throw new RefusedFileException(FileFault.NO_ROWS, "The file has no headings and no rows");
		}
		following.addAll(read.subList(best + 1, read.size()));
		return read.get(best);
	}

	private static Set<BulkColumn> columns(List<String> cells) {
		Set<BulkColumn> columns = EnumSet.noneOf(BulkColumn.class);
		cells.forEach((cell) -> BulkColumn.ofHeading(cell).ifPresent(columns::add));
		return columns;
	}

	/** The non-blank rows of a file. */
	@FunctionalInterface
	interface Rows {

		@Nullable RawRow next() throws IOException;

	}

}
