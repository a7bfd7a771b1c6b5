package dev.hundi.portal.operation;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChanges;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.PricePlan;
import dev.hundi.business.PricePlans;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.payout.Charge;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
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

	/** In paise: both sides of the platform's bounds, and round amounts. */
	private static final long[] SAMPLES = { 100_00, 1_000_00, 1_000_01, 5_000_00, 25_000_00, 25_000_01, 1_00_000_00,
			2_00_000_00, 5_00_000_00, 25_00_000_00 };

	private final SearchBusinesses search;

	private final PricePlans plans;

	private final ReadPayoutTerms terms;

	private final ProposeChange propose;

	PriceEndpoint(SearchBusinesses search, PricePlans plans, ReadPayoutTerms terms, ProposeChange propose) {
		this.search = search;
		this.plans = plans;
		this.terms = terms;
		this.propose = propose;
	}

	@GetMapping("/operation/businesses/{id}/prices")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'ONBOARDING')")
	public String page(@PathVariable UUID id, Model model) {
		return show(known(id), PriceForm.of(current(id), this.plans.verificationCharge(id).commissionPaise()), model);
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
		Optional<ProposedPrices> prices = form.read(id, problems);
		model.addAttribute("problems", problems);
		return prices;
	}

	private String preview(BusinessOverview business, PriceForm form, ProposedPrices prices, Model model) {
		model.addAttribute("lines", lines(CommissionPlan.of(current(business.businessId())),
				CommissionPlan.of(prices.slabs()), this.terms.of(business.businessId()).railLimits()));
		return show(business, form.seen(hash(prices)), model);
	}

	private String show(BusinessOverview business, PriceForm form, Model model) {
		model.addAttribute("business", business);
		model.addAttribute("plans", this.plans.ofBusiness(business.businessId()));
		model.addAttribute("form", form);
		model.addAttribute("rails", Rail.values());
		return "operation/prices";
	}

	private List<CommissionSlab> current(UUID id) {
		return this.plans.ofBusiness(id)
			.stream()
			.filter(PricePlan::applies)
			.findFirst()
			.map(PricePlan::slabs)
			.filter((slabs) -> !slabs.isEmpty())
			.orElseGet(CommissionPlan.DEFAULT::slabs);
	}

	private BusinessOverview known(UUID id) {
		return this.search.byId(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	private static String hash(ProposedPrices prices) {
		return HexFormat.of().formatHex(ProposedChanges.hash(ProposeChange.JSON.writeValueAsString(prices)));
	}

	/** Sample amounts that the limits of a rail permit. */
	static List<Line> lines(CommissionPlan before, CommissionPlan after, RailLimits limits) {
		List<Line> lines = new ArrayList<>();
		for (Rail rail : Rail.values()) {
			for (long amount : SAMPLES) {
				if (amount >= limits.minPaise(rail) && amount <= limits.maxPaise(rail)) {
					lines.add(new Line(rail, amount, before.charge(rail, amount), after.charge(rail, amount)));
				}
			}
		}
		return lines;
	}

	/** What a sample amount costs, in paise. */
	record Line(Rail rail, long amountPaise, Charge before, Charge after) {

		public long totalPaise() {
			return this.amountPaise + this.after.commissionPaise() + this.after.gstPaise();
		}

		public boolean differs() {
			return !this.before.equals(this.after);
		}

	}

}
