package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of a file, which can be read more than once. */
@FunctionalInterface
interface StatementBytes {

	/** From the first byte on. */
	InputStream open() throws IOException;

}
