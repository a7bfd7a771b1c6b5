package dev.hundi.portal.review;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.Approval;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.ApprovalState;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.onboarding.CaseCheck;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.RefusalReason;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.onboarding.RequirementState;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.onboarding.ReviewResult;
import dev.hundi.person.Person;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.verification.NameVerifications;
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

/** The page of a case: what was given, what the checks say, and the decisions. */
@StaffOnly
@Controller
class CaseEndpoint {

	private static final int MAX_NOTE = 4000;

	private static final int MAX_REJECTION = 1000;

	private static final int MAX_REASON = 500;

	private final OnboardingCases cases;

	private final ReviewOnboarding review;

	private final DecideCase decide;

	private final SearchBusinesses businesses;

	private final Approvals approvals;

	private final Roles roles;

	private final InviteBusiness invite;

	private final NameVerifications verifications;

	private final CurrentPerson current;

	CaseEndpoint(OnboardingCases cases, ReviewOnboarding review, DecideCase decide, SearchBusinesses businesses,
			Approvals approvals, Roles roles, InviteBusiness invite, NameVerifications verifications,
			CurrentPerson current) {
		this.verifications = verifications;
		this.cases = cases;
		this.review = review;
		this.decide = decide;
		this.businesses = businesses;
		this.approvals = approvals;
		this.roles = roles;
		this.invite = invite;
		this.current = current;
	}

	@GetMapping("/review/{id}")
	@PreAuthorize("@rights.any('KYC_REVIEWER', 'KYC_APPROVER', 'ONBOARDING', 'AUDITOR')")
	public String page(@PathVariable UUID id, Model model) {
		OnboardingCase present = this.cases.find(id).orElseThrow(CaseEndpoint::notFound);
		BusinessOverview business = this.businesses.byId(id).orElseThrow(CaseEndpoint::notFound);
		Map<CaseCheck, Boolean> checks = CaseCheck.of(present);
		model.addAttribute("case", present);
		model.addAttribute("business", business);
		model.addAttribute("rows", rows(present, checks));
		model.addAttribute("verification", this.verifications.ofSettlementAccount(id).orElse(null));
		model.addAttribute("notes", this.review.notes(id));
		model.addAttribute("reasons", RefusalReason.values());
		model.addAttribute("reviewers", QueueEndpoint.reviewers(this.roles));
		model.addAttribute("people", this.roles.colleagues(null));
		model.addAttribute("me", this.current.get().personId());
		ReviewOnboarding.Reviewers assigned = this.review.reviewers(id).orElseThrow(CaseEndpoint::notFound);
		model.addAttribute("assigned", assigned);
		showProposal(id, assigned.approvalId(), model);
		model.addAttribute("refusal",
				Optional.ofNullable(assigned.approvalId()).flatMap(this.approvals::rejection).orElse(null));
		model.addAttribute("ownerless", this.invite.withoutOwner(id).orElse(null));
		model.addAttribute("invited", this.invite.isInvited(id));
		model.addAttribute("refused",
				present.entries().stream().filter((entry) -> entry.state() == RequirementState.REFUSED).count());
		model.addAttribute("undecided",
				present.entries().stream().filter((entry) -> entry.state() == RequirementState.GIVEN).count());
		return "review/case";
	}

	@PostMapping("/review/{id}/requirements/{requirement}/accept")
	String accept(@PathVariable UUID id, @PathVariable Requirement requirement, @RequestParam long version,
			RedirectAttributes next) {
		return answer(id, this.decide.accept(id, requirement, version), "review.accepted", next) + "#"
				+ requirement.name();
	}

	@PostMapping("/review/{id}/requirements/{requirement}/refuse")
	String refuse(@PathVariable UUID id, @PathVariable Requirement requirement, @RequestParam long version,
			@RequestParam(required = false) @Nullable RefusalReason reason,
			@RequestParam(defaultValue = "") String text, RedirectAttributes next) {
		String words = text.strip();
		if (reason == null || words.length() > MAX_REJECTION || (reason == RefusalReason.OTHER && words.isEmpty())) {
			next.addFlashAttribute("problem", "review.reason.missing");
			return back(id) + "#" + requirement.name();
		}
		Refusal refusal = new Refusal(reason, words.isEmpty() ? null : words);
		return answer(id, this.decide.refuse(id, requirement, refusal, version), "review.refused", next) + "#"
				+ requirement.name();
	}

	@PostMapping("/review/{id}/assign")
	String assign(@PathVariable UUID id, @RequestParam(required = false) @Nullable UUID person,
			@RequestParam long version, RedirectAttributes next) {
		boolean known = person == null || QueueEndpoint.reviewers(this.roles)
			.stream()
			.anyMatch((colleague) -> colleague.personId().equals(person));
		return answer(id, known ? this.decide.assign(id, person, version) : ReviewResult.UNKNOWN, "review.assigned",
				next);
	}

	@PostMapping("/review/{id}/notes")
	String note(@PathVariable UUID id, @RequestParam(defaultValue = "") String note, RedirectAttributes next) {
		String text = note.strip();
		boolean fits = !text.isEmpty() && text.length() <= MAX_NOTE;
		if (fits && this.cases.find(id).isEmpty()) {
			throw notFound();
		}
		if (!fits) {
			next.addFlashAttribute("problem", "review.note.invalid");
			return back(id);
		}
		return answer(id, this.decide.note(id, text), "review.noted", next);
	}

	@PostMapping("/review/{id}/owner")
	String inviteOwner(@PathVariable UUID id, @RequestParam(defaultValue = "") String email,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		BusinessOverview business = this.businesses.byId(id).orElseThrow(CaseEndpoint::notFound);
		Optional<String> problem = Person.isEmail(email.strip())
				? this.invite.inviteOwnerAgain(id, business.name(), email.strip(), reason)
				: Optional.of("team.email.invalid");
		problem.ifPresentOrElse((text) -> next.addFlashAttribute("problem", text),
				() -> next.addFlashAttribute("notice", "team.sent"));
		return back(id);
	}

	@PostMapping("/review/{id}/return")
	String returnToMerchant(@PathVariable UUID id, @RequestParam long version, RedirectAttributes next) {
		return answer(id, this.decide.returnToMerchant(id, version), "review.returned", next);
	}

	@PostMapping("/review/{id}/propose")
	String propose(@PathVariable UUID id, @RequestParam long version, RedirectAttributes next) {
		return answer(id, this.decide.propose(id, version), "review.proposed", next);
	}

	@PostMapping("/review/{id}/reject")
	String reject(@PathVariable UUID id, @RequestParam long version, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		if (reason.isBlank() || reason.strip().length() > MAX_REJECTION) {
			next.addFlashAttribute("problem", "review.reason.missing");
			return back(id);
		}
		return answer(id, this.decide.reject(id, reason.strip(), version), "review.rejected", next);
	}

	@PostMapping("/review/{id}/approve")
	String approve(@PathVariable UUID id, @RequestParam UUID approval, RedirectAttributes next) {
		return answer(id, this.decide.approve(id, approval), "review.approved", next);
	}

	@PostMapping("/review/{id}/reject-approval")
	String rejectApproval(@PathVariable UUID id, @RequestParam UUID approval,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		if (reason.isBlank() || reason.strip().length() > MAX_REASON) {
			next.addFlashAttribute("problem", "review.reason.missing");
			return back(id);
		}
		return answer(id, this.decide.rejectApproval(id, approval, reason.strip()), "review.approval.rejected", next);
	}

	private static String answer(UUID id, ReviewResult result, String notice, RedirectAttributes next) {
		if (result == ReviewResult.DONE) {
			next.addFlashAttribute("notice", notice);
		}
		else {
			next.addFlashAttribute("problem", text(result));
		}
		return back(id);
	}

	private static String back(UUID id) {
		return "redirect:/review/" + id;
	}

	private static String text(ReviewResult result) {
		return switch (result) {
			case DONE -> throw new IllegalArgumentException("Nothing is wrong");
			case UNKNOWN -> "review.result.unknown";
			case STALE -> "review.result.stale";
			case WITH_MERCHANT -> "review.result.with-merchant";
			case CLOSED -> "review.result.closed";
			case NOT_ALL_ACCEPTED -> "review.result.not-all-accepted";
			case NOTHING_REFUSED -> "review.result.nothing-refused";
			case QUARANTINED -> "review.result.quarantined";
			case MAKER_IS_CHECKER -> "review.result.maker-is-checker";
			case PROPOSE_AGAIN -> "review.result.propose-again";
		};
	}

	/**
	 * Shows the proposal that waits for an approver, or did until it expired or the case
	 * changed.
	 */
	private void showProposal(UUID id, @Nullable UUID approvalId, Model model) {
		Approval proposal = Optional.ofNullable(approvalId)
			.flatMap(this.approvals::find)
			.filter((approval) -> approval.state() == ApprovalState.OPEN)
			.orElse(null);
		boolean expired = proposal != null && !proposal.expiresAt().isAfter(Instant.now());
		boolean outdated = proposal != null && !this.review.isUnchanged(id, proposal);
		model.addAttribute("proposal", (expired || outdated) ? null : proposal);
		model.addAttribute("expired", expired && !outdated);
		model.addAttribute("outdated", outdated);
	}

	private static List<Row> rows(OnboardingCase present, Map<CaseCheck, Boolean> checks) {
		List<Row> rows = new ArrayList<>();
		for (RequirementEntry entry : present.entries()) {
			Map<CaseCheck, Boolean> own = new EnumMap<>(CaseCheck.class);
			checks.forEach((check, fits) -> {
				if (check.requirement() == entry.requirement()) {
					own.put(check, fits);
				}
			});
			rows.add(new Row(entry, own, present.documents(entry.requirement())));
		}
		return rows;
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

	/** A requirement with what the checks say about it and its documents. */
	record Row(RequirementEntry entry, Map<CaseCheck, Boolean> checks, List<OnboardingDocument> documents) {
	}

}
