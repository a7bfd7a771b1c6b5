package dev.hundi.portal.console;

import java.util.List;

/**
 * A page of a list that is read by key.
 *
 * @param more whether there are further rows
 */
record Slice<T>(List<T> rows, boolean more) {

	/** Rows of a page. */
	static final int ROWS = 50;

	/** What to read: one row more than the page shows. */
	static final int READ = ROWS + 1;

	Slice {
		rows = List.copyOf(rows);
	}

	/** A page of what was read with {@link #READ}. */
	static <T> Slice<T> of(List<T> read) {
		return (read.size() > ROWS) ? new Slice<>(read.subList(0, ROWS), true) : new Slice<>(read, false);
	}

	/** The last row of the page, after which the next one begins. */
	T last() {
		return this.rows.getLast();
	}

}
