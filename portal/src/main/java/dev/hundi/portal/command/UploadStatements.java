package dev.hundi.portal.command;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.RequestKind;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.wallet.NodalAccount;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/**
 * Statement files that one person uploads and another one approves. The approval is to
 * the SHA-256 of the content; batch-jobs then receives the file.
 */
@StaffOnly
@Component
public class UploadStatements {

	static final String KIND = "STATEMENT_UPLOAD";

	/** Less than the day for which housekeeping keeps the files. */
	private static final Duration VALID = Duration.ofHours(20);

	private static final String RULE = "Statements that a person uploads need two people of finance";

	private static final int BUFFER_BYTES = 64 * 1024;

	private static final long MAX_BYTES = 2L << 30;

	private static final int MAX_NAME_CHARS = 200;

	private static final JsonMapper json = JsonMapper.builder().build();

	private final FileStore files;

	private final ProposedChanges changes;

	private final Approvals approvals;

	private final CurrentPerson current;

	private final AskProcess ask;

	private final StaffRecord record;

	private final TransactionOperations transactions;

	UploadStatements(FileStore files, ProposedChanges changes, Approvals approvals, CurrentPerson current,
			AskProcess ask, StaffRecord record, TransactionOperations transactions) {
		this.files = files;
		this.changes = changes;
		this.approvals = approvals;
		this.current = current;
		this.ask = ask;
		this.record = record;
		this.transactions = transactions;
	}

	/**
	 * What is approved.
	 *
	 * @param sha256 of the content, lower-case hex
	 * @param storedAs in the shared file store
	 */
	public record Content(String name, @Nullable String account, long sizeBytes, String sha256, String storedAs) {
	}

	/** What an upload is about. */
	public static Content content(ProposedChange change) {
		return json.readValue(change.content(), Content.class);
	}

	/**
	 * Stores a file and asks another person to approve.
	 * @throws IOException if it cannot be read or stored
	 */
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public ProposedChange upload(InputStream body, String name, @Nullable String account, String reason)
			throws IOException {
		if (name.isBlank() || name.length() > MAX_NAME_CHARS) {
			throw new IllegalArgumentException("name must have 1 to 200 characters");
		}
		if (account != null && !NodalAccount.isNumber(account)) {
			throw new IllegalArgumentException("account must be 4 to 34 digits and upper-case letters");
		}
		String storedAs = "statement-upload/" + UUID.randomUUID() + ".dat";
		// Without a transaction, which would hold a connection as long as the upload
		// takes.
		StoredFile stored = store(body, storedAs);
		if (stored.sizeBytes() == 0) {
			this.files.delete(storedAs);
			// The server reads the body of a form for its fields.
			throw new IllegalArgumentException(
					"The body must be the file, with the Content-Type application/octet-stream");
		}
		Content content = new Content(name, account, stored.sizeBytes(), HexFormat.of().formatHex(stored.sha256()),
				storedAs);
		return Objects.requireNonNull(this.transactions.execute((status) -> propose(content, reason.strip())));
	}

	private ProposedChange propose(Content content, String reason) {
		String text = json.writeValueAsString(content);
		UUID id = this.changes.propose(new NewApproval(KIND, null, ProposedChanges.hash(text),
				"Bank statement " + content.name(), new Maker.OfPerson(this.current.get().personId()), RULE, 1, VALID),
				text, reason);
		this.record.of(null, "STATEMENT_UPLOADED", content.name(), Map.of(),
				Map.of("approvalId", id.toString(), "sha256", content.sha256(), "reason", reason));
		return this.changes.find(id).orElseThrow();
	}

	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')")
	public List<ProposedChange> open() {
		return this.changes.open(List.of(KIND));
	}

	/**
	 * Approves an upload and asks batch-jobs to receive it.
	 * @return id of the request
	 * @throws IllegalStateException if the upload is closed, or the person made it
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public UUID approve(UUID uploadId, String reason) {
		ProposedChange change = known(uploadId);
		byte[] hash = change.approval().contentHash();
		DecisionResult result = this.approvals.approve(uploadId, this.current.get().personId(), hash);
		if (!result.equals(new DecisionResult.Counted(ApprovalState.APPROVED))
				|| !this.approvals.execute(uploadId, KIND, hash)) {
			throw new IllegalStateException(refusal(result));
		}
		Content content = content(change);
		Map<String, Object> arguments = new HashMap<>(
				Map.of("storedAs", content.storedAs(), "name", content.name(), "sha256", content.sha256()));
		if (content.account() != null) {
			arguments.put("account", content.account());
		}
		return this.ask.act(RequestKind.RECEIVE_STATEMENT, arguments, null, content.name(), reason);
	}

	/**
	 * Rejects an upload.
	 * @throws IllegalStateException if the upload is closed, or the person made it
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public void reject(UUID uploadId, String reason) {
		ProposedChange change = known(uploadId);
		DecisionResult result = this.approvals.reject(uploadId, this.current.get().personId(),
				change.approval().contentHash(), reason.strip());
		if (result instanceof DecisionResult.NotCounted) {
			throw new IllegalStateException(refusal(result));
		}
		this.record.of(null, "STATEMENT_UPLOAD_REJECTED", content(change).name(), Map.of(),
				Map.of("approvalId", uploadId.toString(), "reason", reason.strip()));
	}

	private ProposedChange known(UUID uploadId) {
		return this.changes.find(uploadId)
			.filter((change) -> change.approval().kind().equals(KIND))
			.orElseThrow(() -> CommandErrors.missing("upload " + uploadId));
	}

	private static String refusal(DecisionResult result) {
		return (result instanceof DecisionResult.NotCounted(DecisionResult.Reason reason)
				&& reason == DecisionResult.Reason.MAKER_IS_CHECKER)
						? "The upload was made by the same person; another person must decide"
						: "The upload is decided already or has expired";
	}

	private StoredFile store(InputStream body, String storedAs) throws IOException {
		try (UnfinishedFile file = this.files.create(storedAs)) {
			byte[] buffer = new byte[BUFFER_BYTES];
			long left = MAX_BYTES;
			for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
				left -= read;
				if (left < 0) {
					throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE,
							"A statement file may have at most 2 GB");
				}
				file.out().write(buffer, 0, read);
			}
			return file.publish();
		}
	}

}
