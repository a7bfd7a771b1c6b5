package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * A statement file that cannot be loaded; nothing of it is.
 */
public final class RejectedStatementException extends Exception {

	private static final long serialVersionUID = 1;

	private final @Nullable Integer fileLine;

	private final @Nullable String column;

	private final boolean duplicate;

	/**
	 * An invalid file.
	 * @param fileLine line of the file from 1, or null for the whole file
	 */
	public RejectedStatementException(@Nullable Integer fileLine, String reason) {
		this(fileLine, null, reason, false);
	}

	/**
	 * An invalid field of a table.
	 * @param fileLine line of the file from 1
	 * @param column as the header of the file names it, or null for the whole line
	 */
	public RejectedStatementException(int fileLine, @Nullable String column, String reason) {
		this(fileLine, column, reason, false);
	}

	private RejectedStatementException(@Nullable Integer fileLine, @Nullable String column, String reason,
			boolean duplicate) {
		super(reason);
		this.fileLine = fileLine;
		this.column = column;
		this.duplicate = duplicate;
	}

	/** A statement that is loaded already, from other bytes. */
	static RejectedStatementException duplicate(String reason) {
		return new RejectedStatementException(null, null, reason, true);
	}

	/** Line of the file from 1, or null for the whole file. */
	public @Nullable Integer fileLine() {
		return this.fileLine;
	}

	/** Column of a table, or null. */
	public @Nullable String column() {
		return this.column;
	}

	/** The same in a column of a table. */
	public RejectedStatementException inColumn(@Nullable String name) {
		return new RejectedStatementException(this.fileLine, name, String.valueOf(getMessage()), this.duplicate);
	}

	/** Whether it is rejected only because it is loaded already. */
	public boolean isDuplicate() {
		return this.duplicate;
	}

	/** The reason, with its line and column if there are any. */
	public String reason() {
		if (this.fileLine == null) {
			return String.valueOf(getMessage());
		}
		return "Line " + this.fileLine + ((this.column != null) ? ", column " + this.column : "") + ": " + getMessage();
	}

}
