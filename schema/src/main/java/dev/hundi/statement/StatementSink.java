package dev.hundi.statement;

import org.jspecify.annotations.Nullable;

/**
 * Receives the content of a statement file in order: each statement begins, has lines,
 * and ends.
 */
public interface StatementSink {

	/**
	 * A statement begins.
	 * @throws RejectedStatementException if it must not be loaded
	 */
	void begin(StatementHead head) throws RejectedStatementException;

	void line(StatementLine line);

	/**
	 * A sum in the file is wrong; the statement is loaded nevertheless.
	 * @param fileLine line of the file from 1
	 * @param differencePaise the difference, or null
	 */
	void wrongSum(int fileLine, @Nullable Long differencePaise, String reason);

	/**
	 * The statement ends.
	 * @throws RejectedStatementException if it must not be loaded
	 */
	void end() throws RejectedStatementException;

}
