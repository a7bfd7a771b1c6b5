package dev.hundi.batch.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.Optional;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.digest.Sha256;
import dev.hundi.filestore.FileStore;

import org.springframework.stereotype.Component;

/**
 * Uploads in the file store.
 */
@Component
class StoredUploads {

	private static final int BUFFER_BYTES = 64 * 1024;

	private final FileStore files;

	StoredUploads(FileStore files) {
		this.files = files;
	}

	/**
	 * Opens the upload of a file.
	 * @throws RefusedFileException if the file store does not have it
	 */
	FileChannel open(ClaimedBulkFile file) throws IOException {
		String storedAs = file.upload().storedAs();
		return ((storedAs != null) ? this.files.open(storedAs) : Optional.<FileChannel>empty())
			.orElseThrow(() -> new RefusedFileException(FileFault.CONTENT_CHANGED,
					"The stored file no longer exists; upload it again"));
	}

	/**
	 * Requires that the stored content is the content that was uploaded.
	 * @throws RefusedFileException if it is not
	 */
	void requireUnchanged(ClaimedBulkFile file) throws IOException {
		MessageDigest sha256 = Sha256.newDigest();
		ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
		try (FileChannel channel = open(file)) {
			while (channel.read(buffer) >= 0) {
				sha256.update(buffer.array(), 0, buffer.position());
				buffer.clear();
			}
		}
		if (!MessageDigest.isEqual(sha256.digest(), file.upload().sha256())) {
			throw new RefusedFileException(FileFault.CONTENT_CHANGED,
					"The stored file differs from the uploaded one; upload it again");
		}
	}

}
