package dev.hundi.batch.statement.common;

import java.io.IOException;

import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementSink;

/**
 * Reads files of one format in constant memory.
 */
public interface StatementReader {

	/**
	 * Reads a whole file.
	 * @throws RejectedStatementException if the file is invalid
	 * @throws IOException if the file cannot be read
	 */
	void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException;

}
