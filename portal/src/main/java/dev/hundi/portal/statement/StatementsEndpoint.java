package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.person.Role;
import dev.hundi.portal.command.UploadStatements;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.portal.web.UploadedName;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Bank statements: what waits for a person, which files came, and what was found. */
@StaffOnly
@Controller
class StatementsEndpoint {

	private static final String PAGE = "redirect:/statements";

	private static final int SHOWN = 50;

	private static final int MAX_NAME = 200;

	private final ActOnStatements act;

	private final UploadStatements uploads;

	private final StatementFiles files;

	private final BankStatements statements;

	private final StatementAccounts accounts;

	private final Resolutions resolutions;

	private final OperatorRequests requests;

	private final CurrentPerson current;

	StatementsEndpoint(ActOnStatements act, UploadStatements uploads, StatementFiles files, BankStatements statements,
			StatementAccounts accounts, Resolutions resolutions, OperatorRequests requests, CurrentPerson current) {
		this.act = act;
		this.uploads = uploads;
		this.files = files;
		this.statements = statements;
		this.accounts = accounts;
		this.resolutions = resolutions;
		this.requests = requests;
		this.current = current;
	}

	/** An upload that waits. */
	record Upload(UUID uploadId, UploadStatements.Content content, String maker, String reason, boolean own) {
	}

	@GetMapping("/statements")
	@PreAuthorize(StatementSections.READERS)
	public String page(@RequestParam(defaultValue = "9223372036854775807") long decisionsBefore, Model model) {
		model.addAttribute("me", this.current.get().email());
		model.addAttribute("makesBooks", this.current.get().roles().contains(Role.FINANCE_MAKER));
		model.addAttribute("checksBooks", this.current.get().roles().contains(Role.FINANCE_CHECKER));
		model.addAttribute("uploads", this.uploads.open().stream().map(this::upload).toList());
		model.addAttribute("accounts", this.accounts.all());
		List<ReceivedStatementFile> received = this.files.latest(SHOWN);
		model.addAttribute("files", received);
		model.addAttribute("problems", this.statements.problems(SHOWN));
		List<Resolution> decisions = this.resolutions.waitingForStatements(decisionsBefore, SHOWN + 1);
		boolean more = decisions.size() > SHOWN;
		model.addAttribute("resolutions", more ? decisions.subList(0, SHOWN) : decisions);
		model.addAttribute("rejectOnly", this.resolutions.onlyRejectable(decisions));
		model.addAttribute("decisionsBefore", (decisionsBefore < Long.MAX_VALUE) ? decisionsBefore : null);
		model.addAttribute("olderDecisions", more ? decisions.get(SHOWN - 1).resolutionId() : null);
		List<OperatorRequest> asked = this.requests.newest(List.of(RequestKind.RECEIVE_STATEMENT,
				RequestKind.PROPOSE_RESOLUTION, RequestKind.APPROVE_RESOLUTION, RequestKind.REJECT_RESOLUTION), null,
				10);
		model.addAttribute("requests", asked);
		model.addAttribute("waiting", asked.stream().anyMatch((one) -> one.state() == RequestState.PENDING)
				|| received.stream().anyMatch((one) -> one.endedAt() == null));
		return "statement/statements";
	}

	@PostMapping("/statements/uploads")
	String upload(@RequestParam(required = false) @Nullable MultipartFile file,
			@RequestParam(defaultValue = "") String account, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) throws IOException {
		String name = (file != null) ? UploadedName.of(file.getOriginalFilename()) : "";
		Optional<String> problem;
		if (file == null || file.isEmpty() || name.isEmpty() || name.length() > MAX_NAME) {
			problem = Optional.of("statements.file.invalid");
		}
		else {
			try (InputStream content = file.getInputStream()) {
				problem = this.act.upload(content, name, account, reason);
			}
		}
		return answer(problem, "statements.uploaded", "upload", reason, next);
	}

	@PostMapping("/statements/uploads/{uploadId}/approve")
	String approveUpload(@PathVariable UUID uploadId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return answer(this.act.decideUpload(uploadId, true, reason), "statements.upload.approved", uploadId.toString(),
				reason, next);
	}

	@PostMapping("/statements/uploads/{uploadId}/reject")
	String rejectUpload(@PathVariable UUID uploadId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return answer(this.act.decideUpload(uploadId, false, reason), "statements.upload.rejected", uploadId.toString(),
				reason, next);
	}

	@PostMapping("/statements/resolutions/{resolutionId}/approve")
	String approve(@PathVariable long resolutionId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return answer(this.act.decide(resolutionId, true, reason), "console.request.asked", "r" + resolutionId, reason,
				next);
	}

	@PostMapping("/statements/resolutions/{resolutionId}/reject")
	String reject(@PathVariable long resolutionId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		return answer(this.act.decide(resolutionId, false, reason), "console.request.asked", "r" + resolutionId, reason,
				next);
	}

	private static String answer(Optional<String> problem, String notice, String form, String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, problem, notice, form, reason);
		return PAGE;
	}

	private Upload upload(ProposedChange change) {
		return new Upload(change.approval().approvalId(), UploadStatements.content(change), change.makerName(),
				change.reason(), this.current.get().personId().equals(change.approval().makerId()));
	}

}
