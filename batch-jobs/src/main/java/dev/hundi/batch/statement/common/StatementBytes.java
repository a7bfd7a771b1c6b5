package dev.hundi.batch.statement.common;

import java.io.IOException;
import java.io.InputStream;

/** The content of a file, which can be read more than once. */
@FunctionalInterface
public interface StatementBytes {

	/** Opens the content at its first byte. */
	InputStream open() throws IOException;

}
