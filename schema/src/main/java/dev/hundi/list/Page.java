package dev.hundi.list;

/**
 * A page of a list (docs/specification.md, "Limits").
 *
 * @param limit maximum number of rows, 1 to {@value #MAX_LIMIT}
 * @param offset rows to skip, 0 to {@value #MAX_OFFSET}
 */
public record Page(int limit, long offset) {

	public static final int DEFAULT_LIMIT = 50;

	public static final int MAX_LIMIT = 200;

	public static final long MAX_OFFSET = Integer.MAX_VALUE;

	public static final Page FIRST = new Page(DEFAULT_LIMIT, 0);

	public Page {
		if (limit < 1 || limit > MAX_LIMIT) {
			throw new IllegalArgumentException("A page has 1 to " + MAX_LIMIT + " rows: " + limit);
		}
		if (offset < 0 || offset > MAX_OFFSET) {
			throw new IllegalArgumentException("An offset is 0 to " + MAX_OFFSET + ": " + offset);
		}
	}

	/** The number of rows up to the end of this page. */
	public long end() {
		return this.offset + this.limit;
	}

}
