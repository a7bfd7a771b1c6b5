package dev.hundi.portal.finance;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestState;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.reconciliation.ChargeType;
import dev.hundi.reconciliation.ProposedRules;
import dev.hundi.reconciliation.RuleVersions;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The rules of reconciliation: their trial, proposals and versions. */
@StaffOnly
@Controller
class ReconciliationRulesEndpoint {

	private static final String PAGE = "/finance/rules";

	private final ChangeReconciliationRules change;

	private final RuleVersions versions;

	private final ProposedChanges changes;

	private final CurrentPerson current;

	ReconciliationRulesEndpoint(ChangeReconciliationRules change, RuleVersions versions, ProposedChanges changes,
			CurrentPerson current) {
		this.change = change;
		this.versions = versions;
		this.changes = changes;
		this.current = current;
	}

	/** A proposal that waits. */
	record Waiting(UUID approvalId, ProposedRules proposed, String maker, String reason, boolean own) {
	}

	/**
	 * The newest rules, which a proposal replaces, or those of a trial with its result.
	 * @param trial request of the trial
	 */
	@GetMapping(PAGE)
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String page(@RequestParam(required = false) @Nullable UUID trial, Model model) {
		ReconciliationRulesForm form = ReconciliationRulesForm.of(this.versions.versions().getFirst().rules());
		if (trial != null) {
			OperatorRequest request = this.change.trial(trial)
				.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
			form = ReconciliationRulesForm.of(RuleVersions.readRules(request.arguments().path("rules").toString()));
			model.addAttribute("basedOn", request.arguments().path("basedOn").asInt(this.versions.newest()));
			model.addAttribute("trial", request);
			model.addAttribute("waiting", request.state() == RequestState.PENDING);
			model.addAttribute("done", request.state() == RequestState.DONE);
		}
		return show(form, model);
	}

	@PostMapping(PAGE + "/try")
	@Transactional
	@PreAuthorize(FinanceSections.WORKS)
	public String tryOut(@RequestParam Map<String, String> sent,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate day,
			@RequestParam(required = false) @Nullable Integer basedOn, Model model) {
		ReconciliationRulesForm form = ReconciliationRulesForm.of(sent);
		try {
			if (day == null) {
				throw new IllegalArgumentException("day: choose a closed day");
			}
			return "redirect:" + PAGE + "?trial=" + this.change.tryOn(form.rules(), day, basedOn);
		}
		catch (IllegalArgumentException ex) {
			model.addAttribute("basedOn", basedOn);
			model.addAttribute("fieldProblem",
					ReconciliationRulesForm.Problem.of(Objects.requireNonNullElse(ex.getMessage(), "")));
			return show(form, model);
		}
	}

	@PostMapping(PAGE)
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public String propose(@RequestParam UUID trial,
			@RequestParam(required = false) @DateTimeFormat(
					iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate validFrom,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		Optional<String> problem = (validFrom != null) ? this.change.propose(trial, validFrom, reason)
				: Optional.of("versions.from.invalid");
		FormAnswer.flash(next, problem, "change.proposed", "propose", reason);
		return "redirect:" + PAGE + (problem.isPresent() ? "?trial=" + trial : "");
	}

	@PostMapping(PAGE + "/proposals/{approvalId}/approve")
	String approve(@PathVariable UUID approvalId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.change.approve(approvalId, reason), "change.approved", approvalId.toString(),
				reason);
		return "redirect:" + PAGE;
	}

	@PostMapping(PAGE + "/proposals/{approvalId}/reject")
	String reject(@PathVariable UUID approvalId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.change.reject(approvalId, reason), "change.rejected", approvalId.toString(),
				reason);
		return "redirect:" + PAGE;
	}

	private String show(ReconciliationRulesForm form, Model model) {
		if (model.getAttribute("basedOn") == null) {
			model.addAttribute("basedOn", this.versions.newest());
		}
		Set<Role> roles = this.current.get().roles();
		model.addAttribute("rules", form);
		model.addAttribute("types", ChargeType.values());
		model.addAttribute("versions", this.versions.versions());
		model.addAttribute("proposals",
				this.changes.open(List.of(RuleVersions.KIND)).stream().map(this::waiting).toList());
		model.addAttribute("today", ChangeReconciliationRules.today());
		model.addAttribute("maker", roles.contains(Role.FINANCE_MAKER));
		model.addAttribute("checker", roles.contains(Role.FINANCE_CHECKER));
		return "finance/rules";
	}

	private Waiting waiting(ProposedChange change) {
		return new Waiting(change.approval().approvalId(), RuleVersions.read(change.content()), change.makerName(),
				change.reason(), this.current.get().personId().equals(change.approval().makerId()));
	}

}
