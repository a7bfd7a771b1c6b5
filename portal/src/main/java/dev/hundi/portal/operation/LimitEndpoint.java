package dev.hundi.portal.operation;

import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChanges;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.PayoutLimits;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The limits of a business's payouts. */
@StaffOnly
@Controller
class LimitEndpoint {

	private final SearchBusinesses search;

	private final ReadPayoutTerms terms;

	private final ProposeChange propose;

	LimitEndpoint(SearchBusinesses search, ReadPayoutTerms terms, ProposeChange propose) {
		this.search = search;
		this.terms = terms;
		this.propose = propose;
	}

	@GetMapping("/operation/businesses/{id}/limits")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'ONBOARDING')")
	public String page(@PathVariable UUID id, Model model) {
		BusinessOverview business = known(id);
		PayoutLimits present = this.terms.limitsOf(id);
		return show(business, LimitForm.of(present), mark(present), model);
	}

	@PostMapping("/operation/businesses/{id}/limits")
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public String propose(@PathVariable UUID id, @RequestParam MultiValueMap<String, String> fields, Model model,
			RedirectAttributes next) {
		BusinessOverview business = known(id);
		LimitForm form = LimitForm.of(fields);
		Map<String, String> problems = PriceForm.problems();
		Optional<PayoutLimits> after = form.read(problems);
		if (!Reason.isValid(form.reason())) {
			problems.put("reason", Reason.INVALID);
		}
		PayoutLimits before = this.terms.limitsOf(id);
		if (after.isEmpty() || !problems.isEmpty()) {
			model.addAttribute("problems", problems);
			return show(business, form, Objects.requireNonNullElse(fields.getFirst("seen"), ""), model);
		}
		if (!mark(before).equals(fields.getFirst("seen"))) {
			model.addAttribute("problem", "operation.stale");
			model.addAttribute("present", LimitForm.of(before));
			return show(business, form, mark(before), model);
		}
		this.propose.limits(new ProposedLimits(id, before, after.get()), business.name(), form.reason());
		next.addFlashAttribute("notice", "change.proposed");
		return "redirect:/operation/changes";
	}

	/**
	 * Shows a form.
	 * @param seen the limits that the person has seen; those of a page before, if it is
	 * shown again for another problem
	 */
	private static String show(BusinessOverview business, LimitForm form, String seen, Model model) {
		model.addAttribute("business", business);
		model.addAttribute("form", form);
		model.addAttribute("seen", seen);
		return "operation/limits";
	}

	private BusinessOverview known(UUID id) {
		return this.search.byId(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	/** Identifies the limits that a page shows. */
	private static String mark(PayoutLimits limits) {
		return HexFormat.of().formatHex(ProposedChanges.hash(ProposeChange.JSON.writeValueAsString(limits)));
	}

}
