package dev.hundi.export;

import java.util.List;

/**
 * The limits of the columns of a table.
 */
final class Columns {

	/** The limit of a BIFF8 sheet, and more than fit on a page. */
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
