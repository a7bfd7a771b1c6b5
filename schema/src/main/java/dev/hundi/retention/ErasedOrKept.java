package dev.hundi.retention;

/**
 * What an erasure does with a row.
 *
 * @param key primary key as JSON
 * @param erased whether it was erased, or would be
 * @param what what was erased, or why it is kept and until when
 */
record ErasedOrKept(String table, String key, boolean erased, String what) {

	static ErasedOrKept kept(PersonalTable table, String key, String why) {
		return new ErasedOrKept(table.table(), key, false, why);
	}

	@Override
	public String toString() {
		return "%s %s %s: %s".formatted(this.erased ? "erase" : "keep ", this.table, this.key, this.what);
	}

}
