package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.InputStream;
import java.util.UUID;

import dev.hundi.batch.statement.common.Texts;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Stores a statement file for loading. A file whose content is already stored is only
 * counted.
 */
@Component
class ReceiveStatements {

	/** The folder of all received files in their store. */
	static final String FOLDER = "statement";

	private static final int BUFFER_BYTES = 64 * 1024;

	private static final int MAX_NAME_CHARS = 255;

	private final FileStore store;

	private final StatementFiles files;

	private final StatementSettings settings;

	ReceiveStatements(StatementStore store, StatementFiles files, StatementSettings settings) {
		this.store = store.files();
		this.files = files;
		this.settings = settings;
	}

	/**
	 * Stores a file.
	 * @param accountNumber account named by the sender, or null
	 * @param trust decides after the content was read whether it is trusted
	 * @throws UntrustedException if the file is not trusted; then nothing is stored
	 * @throws TooLargeException if the file is too large; then nothing is stored
	 * @throws IOException if the file cannot be read or stored
	 */
	StatementFiles.Receipt receive(InputStream content, String fileName, StatementSource source,
			@Nullable String accountNumber, Trust trust) throws IOException {
		String name = Texts.clean(fileName, MAX_NAME_CHARS);
		String storedAs = FOLDER + "/" + UUID.randomUUID() + ".dat";
		StoredFile stored;
		try (UnfinishedFile file = this.store.create(storedAs)) {
			copy(content, file);
			stored = file.publish();
		}
		requireTrust(trust, stored.sha256(), storedAs);
		StatementFiles.Receipt receipt = this.files.receive(stored.sha256(), (name != null) ? name : "statement",
				storedAs, stored.sizeBytes(), source, accountNumber);
		if (!receipt.stored()) {
			this.store.delete(storedAs);
		}
		return receipt;
	}

	/**
	 * Refuses a file before it is read.
	 * @throws TooLargeException if files of this size are too large
	 */
	void checkSize(long sizeBytes) throws TooLargeException {
		if (sizeBytes > this.settings.maxSize().toBytes()) {
			throw new TooLargeException("A statement file may have at most " + this.settings.maxSize());
		}
	}

	/** Keeps nothing of a file that is not trusted, or whose trust cannot be decided. */
	private void requireTrust(Trust trust, byte[] sha256, String storedAs) throws IOException {
		boolean trusted = false;
		try {
			String objection = trust.objection(sha256);
			if (objection != null) {
				throw new UntrustedException(objection);
			}
			trusted = true;
		}
		finally {
			if (!trusted) {
				this.store.delete(storedAs);
			}
		}
	}

	private void copy(InputStream content, UnfinishedFile file) throws IOException {
		byte[] buffer = new byte[BUFFER_BYTES];
		long sizeBytes = 0;
		for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
			sizeBytes += read;
			checkSize(sizeBytes);
			file.out().write(buffer, 0, read);
		}
	}

	/** Decides whether content is trusted. */
	@FunctionalInterface
	interface Trust {

		/** Returns why the content is not trusted, null if it is. */
		@Nullable String objection(byte[] sha256) throws IOException;

	}

	/** A file is not trusted. */
	static final class UntrustedException extends IOException {

		private static final long serialVersionUID = 1;

		UntrustedException(String message) {
			super(message);
		}

	}

	/** A file exceeds the maximum size. */
	static final class TooLargeException extends IOException {

		private static final long serialVersionUID = 1;

		TooLargeException(String message) {
			super(message);
		}

	}

}
