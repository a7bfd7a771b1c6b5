package dev.hundi.filestore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.Set;

import dev.hundi.digest.Sha256;

/**
 * A file being written. It is invisible before {@link #publish()} and deleted on close
 * without it. Not thread-safe.
 */
public final class UnfinishedFile implements AutoCloseable {

	private static final int BUFFER_BYTES = 64 * 1024;

	/** Files hold names and account numbers. */
	private static final FileAttribute<?> OWNER_ONLY = PosixFilePermissions
		.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

	private final Path file;

	private final Path unfinished;

	private final FileChannel channel;

	private final MessageDigest digest = Sha256.newDigest();

	private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);

	private long sizeBytes;

	private boolean published;

	UnfinishedFile(Path file, Path unfinished) throws IOException {
		this.file = file;
		this.unfinished = unfinished;
		this.channel = FileChannel.open(unfinished,
				Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE),
				OWNER_ONLY);
	}

	/** The stream for the content. Closing it does not publish the file. */
	public OutputStream out() {
		return new Content();
	}

	/**
	 * Forces the content to disk, then gives the file its name, so that a power cut
	 * leaves the whole file or none.
	 * @throws IOException if the disk fails; then there is no file
	 */
	public StoredFile publish() throws IOException {
		drain();
		this.channel.force(true);
		this.channel.close();
		Files.move(this.unfinished, this.file, StandardCopyOption.ATOMIC_MOVE);
		this.published = true;
		ForceToDisk.nameOf(this.file);
		return new StoredFile(this.sizeBytes, this.digest.digest());
	}

	/** Deletes the file unless it is published. */
	@Override
	public void close() throws IOException {
		this.channel.close();
		if (!this.published) {
			Files.deleteIfExists(this.unfinished);
		}
	}

	private void drain() throws IOException {
		this.digest.update(this.buffer.array(), 0, this.buffer.position());
		this.buffer.flip();
		while (this.buffer.hasRemaining()) {
			this.sizeBytes += this.channel.write(this.buffer);
		}
		this.buffer.clear();
	}

	private final class Content extends OutputStream {

		@Override
		public void write(int single) throws IOException {
			if (!UnfinishedFile.this.buffer.hasRemaining()) {
				drain();
			}
			UnfinishedFile.this.buffer.put((byte) single);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) throws IOException {
			int from = offset;
			int left = length;
			while (left > 0) {
				if (!UnfinishedFile.this.buffer.hasRemaining()) {
					drain();
				}
				int part = Math.min(left, UnfinishedFile.this.buffer.remaining());
				UnfinishedFile.this.buffer.put(bytes, from, part);
				from += part;
				left -= part;
			}
		}

	}

}
