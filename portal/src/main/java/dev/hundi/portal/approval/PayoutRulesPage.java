package dev.hundi.portal.approval;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.approval.DecisionResult;
import dev.hundi.payout.PayoutRule;
import dev.hundi.payout.PayoutRules;
import dev.hundi.person.Roles.Colleague;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page that says who may approve what, and where two people change it. */
@MerchantOnly
@Controller
class PayoutRulesPage {

	static final int MAX_ROWS = PayoutRules.MAX_RULES;

	private static final String NOT_COUNTED = "approvals.rules.not-counted";

	private final ChangeRules change;

	private final DelegateApprovals delegate;

	private final CurrentPerson current;

	PayoutRulesPage(ChangeRules change, DelegateApprovals delegate, CurrentPerson current) {
		this.change = change;
		this.delegate = delegate;
		this.current = current;
	}

	@GetMapping("/approvals/rules")
	String page(Model model) {
		return show(RuleForm.of(this.change.present()), this.change.version(), model);
	}

	@PostMapping("/approvals/rules")
	String propose(@RequestParam MultiValueMap<String, String> form, Model model, RedirectAttributes flash) {
		List<RuleForm> rows = RuleForm.sent(form);
		String version = Objects.requireNonNullElseGet(form.getFirst("version"), this.change::version);
		List<Integer> wrong = RuleForm.invalid(rows);
		if (!wrong.isEmpty()) {
			model.addAttribute("wrong", wrong);
			return refused("approvals.rules.invalid", rows, version, model);
		}
		List<Integer> repeated = RuleForm.repeated(rows);
		if (!repeated.isEmpty()) {
			model.addAttribute("wrong", repeated);
			return refused("approvals.rules.twice", rows, version, model);
		}
		List<PayoutRule> valid = rows.stream().map(RuleForm::rule).flatMap(Optional::stream).toList();
		return switch (this.change.propose(version, valid)) {
			case NOT_A_CHECKER -> refused("approvals.rules.checkers", rows, version, model);
			case STALE -> refused("approvals.rules.changed", rows, this.change.version(), model);
			case DONE -> {
				flash.addFlashAttribute("notice", "approvals.rules.proposed");
				yield "redirect:/approvals/rules";
			}
		};
	}

	@PostMapping("/approvals/rules/{id}/withdraw")
	String withdraw(@PathVariable UUID id, RedirectAttributes flash) {
		return answer(this.change.withdraw(id), "approvals.rules.withdrawn", NOT_COUNTED, flash);
	}

	@PostMapping("/approvals/rules/{id}/approve")
	String approve(@PathVariable UUID id, RedirectAttributes flash) {
		return decided(this.change.approve(id), "approvals.rules.approved", flash);
	}

	@PostMapping("/approvals/rules/{id}/reject")
	String reject(@PathVariable UUID id, @RequestParam(defaultValue = "") String reason, RedirectAttributes flash) {
		if (reason.isBlank() || reason.length() > 500) {
			return answer(false, "", NOT_COUNTED, flash);
		}
		return decided(this.change.reject(id, reason.strip()), "approvals.rules.rejected", flash);
	}

	private static String decided(DecisionResult result, String done, RedirectAttributes flash) {
		boolean stale = result.equals(new DecisionResult.NotCounted(DecisionResult.Reason.STALE));
		return answer(result instanceof DecisionResult.Counted, done, stale ? "approvals.rules.stale" : NOT_COUNTED,
				flash);
	}

	private static String answer(boolean counted, String done, String problem, RedirectAttributes flash) {
		flash.addFlashAttribute(counted ? "notice" : "problem", counted ? done : problem);
		return "redirect:/approvals/rules";
	}

	private String refused(String problem, List<RuleForm> rows, String version, Model model) {
		model.addAttribute("problem", problem);
		return show(rows, version, model);
	}

	/** The form names the rules that the person has seen, so that none is undone. */
	private String show(List<RuleForm> rows, String version, Model model) {
		List<Colleague> checkers = this.change.checkers();
		model.addAttribute("rows", rows);
		model.addAttribute("version", version);
		model.addAttribute("rules", this.change.present());
		List<PayoutRules.Proposal> proposals = this.change.open();
		model.addAttribute("proposals", proposals);
		model.addAttribute("asked", this.change.asked(proposals));
		model.addAttribute("rejections", this.change.rejected());
		model.addAttribute("checkers", checkers);
		model.addAttribute("names",
				checkers.stream().collect(Collectors.toMap(Colleague::personId, Colleague::name, (one, two) -> one)));
		model.addAttribute("delegations", this.delegate.present());
		model.addAttribute("colleagues", this.delegate.colleagues());
		model.addAttribute("me", this.current.get().personId());
		return "approval/rules";
	}

}
