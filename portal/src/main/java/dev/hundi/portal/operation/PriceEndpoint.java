package dev.hundi.portal.operation;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChanges;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.payout.Rail;
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

/**
 * The prices of a business. New ones are proposed only as they were previewed: the form
 * carries the hash of what the preview priced.
 */
@StaffOnly
@Controller
class PriceEndpoint {

	private final SearchBusinesses search;

	private final PricePlans plans;

	private final PreviewPrices previews;

	private final ProposeChange propose;

	PriceEndpoint(SearchBusinesses search, PricePlans plans, PreviewPrices previews, ProposeChange propose) {
		this.search = search;
		this.plans = plans;
		this.previews = previews;
		this.propose = propose;
	}

	/** The form begins with the plan of the latest start, which may be to come. */
	@GetMapping("/operation/businesses/{id}/prices")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'ONBOARDING')")
	public String page(@PathVariable UUID id, Model model) {
		BusinessOverview business = known(id);
		PricePlan newest = this.plans.ofBusiness(id).stream().findFirst().orElse(null);
		model.addAttribute("fresh", true);
		model.addAttribute("newest", newest);
		return show(business, PriceForm.of(newest), model);
	}

	@PostMapping("/operation/businesses/{id}/prices/preview")
	@PreAuthorize("@rights.any('OPERATOR')")
	public String preview(@PathVariable UUID id, @RequestParam MultiValueMap<String, String> fields, Model model) {
		BusinessOverview business = known(id);
		PriceForm form = PriceForm.of(fields);
		return read(id, form, model).map((prices) -> preview(business, form, prices, model))
			.orElseGet(() -> show(business, form.seen(""), model));
	}

	@PostMapping("/operation/businesses/{id}/prices")
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public String propose(@PathVariable UUID id, @RequestParam MultiValueMap<String, String> fields, Model model,
			RedirectAttributes next) {
		BusinessOverview business = known(id);
		PriceForm form = PriceForm.of(fields);
		Optional<ProposedPrices> prices = read(id, form, model);
		if (prices.isEmpty()) {
			return show(business, form.seen(""), model);
		}
		if (!hash(prices.get()).equals(form.previewed())) {
			model.addAttribute("problem", "prices.preview.first");
			return preview(business, form, prices.get(), model);
		}
		if (!Reason.isValid(form.reason())) {
			model.addAttribute("problem", Reason.INVALID);
			return preview(business, form, prices.get(), model);
		}
		this.propose.prices(prices.get(), business.name(), form.reason());
		next.addFlashAttribute("notice", "change.proposed");
		return "redirect:/operation/changes";
	}

	private Optional<ProposedPrices> read(UUID id, PriceForm form, Model model) {
		Map<String, String> problems = PriceForm.problems();
		Optional<ProposedPrices> prices = form.read(id, problems)
			.map((read) -> read.comparedWith(this.previews.base(read)));
		model.addAttribute("problems", problems);
		return prices;
	}

	private String preview(BusinessOverview business, PriceForm form, ProposedPrices prices, Model model) {
		model.addAttribute("preview", this.previews.of(prices));
		return show(business, form.seen(hash(prices)), model);
	}

	private String show(BusinessOverview business, PriceForm form, Model model) {
		model.addAttribute("business", business);
		model.addAttribute("plans", this.plans.ofBusiness(business.businessId()));
		model.addAttribute("form", form);
		model.addAttribute("rails", Rail.values());
		return "operation/prices";
	}

	private BusinessOverview known(UUID id) {
		return this.search.byId(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	private static String hash(ProposedPrices prices) {
		return HexFormat.of().formatHex(ProposedChanges.hash(ProposeChange.JSON.writeValueAsString(prices)));
	}

}
