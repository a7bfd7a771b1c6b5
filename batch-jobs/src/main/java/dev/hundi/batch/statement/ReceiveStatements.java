package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;

import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Takes a file of statements into the file store, to be loaded; bytes that are known are
 * not kept twice.
 */
@Component
class ReceiveStatements {

	private static final int BUFFER_BYTES = 64 * 1024;

	private static final int LONGEST_NAME = 255;

	private final FileStore store;

	private final StatementFiles files;

	private final StatementSettings settings;

	ReceiveStatements(FileStore store, StatementFiles files, StatementSettings settings) {
		this.store = store;
		this.files = files;
		this.settings = settings;
	}

	/**
	 * Takes a file.
	 * @param accountNumber whose the sender says it is, or null
	 * @throws TooLargeException if it is larger than a file may be; nothing is kept then
	 * @throws IOException if it cannot be read or kept
	 */
	StatementFiles.Receipt receive(InputStream content, String fileName, StatementSource source,
			@Nullable String accountNumber) throws IOException {
		String name = Texts.clean(fileName, LONGEST_NAME);
		String storedAs = "statement/" + UUID.randomUUID() + ".dat";
		StoredFile stored;
		try (UnfinishedFile file = this.store.create(storedAs)) {
			copy(content, file);
			stored = file.publish();
		}
		StatementFiles.Receipt receipt = this.files.receive(stored.sha256(), (name != null) ? name : "statement",
				storedAs, stored.sizeBytes(), source, accountNumber);
		if (!receipt.stored()) {
			this.store.delete(storedAs);
		}
		return receipt;
	}

	private void copy(InputStream content, UnfinishedFile file) throws IOException {
		byte[] buffer = new byte[BUFFER_BYTES];
		long left = this.settings.largest().toBytes();
		for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
			left -= read;
			if (left < 0) {
				throw new TooLargeException("A file of statements has at most " + this.settings.largest());
			}
			file.out().write(buffer, 0, read);
		}
	}

	/** A file is larger than one may be. */
	static final class TooLargeException extends IOException {

		private static final long serialVersionUID = 1;

		TooLargeException(String message) {
			super(message);
		}

	}

}
