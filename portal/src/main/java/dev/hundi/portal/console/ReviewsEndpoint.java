package dev.hundi.portal.console;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.bank.ReviewKind;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Manual reviews: what only a person may decide about banks and beneficiaries. */
@StaffOnly
@Controller
class ReviewsEndpoint {

	private final ReadReviews reviews;

	private final DecideReview decide;

	private final FilteredBusiness filter;

	ReviewsEndpoint(ReadReviews reviews, DecideReview decide, FilteredBusiness filter) {
		this.reviews = reviews;
		this.decide = decide;
		this.filter = filter;
	}

	@GetMapping("/console/reviews")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable ReviewKind kind,
			@RequestParam(defaultValue = "") String business, @RequestParam(defaultValue = "") String after,
			Model model) {
		Slice<ReadReviews.Case> cases = this.reviews.list(kind, this.filter.read(business, model),
				ReadReviews.Position.read(after));
		model.addAttribute("cases", cases.rows());
		model.addAttribute("next", cases.more() ? ReadReviews.Position.after(cases.last()).text() : null);
		model.addAttribute("kinds", ReviewKind.values());
		model.addAttribute("kind", kind);
		return "console/reviews";
	}

	@PostMapping("/console/reviews")
	String decide(@RequestParam ReviewKind kind, @RequestParam("businessId") UUID businessId,
			@RequestParam("subjectId") UUID subjectId, @RequestParam Instant shown,
			@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		Optional<String> problem = this.decide.decide(kind, businessId, subjectId, shown, reason);
		FormAnswer.flash(next, problem,
				(kind.act() == ReviewKind.Act.ENQUIRE) ? "console.reviews.enquired" : "console.reviews.settled",
				subjectId.toString(), reason);
		return Answers.back("/console/reviews", list);
	}

}
