package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.RequestKind;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.command.UploadStatements;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.wallet.NodalAccount;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Uploads, releases and withdrawals of statements: one person asks, another decides, by
 * the same ways as the commands.
 */
@StaffOnly
@Component
class ActOnStatements {

	private final UploadStatements uploads;

	private final AskProcess ask;

	private final CommandAuthor author;

	private final Resolutions resolutions;

	ActOnStatements(UploadStatements uploads, AskProcess ask, CommandAuthor author, Resolutions resolutions) {
		this.uploads = uploads;
		this.ask = ask;
		this.author = author;
		this.resolutions = resolutions;
	}

	/**
	 * Stores a file that another person decides on.
	 * @param account number of the account, or blank if the file names it
	 * @return the key of the problem, or empty
	 */
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Optional<String> upload(InputStream content, String name, String account, String reason) throws IOException {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		String plain = account.strip();
		if (!plain.isEmpty() && !NodalAccount.isNumber(plain)) {
			return Optional.of("statements.account.invalid");
		}
		if (plain.isEmpty() && name.toLowerCase(Locale.ROOT).endsWith(".csv")) {
			return Optional.of("statements.account.missing");
		}
		this.author.requireName();
		this.uploads.upload(content, name, plain.isEmpty() ? null : plain, reason);
		return Optional.empty();
	}

	/**
	 * Decides on the upload of another person.
	 * @return the key of the problem, or empty
	 */
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> decideUpload(UUID uploadId, boolean approve, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		this.author.requireName();
		try {
			if (approve) {
				this.uploads.approve(uploadId, reason);
			}
			else {
				this.uploads.reject(uploadId, reason);
			}
			return Optional.empty();
		}
		catch (IllegalStateException ex) {
			return Optional.of("statements.upload.closed");
		}
	}

	/**
	 * Requests the release or the withdrawal of a statement.
	 * @param replacement file to load after the withdrawal, or null
	 * @param toSuspense whether suspense is debited where a wallet does not cover a
	 * reversal
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Optional<String> propose(NewResolution.Action action, UUID bankStatementId, @Nullable UUID replacement,
			boolean toSuspense, Why why) {
		if (!Reason.isValid(why.reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!NewResolution.isEvidence(why.evidence.strip())) {
			return Optional.of("statements.evidence.invalid");
		}
		this.author.requireName();
		Map<String, Object> statement = new HashMap<>(Map.of("bankStatementId", bankStatementId.toString()));
		if (action == NewResolution.Action.WITHDRAW_STATEMENT) {
			statement.put("uncoveredToSuspense", toSuspense);
			if (replacement != null) {
				statement.put("replacementFileId", replacement.toString());
			}
		}
		this.ask.act(
				RequestKind.PROPOSE_RESOLUTION, Map.of("action", action.name(), "breakIds", List.of(), "statement",
						statement, "reason", why.reason.strip(), "evidence", why.evidence.strip()),
				null, action.name(), why.reason);
		return Optional.empty();
	}

	/**
	 * Decides on the resolution of a statement that another person requested.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> decide(long resolutionId, boolean approve, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<Resolution> waiting = this.resolutions.find(resolutionId)
			.filter((one) -> one.statement() != null && one.decided().decision() == null);
		if (waiting.isEmpty()) {
			return Optional.of("change.closed");
		}
		if (waiting.get().request().maker().equalsIgnoreCase(this.author.name())) {
			return Optional.of("change.own");
		}
		this.ask.act(approve ? RequestKind.APPROVE_RESOLUTION : RequestKind.REJECT_RESOLUTION,
				Map.of("resolutionId", resolutionId), null, String.valueOf(resolutionId), reason);
		return Optional.empty();
	}

	/** Why a person acts, and where the evidence is. */
	record Why(String reason, String evidence) {
	}

}
