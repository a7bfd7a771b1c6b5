package dev.hundi.statement;

import java.io.IOException;

/** What is in a file of statements. */
@FunctionalInterface
public interface StatementContent {

	/**
	 * Reads it all.
	 * @throws RejectedStatementException if the file is not as it must be
	 * @throws IOException if it cannot be read
	 */
	void readInto(StatementSink sink) throws RejectedStatementException, IOException;

}
