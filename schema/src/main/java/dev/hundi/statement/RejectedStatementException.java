package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * A file that is not loaded, and why. Nothing of it is.
 */
public final class RejectedStatementException extends Exception {

	private static final long serialVersionUID = 1;

	private final @Nullable Integer fileLine;

	private final boolean duplicate;

	/**
	 * A file that is not as it must be.
	 * @param fileLine line of the file, as an editor counts, or null for the whole
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

	/** A statement that is here already, under other bytes. */
	static RejectedStatementException duplicate(String reason) {
		return new RejectedStatementException(reason);
	}

	/** Line of the file, from 1, or null for the whole. */
	public @Nullable Integer fileLine() {
		return this.fileLine;
	}

	/** Whether it is refused only because it is here already. */
	public boolean isDuplicate() {
		return this.duplicate;
	}

	/** The reason, with its line where there is one. */
	public String reason() {
		return (this.fileLine != null) ? "Line " + this.fileLine + ": " + getMessage() : String.valueOf(getMessage());
	}

}
