package dev.hundi.export;

import java.util.List;

/**
 * How many columns a table may have.
 */
final class Columns {

	/**
	 * The most a BIFF8 sheet can hold, and more than a page can show.
	 */
	static final int MAX = 256;

	private Columns() {
	}

	static <R> List<Column<R>> checked(List<? extends Column<R>> columns) {
		if (columns.isEmpty()) {
			throw new IllegalArgumentException("A table needs a column");
		}
		if (columns.size() > MAX) {
			throw new IllegalArgumentException("A table has at most " + MAX + " columns, not " + columns.size());
		}
		return List.copyOf(columns);
	}

}
