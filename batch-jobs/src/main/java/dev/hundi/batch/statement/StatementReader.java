package dev.hundi.batch.statement;

import java.io.IOException;

import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementSink;

/**
 * Reads files of one format, in memory that does not grow with the file.
 */
interface StatementReader {

	/**
	 * Reads a whole file.
	 * @throws RejectedStatementException if it is not as it must be, with line and reason
	 * @throws IOException if it cannot be read
	 */
	void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException;

}
