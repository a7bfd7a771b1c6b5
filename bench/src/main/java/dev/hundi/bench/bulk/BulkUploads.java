package dev.hundi.bench.bulk;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.Platform;

/**
 * Uploads and releases bulk files as the api does, and waits for them.
 */
final class BulkUploads {

	private static final long PATIENCE_S = 600;

	private static final long LOOK_MS = 5;

	private final Platform platform;

	private final FileStore store;

	BulkUploads(Platform platform, FileStore store) {
		this.platform = platform;
		this.store = store;
	}

	BulkFile upload(DemoBusiness business, BulkFormat format, byte[] content) throws IOException {
		String storedAs = NewBulkFile.unusedName();
		try (UnfinishedFile file = this.store.create(storedAs)) {
			file.out().write(content);
			BulkUploadResult received = this.platform.bean(ReceiveBulkFile.class)
				.receive(new NewBulkFile(business.businessId(), business.apiKey(), "bench." + format.extension(), null,
						format, ReleaseMode.VALID_ROWS, null, null, storedAs, file.publish()), 100);
			return switch (received) {
				case BulkUploadResult.Accepted(BulkFile taken) -> taken;
				case BulkUploadResult.Duplicate(BulkFile earlier) ->
					throw new IllegalStateException("Uploaded before: " + earlier);
				case BulkUploadResult.TooManyFiles() -> throw new IllegalStateException("Too many files");
			};
		}
	}

	void release(BulkFile file) {
		BulkDecisionResult decision = this.platform.bean(DecideBulkFile.class)
			.release(file.businessId(), file.bulkFileId(), file.approval().uploadedBy());
		if (!(decision instanceof BulkDecisionResult.Done)) {
			throw new IllegalStateException("Not released: " + decision);
		}
	}

	BulkFile reached(BulkFile file, BulkStatus status) throws InterruptedException, TimeoutException {
		until(() -> {
			BulkFile now = now(file);
			if (now.status() == BulkStatus.REJECTED) {
				throw new IllegalStateException("Rejected: " + now.rejection());
			}
			return now.status() == status;
		});
		return now(file);
	}

	BulkFile now(BulkFile file) {
		return this.platform.bean(BulkFiles.class).find(file.businessId(), file.bulkFileId()).orElseThrow();
	}

	static void until(BooleanSupplier condition) throws InterruptedException, TimeoutException {
		long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() > deadline) {
				throw new TimeoutException("Condition not met within " + PATIENCE_S + " s");
			}
			TimeUnit.MILLISECONDS.sleep(LOOK_MS);
		}
	}

}
