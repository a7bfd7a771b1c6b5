package dev.hundi.portal.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.hundi.audit.AuditTrail;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.bulk.ReceiveBulkFile;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Uploads, releases, plans, cancels and re-runs files. A person is named as
 * {@link DecideBulkFile#PERSON} says, so that maker and checker are also compared between
 * portal and API.
 */
@MerchantOnly
@Component
class ActOnFiles {

	private static final String RERUN = "-failed-rows.csv";

	private static final int MAX_NAME = 255;

	private final CurrentPerson current;

	private final FileStore files;

	private final BulkFiles bulkFiles;

	private final ReceiveBulkFile receive;

	private final DecideBulkFile decide;

	private final Roles roles;

	private final AuditTrail audit;

	ActOnFiles(CurrentPerson current, FileStore files, BulkFiles bulkFiles, ReceiveBulkFile receive,
			DecideBulkFile decide, Roles roles, AuditTrail audit) {
		this.roles = roles;
		this.current = current;
		this.files = files;
		this.bulkFiles = bulkFiles;
		this.receive = receive;
		this.decide = decide;
		this.audit = audit;
	}

	/**
	 * Stores a file for batch-jobs. Its content is published before its row, and deleted
	 * if it is not accepted.
	 * @throws IOException if the content cannot be read or stored
	 */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public BulkUploadResult upload(String fileName, BulkFormat format, ReleaseMode mode, @Nullable String reference,
			InputStream content) throws IOException {
		return receive("BULK_FILE_UPLOADED", content::transferTo,
				(storedAs, stored) -> new NewBulkFile(this.current.businessId(), actor(), fileName, reference, format,
						mode, null, null, storedAs, stored));
	}

	/**
	 * Makes a file of the failed rows of an ended file, which stays as it is. The rows
	 * are checked again.
	 * @return empty if the file has not ended or has no failed rows
	 * @throws IOException if the content cannot be stored
	 */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public Optional<BulkUploadResult> rerun(UUID bulkFileId) throws IOException {
		Optional<BulkFile> found = this.bulkFiles.find(this.current.businessId(), bulkFileId)
			.filter(ActOnFiles::hasFailedRows);
		if (found.isEmpty()) {
			return Optional.empty();
		}
		BulkFile file = found.get();
		String name = file.upload().fileName().replaceFirst("\\.[^.]*$", "");
		String fileName = Beginning.of(name, MAX_NAME - RERUN.length()) + RERUN;
		List<Integer> rows = new ArrayList<>();
		return Optional.of(receive("BULK_FILE_RERUN", (out) -> writeFailedRows(file, out, rows),
				(storedAs, stored) -> new NewBulkFile(file.businessId(), actor(), fileName, null, BulkFormat.CSV,
						file.upload().releaseMode(), null, null, storedAs, stored,
						new NewBulkFile.Rerun(bulkFileId, rows))));
	}

	/** Whether {@link #rerun} can pay rows of a file again. */
	static boolean hasFailedRows(BulkFile file) {
		return file.status().isEnded() && file.rows().failed() > 0 && !file.headings().isEmpty();
	}

	/** As they were uploaded: spreadsheets do not open this file, batch-jobs reads it. */
	private void writeFailedRows(BulkFile file, OutputStream out, List<Integer> rows) throws IOException {
		try (CsvWriter csv = CsvWriter.builder().build(out, StandardCharsets.UTF_8)) {
			csv.writeRecord(file.headings());
			this.bulkFiles.read(file.businessId(), file.bulkFileId(), EnumSet.of(RowStatus.FAILED), (row) -> {
				csv.writeRecord(row.cells());
				rows.add(row.rowNumber());
			});
		}
	}

	private BulkUploadResult receive(String act, Content content, BiFunction<String, StoredFile, NewBulkFile> upload)
			throws IOException {
		String storedAs = NewBulkFile.unusedName();
		NewBulkFile file = upload.apply(storedAs, store(storedAs, content));
		BulkUploadResult result = this.receive.receive(file, ReceiveBulkFile.MAX_LOADING);
		if (result instanceof BulkUploadResult.Accepted(BulkFile accepted)) {
			record(act, accepted.bulkFileId(), accepted.upload().fileName());
		}
		else {
			this.files.delete(storedAs);
		}
		return result;
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

	/**
	 * Plans a release at a time and as soon as the wallet covers the file.
	 * @param notBefore the earliest time; null ends the plan
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public BulkDecisionResult plan(UUID bulkFileId, @Nullable Instant notBefore) {
		BulkDecisionResult result = this.decide.plan(this.current.businessId(), bulkFileId, notBefore, actor());
		if (result instanceof BulkDecisionResult.Done(BulkFile file)) {
			if (notBefore != null) {
				this.audit.record(this.current.businessId(), this.current.actor(), "BULK_FILE_PLANNED",
						bulkFileId.toString(), Map.of(),
						Map.of("file", file.upload().fileName(), "notBefore", notBefore.toString()));
			}
			else {
				record("BULK_FILE_PLAN_ENDED", bulkFileId, file.upload().fileName());
			}
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

	private StoredFile store(String storedAs, Content content) throws IOException {
		try (UnfinishedFile file = this.files.create(storedAs)) {
			content.writeTo(file.out());
			return file.publish();
		}
	}

	/**
	 * The name of the person who uploaded a file; empty for the API, and once it left.
	 */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Optional<String> uploader(BulkFile file) {
		return this.roles.colleagues(file.businessId())
			.stream()
			.filter((colleague) -> (DecideBulkFile.PERSON + colleague.personId()).equals(file.approval().uploadedBy()))
			.map(Roles.Colleague::name)
			.findFirst();
	}

	private String actor() {
		return DecideBulkFile.PERSON + Objects.requireNonNull(this.current.get().personId());
	}

	private void record(String act, UUID bulkFileId, String fileName) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, bulkFileId.toString(), Map.of(),
				Map.of("file", fileName));
	}

	/** What is stored. */
	@FunctionalInterface
	private interface Content {

		void writeTo(OutputStream out) throws IOException;

	}

}
