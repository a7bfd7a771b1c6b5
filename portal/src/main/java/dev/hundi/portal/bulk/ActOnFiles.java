package dev.hundi.portal.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Uploads, releases and cancels files. A person stands where the kernel has an API key:
 * {@code person:} and its id, so that maker and checker are compared across both doors.
 */
@MerchantOnly
@Component
class ActOnFiles {

	/** As the API's default. */
	private static final int LOADING_AT_ONCE = 5;

	private final CurrentPerson current;

	private final FileStore files;

	private final ReceiveBulkFile receive;

	private final DecideBulkFile decide;

	private final AuditTrail audit;

	ActOnFiles(CurrentPerson current, FileStore files, ReceiveBulkFile receive, DecideBulkFile decide,
			AuditTrail audit) {
		this.current = current;
		this.files = files;
		this.receive = receive;
		this.decide = decide;
		this.audit = audit;
	}

	/**
	 * Stores a file for batch-jobs. Its content is published before its row, and deleted
	 * if no row is stored.
	 * @throws IOException if the content cannot be read or stored
	 */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public BulkUploadResult upload(String fileName, BulkFormat format, ReleaseMode mode, @Nullable String reference,
			InputStream content) throws IOException {
		String storedAs = "bulk-file/" + UUID.randomUUID() + ".upload";
		boolean taken = false;
		try {
			NewBulkFile file = new NewBulkFile(this.current.businessId(), actor(), fileName, reference, format, mode,
					null, null, storedAs, store(storedAs, content));
			BulkUploadResult result = this.receive.receive(file, LOADING_AT_ONCE);
			if (result instanceof BulkUploadResult.Accepted(BulkFile accepted)) {
				record("BULK_FILE_UPLOADED", accepted.bulkFileId(), fileName);
				taken = true;
			}
			return result;
		}
		finally {
			if (!taken) {
				this.files.delete(storedAs);
			}
		}
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public BulkDecisionResult release(UUID bulkFileId) {
		BulkDecisionResult result = this.decide.release(this.current.businessId(), bulkFileId, actor());
		if (result instanceof BulkDecisionResult.Done(BulkFile file)) {
			record("BULK_FILE_RELEASED", bulkFileId, file.upload().fileName());
		}
		return result;
	}

	@Transactional
	@PreAuthorize("@rights.any('OWNER', 'MAKER', 'CHECKER')")
	public BulkDecisionResult cancel(UUID bulkFileId) {
		BulkDecisionResult result = this.decide.cancel(this.current.businessId(), bulkFileId, actor());
		if (result instanceof BulkDecisionResult.Done(BulkFile file)) {
			record("BULK_FILE_CANCELLED", bulkFileId, file.upload().fileName());
		}
		return result;
	}

	private StoredFile store(String storedAs, InputStream content) throws IOException {
		try (UnfinishedFile file = this.files.create(storedAs)) {
			content.transferTo(file.out());
			return file.publish();
		}
	}

	private String actor() {
		return "person:" + Objects.requireNonNull(this.current.get().personId());
	}

	private void record(String act, UUID bulkFileId, String fileName) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, bulkFileId.toString(), Map.of(),
				Map.of("file", fileName));
	}

}
