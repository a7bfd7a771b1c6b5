package dev.hundi.portal.finance;

import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.onboarding.StoreUpload;
import dev.hundi.portal.onboarding.UploadRefusedException;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakEvidence;
import dev.hundi.secret.SecretPlace;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.multipart.MultipartFile;

/** Attaches files to breaks: checked, scanned and stored as onboarding documents are. */
@StaffOnly
@Component
class AttachEvidence {

	private final StoreUpload uploads;

	private final BreakEvidence evidence;

	private final CommandAuthor author;

	private final StaffRecord record;

	private final TransactionOperations transactions;

	AttachEvidence(StoreUpload uploads, BreakEvidence evidence, CommandAuthor author, StaffRecord record,
			TransactionOperations transactions) {
		this.uploads = uploads;
		this.evidence = evidence;
		this.author = author;
		this.record = record;
		this.transactions = transactions;
	}

	/**
	 * Stores an upload. Scan and pictures are made without a transaction, which would
	 * hold a connection meanwhile.
	 * @return false if the break has a file with this content
	 * @throws UploadRefusedException if it is not taken; then nothing is stored
	 */
	@PreAuthorize(FinanceSections.WORKS)
	public boolean attach(long breakId, MultipartFile upload) throws UploadRefusedException {
		String by = this.author.name();
		UUID id = UUID.randomUUID();
		StoreUpload.Stored stored = this.uploads.store(SecretPlace.evidence(breakId, id), upload.getOriginalFilename(),
				upload.getSize(), upload);
		BreakEvidence.File file = new BreakEvidence.File(id, breakId, stored.file(),
				HexFormat.of().formatHex(stored.sha256()), stored.scanState(), stored.pages().size(), by,
				Instant.now());
		boolean attached = Objects
			.requireNonNull(this.transactions.execute((status) -> attach(file, stored.keyCiphertext())));
		if (!attached) {
			this.uploads.discard(stored.place());
		}
		return attached;
	}

	private boolean attach(BreakEvidence.File file, byte[] key) {
		boolean attached = this.evidence.attach(file, key);
		if (attached) {
			this.record.of(null, "BREAK_EVIDENCE_ATTACHED", String.valueOf(file.breakId()), Map.of(), Map
				.of("evidenceId", file.evidenceId().toString(), "name", file.file().name(), "sha256", file.sha256()));
		}
		return attached;
	}

}
