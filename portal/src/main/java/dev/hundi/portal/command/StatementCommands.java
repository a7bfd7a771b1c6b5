package dev.hundi.portal.command;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementProblem;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/statements}: one person uploads a statement file, another one
 * approves, and both read how it was loaded.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/statements")
class StatementCommands {

	private static final int MAX_ROWS = 1_000;

	private static final String READERS = "@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')";

	private final UploadStatements uploads;

	private final StatementFiles files;

	private final BankStatements statements;

	StatementCommands(UploadStatements uploads, StatementFiles files, BankStatements statements) {
		this.uploads = uploads;
		this.files = files;
		this.statements = statements;
	}

	/**
	 * Stores the body as a file that waits for another person.
	 * @param account account of the file, required if the file does not name it
	 */
	@PostMapping("/uploads")
	public Upload upload(@RequestParam String name, @RequestParam(required = false) @Nullable String account,
			@RequestParam(defaultValue = "") String reason, HttpServletRequest request) throws IOException {
		RequestCommands.requireReason(reason);
		return Upload.of(this.uploads.upload(request.getInputStream(), name, account, reason));
	}

	@GetMapping("/uploads")
	public List<Upload> uploads() {
		return this.uploads.open().stream().map(Upload::of).toList();
	}

	@PostMapping("/uploads/{uploadId}/approve")
	public ResponseEntity<RequestCommands.Accepted> approve(@PathVariable UUID uploadId,
			@RequestBody RequestCommands.Why why) {
		return RequestCommands.accepted(CommandErrors.orConflict(() -> this.uploads.approve(uploadId, why.reason())));
	}

	@PostMapping("/uploads/{uploadId}/reject")
	public Rejected reject(@PathVariable UUID uploadId, @RequestBody RequestCommands.Why why) {
		CommandErrors.orConflict(() -> {
			this.uploads.reject(uploadId, why.reason());
			return true;
		});
		return new Rejected(true);
	}

	@GetMapping("/files")
	@PreAuthorize(READERS)
	public List<ReceivedStatementFile> files(@RequestParam(defaultValue = "100") int limit) {
		return this.files.latest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/files/{statementFileId}")
	@PreAuthorize(READERS)
	public ReceivedStatementFile file(@PathVariable UUID statementFileId) {
		return this.files.find(statementFileId).orElseThrow(() -> CommandErrors.missing("file " + statementFileId));
	}

	@GetMapping
	@PreAuthorize(READERS)
	public List<LoadedStatement> statements(@RequestParam(defaultValue = "100") int limit) {
		return this.statements.latest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/problems")
	@PreAuthorize(READERS)
	public List<StatementProblem> problems(@RequestParam(defaultValue = "100") int limit) {
		return this.statements.problems(Math.clamp(limit, 1, MAX_ROWS));
	}

	/**
	 * An uploaded file that waits for another person.
	 *
	 * @param name as the maker named the file
	 * @param account of the file, or null if the file names it
	 * @param sha256 of the content, lower-case hex
	 */
	record Upload(UUID uploadId, String name, @Nullable String account, long sizeBytes, String sha256, String maker,
			String reason) {

		private static Upload of(ProposedChange change) {
			UploadStatements.Content content = UploadStatements.content(change);
			return new Upload(change.approval().approvalId(), content.name(), content.account(), content.sizeBytes(),
					content.sha256(), change.makerName(), change.reason());
		}

	}

	record Rejected(boolean rejected) {
	}

}
