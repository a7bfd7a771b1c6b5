package dev.hundi.portal.statement;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.portal.web.ShownMonth;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.NumberedLine;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementAccount;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFiles;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The month of an account with its gaps, the statements of a day, one statement with its
 * lines, and one file with its problems.
 */
@StaffOnly
@Controller
class StatementEndpoint {

	private static final int LINES = 100;

	/** Files that may replace a statement. */
	private static final int FILES = 200;

	private final ActOnStatements act;

	private final StatementDays days;

	private final BankStatements statements;

	private final StatementFiles files;

	private final StatementAccounts accounts;

	private final Resolutions resolutions;

	private final CurrentPerson current;

	StatementEndpoint(ActOnStatements act, StatementDays days, BankStatements statements, StatementFiles files,
			StatementAccounts accounts, Resolutions resolutions, CurrentPerson current) {
		this.act = act;
		this.days = days;
		this.statements = statements;
		this.files = files;
		this.accounts = accounts;
		this.resolutions = resolutions;
		this.current = current;
	}

	/**
	 * A month of an account.
	 * @param month such as 2026-11; that of yesterday if absent or not a month
	 */
	@GetMapping("/statements/accounts/{accountId}")
	@PreAuthorize(StatementSections.READERS)
	public String month(@PathVariable long accountId, @RequestParam(defaultValue = "") String month, Model model) {
		LocalDate today = India.dateOf(Instant.now());
		YearMonth shown = ShownMonth.of(month, today);
		model.addAttribute("account", account(accountId));
		model.addAttribute("month", shown);
		model.addAttribute("before", shown.minusMonths(1));
		model.addAttribute("after", shown.isBefore(YearMonth.from(today)) ? shown.plusMonths(1) : null);
		model.addAttribute("states", StatementDays.State.values());
		model.addAttribute("days", this.days.of(accountId, shown, today));
		return "statement/month";
	}

	/** A statement, with the other pages of its day. */
	@GetMapping("/statements/{statementId}")
	@PreAuthorize(StatementSections.READERS)
	public String statement(@PathVariable UUID statementId, @RequestParam(defaultValue = "0") int after, Model model) {
		LoadedStatement statement = this.statements.find(statementId).orElseThrow(StatementEndpoint::notFound);
		List<NumberedLine> lines = this.statements.lines(statementId, Math.max(0, after), LINES + 1);
		model.addAttribute("statement", statement);
		model.addAttribute("account", account(statement.nodalAccountId()));
		model.addAttribute("month", YearMonth.from(statement.businessDate()));
		model.addAttribute("pages", this.statements.ofAccount(statement.nodalAccountId(), statement.businessDate(),
				statement.businessDate()));
		model.addAttribute("problems", this.statements.problemsOf(statement));
		model.addAttribute("lines", lines.subList(0, Math.min(lines.size(), LINES)));
		model.addAttribute("next", (lines.size() > LINES) ? lines.get(LINES - 1).number() : null);
		model.addAttribute("signed", this.resolutions.isSigned(statementId));
		model.addAttribute("makesBooks", this.current.get().roles().contains(Role.FINANCE_MAKER));
		model.addAttribute("files",
				this.files.latest(FILES)
					.stream()
					.filter((file) -> file.status() == ReceivedStatementFile.Status.REJECTED)
					.toList());
		return "statement/statement";
	}

	@GetMapping("/statements/files/{fileId}")
	@PreAuthorize(StatementSections.READERS)
	public String file(@PathVariable UUID fileId, Model model) {
		ReceivedStatementFile file = this.files.find(fileId).orElseThrow(StatementEndpoint::notFound);
		model.addAttribute("file", file);
		model.addAttribute("waiting", file.endedAt() == null);
		model.addAttribute("problems", this.statements.problemsOfFile(fileId));
		return "statement/file";
	}

	@PostMapping("/statements/{statementId}/release")
	String release(@PathVariable UUID statementId, @RequestParam(defaultValue = "") String reason,
			@RequestParam(defaultValue = "") String evidence, RedirectAttributes next) {
		return answer(statementId, this.act.propose(NewResolution.Action.RELEASE_STATEMENT, statementId, null, false,
				new ActOnStatements.Why(reason, evidence)), "release", reason, evidence, next);
	}

	@PostMapping("/statements/{statementId}/withdraw")
	String withdraw(@PathVariable UUID statementId, @RequestParam(required = false) @Nullable UUID replacement,
			@RequestParam(defaultValue = "false") boolean suspense, @RequestParam(defaultValue = "") String reason,
			@RequestParam(defaultValue = "") String evidence, RedirectAttributes next) {
		return answer(statementId, this.act.propose(NewResolution.Action.WITHDRAW_STATEMENT, statementId, replacement,
				suspense, new ActOnStatements.Why(reason, evidence)), "withdraw", reason, evidence, next);
	}

	private static String answer(UUID statementId, Optional<String> problem, String form, String reason,
			String evidence, RedirectAttributes next) {
		FormAnswer.flash(next, problem, "statements.requested", form, reason);
		if (problem.isPresent()) {
			next.addFlashAttribute("typedEvidence", evidence);
			return "redirect:/statements/" + statementId;
		}
		return "redirect:/statements";
	}

	private StatementAccount account(long accountId) {
		return this.accounts.all()
			.stream()
			.filter((one) -> one.nodalAccountId() == accountId)
			.findAny()
			.orElseThrow(StatementEndpoint::notFound);
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

}
