package dev.hundi.portal.review;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.business.NewBusiness;
import dev.hundi.onboarding.CaseState;
import dev.hundi.onboarding.CountOnboarding;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.onboarding.ReviewOnboarding.CaseLine;
import dev.hundi.onboarding.ReviewOnboarding.Place;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Age;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The queue of onboarding cases with figures, and the invitation of a new business. */
@StaffOnly
@Controller
class QueueEndpoint {

	private static final int MAX_LISTED = 200;

	private final ReviewOnboarding review;

	private final CountOnboarding count;

	private final Roles roles;

	private final InviteBusiness invite;

	private final CurrentPerson current;

	QueueEndpoint(ReviewOnboarding review, CountOnboarding count, Roles roles, InviteBusiness invite,
			CurrentPerson current) {
		this.review = review;
		this.count = count;
		this.roles = roles;
		this.invite = invite;
		this.current = current;
	}

	@GetMapping("/review")
	@PreAuthorize("@rights.any('KYC_REVIEWER', 'KYC_APPROVER', 'ONBOARDING', 'AUDITOR')")
	public String page(@RequestParam(defaultValue = "OPEN") Shown state,
			@RequestParam(required = false) @Nullable Boolean merchant,
			@RequestParam(required = false) @Nullable UUID assignee,
			@RequestParam(required = false) @Nullable Instant since,
			@RequestParam(required = false) @Nullable UUID after, Model model) {
		return show(state, merchant, assignee, (since != null && after != null) ? new Place(since, after) : null,
				model);
	}

	@PostMapping("/review/invitations")
	@PreAuthorize("@rights.confirmed('ONBOARDING')")
	public String invite(@RequestParam(defaultValue = "") String name, @RequestParam(defaultValue = "") String email,
			@RequestParam(required = false) @Nullable UUID formId, Model model, RedirectAttributes flash) {
		String business = name.strip();
		String owner = email.strip();
		if (business.isEmpty() || business.length() > NewBusiness.MAX_NAME) {
			model.addAttribute("problem", "review.invite.name");
		}
		else if (!Person.isEmail(owner)) {
			model.addAttribute("problem", "team.email.invalid");
		}
		else {
			boolean invited = this.invite.invite(formId, business, owner);
			flash.addFlashAttribute(invited ? "notice" : "problem", invited ? "team.sent" : "form.repeated");
			return "redirect:/review";
		}
		model.addAttribute("name", business);
		model.addAttribute("email", owner);
		return show(Shown.OPEN, null, null, null, model);
	}

	private String show(Shown shown, @Nullable Boolean merchant, @Nullable UUID assignee, @Nullable Place after,
			Model model) {
		Instant now = Instant.now();
		List<CaseLine> found = this.review.list(shown.states, merchant, assignee, after, MAX_LISTED + 1);
		boolean more = found.size() > MAX_LISTED;
		model.addAttribute("lines",
				found.stream()
					.limit(MAX_LISTED)
					.map((line) -> new Line(line, Age.of(Duration.between(line.since(), now))))
					.toList());
		model.addAttribute("last", more ? found.get(MAX_LISTED - 1) : null);
		CountOnboarding.Statistics statistics = this.count.statistics();
		model.addAttribute("statistics", statistics);
		model.addAttribute("medianAge", Age.ofNullable(statistics.medianAge()));
		model.addAttribute("medianUntilApproval", Age.ofNullable(statistics.medianUntilApproval()));
		model.addAttribute("states", CaseState.values());
		model.addAttribute("shown", shown);
		model.addAttribute("choices", Shown.values());
		model.addAttribute("merchant", merchant);
		model.addAttribute("assignee", assignee);
		model.addAttribute("reviewers", reviewers(this.roles));
		model.addAttribute("mayInvite", this.current.get().roles().contains(Role.ONBOARDING));
		return "review/queue";
	}

	/** Who can work on a case. */
	static List<Roles.Colleague> reviewers(Roles roles) {
		return roles.colleagues(null)
			.stream()
			.filter((colleague) -> colleague.roles().contains(Role.KYC_REVIEWER))
			.toList();
	}

	/** Which cases the queue shows. Without a choice those that can still be decided. */
	enum Shown {

		OPEN(EnumSet.of(CaseState.UNSTARTED, CaseState.IN_REVIEW)),

		UNSTARTED(EnumSet.of(CaseState.UNSTARTED)),

		IN_REVIEW(EnumSet.of(CaseState.IN_REVIEW)),

		APPROVED(EnumSet.of(CaseState.APPROVED)),

		REJECTED(EnumSet.of(CaseState.REJECTED)),

		ALL(EnumSet.allOf(CaseState.class));

		private final Set<CaseState> states;

		Shown(Set<CaseState> states) {
			this.states = Set.copyOf(states);
		}

	}

	/**
	 * A line of the queue.
	 *
	 * @param age since the last submission, or since the opening
	 */
	record Line(CaseLine line, Age age) {
	}

}
