package dev.hundi.statement;

import java.io.IOException;

/**
 * The content of a statement file.
 */
@FunctionalInterface
public interface StatementContent {

	/**
	 * Reads the whole file.
	 * @throws RejectedStatementException if the file is invalid
	 * @throws IOException if it cannot be read
	 */
	void readInto(StatementSink sink) throws RejectedStatementException, IOException;

}
