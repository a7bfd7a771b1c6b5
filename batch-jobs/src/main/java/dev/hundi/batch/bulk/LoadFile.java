package dev.hundi.batch.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.hundi.batch.bulkfile.FileFault;
import dev.hundi.batch.bulkfile.RawRow;
import dev.hundi.batch.bulkfile.RefusedFileException;
import dev.hundi.batch.bulkfile.RowSource;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.LoadBulkRows;
import dev.hundi.bulk.LoadedRow;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.filestore.FileStore;

import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Brings the rows of an upload into the database, some thousand in one transaction, from
 * the row after the last that is there: a load that was cut short goes on, and a row is
 * never there twice. The next rows are read and judged while the database takes these.
 */
@Component
class LoadFile {

	private static final int BUFFER_BYTES = 64 * 1024;

	/**
	 * Characters of a chunk after which it has no further row, however many it may have:
	 * three chunks are in memory at once.
	 */
	private static final int CHUNK_CHARS = 2_000_000;

	private final FileStore files;

	private final BulkQueue queue;

	private final LoadBulkRows rows;

	private final ReadPayoutTerms terms;

	private final BulkSettings settings;

	private final TransactionTemplate transaction;

	LoadFile(FileStore files, BulkQueue queue, LoadBulkRows rows, ReadPayoutTerms terms, BulkSettings settings,
			PlatformTransactionManager transactionManager) {
		this.files = files;
		this.queue = queue;
		this.rows = rows;
		this.terms = terms;
		this.settings = settings;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Requires that what is in the file store is what was uploaded.
	 * @throws RefusedFileException if it is not
	 */
	void requireUnchanged(ClaimedBulkFile file) throws IOException {
		try (FileChannel channel = open(file)) {
			requireUnchanged(file, channel);
		}
	}

	/**
	 * Loads what is not loaded yet.
	 * @return rows of the file
	 * @throws RefusedFileException if the file is not what it should be
	 */
	int load(Run run) throws IOException, InterruptedException {
		ClaimedBulkFile file = run.file();
		try (FileChannel channel = open(file);
				ExecutorService reading = Executors.newSingleThreadExecutor(
						Thread.ofPlatform().name(Thread.currentThread().getName() + "-reader").factory());
				RowSource source = taken(run, reading.submit(() -> RowSource.open(file.format(), channel)))) {
			Columns columns = new Columns(source.headings());
			this.queue.headings(file, source.headings());
			Reading rest = new Reading(source, new JudgeRow(columns, this.terms.of(file.businessId())),
					this.rows.loaded(file));
			int count = copy(run, rest, reading);
			if (count == 0) {
				throw new RefusedFileException(FileFault.NO_ROWS, "The file has headings and no rows");
			}
			run.read(count, source.control());
			requireAll(file, count);
			return count;
		}
	}

	private int copy(Run run, Reading rest, ExecutorService reading) throws IOException, InterruptedException {
		Future<List<LoadedRow>> next = reading.submit(rest::chunk);
		while (true) {
			run.check();
			List<LoadedRow> chunk = taken(run, next);
			if (chunk.isEmpty()) {
				return rest.number;
			}
			next = reading.submit(rest::chunk);
			store(run.file(), chunk);
		}
	}

	private void store(ClaimedBulkFile file, List<LoadedRow> chunk) {
		this.transaction.executeWithoutResult((status) -> {
			this.queue.loaded(file, chunk.getLast().rowNumber(), this.settings.lease());
			this.rows.copy(file, chunk);
		});
	}

	/**
	 * What the reader has. The claim is kept while it reads: a hostile workbook may
	 * unpack for longer than a lease before it is refused.
	 */
	private <T> T taken(Run run, Future<T> read) throws IOException, InterruptedException {
		while (true) {
			try {
				return read.get(this.settings.lease().toMillis() / 4, TimeUnit.MILLISECONDS);
			}
			catch (TimeoutException ex) {
				run.check();
				this.queue.renew(run.file(), this.settings.lease());
			}
			catch (ExecutionException ex) {
				if (ex.getCause() instanceof RuntimeException failure) {
					throw failure;
				}
				if (ex.getCause() instanceof IOException failure) {
					throw failure;
				}
				throw new IllegalStateException("Rows could not be read", ex.getCause());
			}
		}
	}

	private FileChannel open(ClaimedBulkFile file) throws IOException {
		String storedAs = file.storedAs();
		return ((storedAs != null) ? this.files.open(storedAs) : Optional.<FileChannel>empty())
			.orElseThrow(() -> new RefusedFileException(FileFault.CONTENT_CHANGED,
					"The stored file is no longer there; upload it again"));
	}

	private static void requireUnchanged(ClaimedBulkFile file, FileChannel channel) throws IOException {
		MessageDigest sha256 = sha256();
		ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
		while (channel.read(buffer) >= 0) {
			sha256.update(buffer.array(), 0, buffer.position());
			buffer.clear();
		}
		if (!MessageDigest.isEqual(sha256.digest(), file.sha256())) {
			throw new RefusedFileException(FileFault.CONTENT_CHANGED,
					"The stored file is not the one that was uploaded; upload it again");
		}
	}

	/** Whatever became of a transaction, the rows are counted. */
	private void requireAll(ClaimedBulkFile file, int count) {
		int loaded = this.rows.count(file);
		if (loaded != count) {
			throw new IllegalStateException(
					"Bulk file " + file.bulkFileId() + " has " + count + " rows and " + loaded + " are loaded");
		}
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

	/** The rows after those that are loaded; used by one thread at a time. */
	private final class Reading {

		private final RowSource source;

		private final JudgeRow judge;

		private final int loaded;

		private int number;

		private long chars;

		Reading(RowSource source, JudgeRow judge, int loaded) {
			this.source = source;
			this.judge = judge;
			this.loaded = loaded;
		}

		/** The next rows, or none after the last. */
		List<LoadedRow> chunk() throws IOException {
			List<LoadedRow> chunk = new ArrayList<>(LoadFile.this.settings.loadChunk());
			long full = this.chars + CHUNK_CHARS;
			while (chunk.size() < LoadFile.this.settings.loadChunk() && (chunk.isEmpty() || this.chars < full)) {
				RawRow raw = this.source.next();
				if (raw == null) {
					return chunk;
				}
				if (this.number == RowSource.MAX_ROWS) {
					throw new RefusedFileException(FileFault.TOO_MANY_ROWS,
							"The file has more than %,d rows".formatted(RowSource.MAX_ROWS));
				}
				this.number++;
				this.chars += raw.chars();
				if (this.chars > RowSource.MAX_FILE_CHARS) {
					throw new RefusedFileException(FileFault.TOO_LARGE_UNPACKED,
							"The rows have more than %,d characters".formatted(RowSource.MAX_FILE_CHARS));
				}
				if (this.number > this.loaded) {
					chunk.add(this.judge.judge(this.number, raw));
				}
			}
			return chunk;
		}

	}

}
