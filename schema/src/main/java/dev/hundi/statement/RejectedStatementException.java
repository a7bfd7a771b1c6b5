package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * A statement file that cannot be loaded; nothing of it is.
 */
public final class RejectedStatementException extends Exception {

	private static final long serialVersionUID = 1;

	private final @Nullable Integer fileLine;

	private final boolean duplicate;

	/**
	 * An invalid file.
	 * @param fileLine line of the file from 1, or null for the whole file
	 */
	public RejectedStatementException(@Nullable Integer fileLine, String reason) {
		super(reason);
		this.fileLine = fileLine;
		this.duplicate = false;
	}

	private RejectedStatementException(String reason) {
		super(reason);
		this.fileLine = null;
		this.duplicate = true;
	}

	/** A statement that is loaded already, from other bytes. */
	static RejectedStatementException duplicate(String reason) {
		return new RejectedStatementException(reason);
	}

	/** Line of the file from 1, or null for the whole file. */
	public @Nullable Integer fileLine() {
		return this.fileLine;
	}

	/** Whether it is rejected only because it is loaded already. */
	public boolean isDuplicate() {
		return this.duplicate;
	}

	/** The reason, with its line if there is one. */
	public String reason() {
		return (this.fileLine != null) ? "Line " + this.fileLine + ": " + getMessage() : String.valueOf(getMessage());
	}

}
