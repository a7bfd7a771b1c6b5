package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * Takes what is read from a file of statements, one thing at a time. Each statement is
 * begun, told line by line, and ended.
 */
public interface StatementSink {

	/**
	 * A statement begins.
	 * @throws RejectedStatementException if it must not be loaded
	 */
	void begin(StatementHead head) throws RejectedStatementException;

	/** The next line of the statement. */
	void line(StatementLine line);

	/**
	 * Something in the file does not add up, and is loaded as it stands.
	 * @param fileLine line of the file, as an editor counts
	 * @param differencePaise by how much, or null
	 */
	void wrongSum(int fileLine, @Nullable Long differencePaise, String reason);

	/**
	 * The statement ends.
	 * @throws RejectedStatementException if it must not be loaded
	 */
	void end() throws RejectedStatementException;

}
