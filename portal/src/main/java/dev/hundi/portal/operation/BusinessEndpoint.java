package dev.hundi.portal.operation;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.business.BusinessOverview;
import dev.hundi.business.PricePlans;
import dev.hundi.business.ReadPayoutTerms;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.business.WalletRules;
import dev.hundi.list.Page;
import dev.hundi.money.Rupees;
import dev.hundi.payout.Rail;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Amounts;
import dev.hundi.wallet.Wallets;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The list of businesses, and the page of one. */
@StaffOnly
@Controller
class BusinessEndpoint {

	private final SearchBusinesses search;

	private final Wallets wallets;

	private final ReadPayoutTerms terms;

	private final PricePlans plans;

	private final ChangeBusiness change;

	BusinessEndpoint(SearchBusinesses search, Wallets wallets, ReadPayoutTerms terms, PricePlans plans,
			ChangeBusiness change) {
		this.search = search;
		this.wallets = wallets;
		this.terms = terms;
		this.plans = plans;
		this.change = change;
	}

	@GetMapping("/operation/businesses")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'ONBOARDING')")
	public String list(@RequestParam(defaultValue = "") String search,
			@RequestParam(required = false) @Nullable Boolean access, @RequestParam(defaultValue = "0") long offset,
			Model model) {
		long from = Math.clamp(offset, 0, Page.MAX_OFFSET);
		List<BusinessOverview> found = this.search.list(search.strip(), access, new Page(Page.DEFAULT_LIMIT + 1, from));
		boolean more = found.size() > Page.DEFAULT_LIMIT;
		model.addAttribute("businesses", more ? found.subList(0, Page.DEFAULT_LIMIT) : found);
		model.addAttribute("next", more ? from + Page.DEFAULT_LIMIT : null);
		model.addAttribute("search", search);
		model.addAttribute("access", access);
		return "operation/businesses";
	}

	@GetMapping("/operation/businesses/{id}")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'ONBOARDING')")
	public String page(@PathVariable UUID id, Model model) {
		BusinessOverview business = known(id);
		model.addAttribute("form", RulesForm.of(business.rules()));
		return show(business, model);
	}

	@PostMapping("/operation/businesses/{id}/wallet-rules")
	String walletRules(@PathVariable UUID id, @ModelAttribute RulesForm form,
			@RequestParam(required = false) @Nullable UUID formId, Model model, RedirectAttributes flash) {
		Optional<WalletRules> before = rules(form.oldReserve(), form.oldMinimum(), form.oldQueue());
		Optional<WalletRules> after = rules(form.reserve(), form.minimum(), form.queue());
		Optional<String> problem = (before.isEmpty() || after.isEmpty()) ? Optional.of("operation.rules.invalid")
				: this.change.walletRules(formId, id, before.get(), after.get(), text(form.reason()));
		return answer(id, problem, form, model, flash);
	}

	@PostMapping("/operation/businesses/{id}/api-access")
	String apiAccess(@PathVariable UUID id, @RequestParam boolean enabled,
			@RequestParam(defaultValue = "") String reason, @RequestParam(required = false) @Nullable UUID formId,
			Model model, RedirectAttributes flash) {
		Optional<String> problem = this.change.apiAccess(formId, id, enabled, reason);
		model.addAttribute("accessReason", reason);
		return answer(id, problem, null, model, flash);
	}

	@PostMapping("/operation/businesses/{id}/relation")
	String relation(@PathVariable UUID id, @RequestParam boolean ended, @RequestParam(defaultValue = "") String reason,
			@RequestParam(required = false) @Nullable UUID formId, Model model, RedirectAttributes flash) {
		Optional<String> problem = this.change.relation(formId, id, ended, reason);
		model.addAttribute("relationReason", reason);
		return answer(id, problem, null, model, flash);
	}

	/** An act that is done ends with a redirect, so that a reload repeats nothing. */
	private String answer(UUID id, Optional<String> problem, @Nullable RulesForm form, Model model,
			RedirectAttributes flash) {
		if (problem.isEmpty()) {
			flash.addFlashAttribute("notice", "operation.saved");
			return "redirect:/operation/businesses/" + id;
		}
		BusinessOverview business = known(id);
		model.addAttribute("problem", problem.get());
		RulesForm present = RulesForm.of(business.rules());
		if (form == null) {
			model.addAttribute("form", present);
		}
		else {
			model.addAttribute("form", problem.get().equals("operation.stale") ? form.seen(present) : form);
		}
		return show(business, model);
	}

	private String show(BusinessOverview business, Model model) {
		model.addAttribute("business", business);
		model.addAttribute("present", RulesForm.of(business.rules()));
		model.addAttribute("wallet", this.wallets.snapshot(business.businessId()).orElseThrow());
		model.addAttribute("terms", this.terms.of(business.businessId()));
		model.addAttribute("plans", this.plans.ofBusiness(business.businessId()));
		model.addAttribute("rails", Rail.values());
		return "operation/business";
	}

	private BusinessOverview known(UUID id) {
		return this.search.byId(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	private static Optional<WalletRules> rules(@Nullable String reserve, @Nullable String minimum,
			@Nullable Boolean queue) {
		OptionalLong paise = Amounts.paise(text(minimum));
		Optional<BigDecimal> percent = Amounts.percent(text(reserve), 2);
		return (paise.isEmpty() || percent.isEmpty()) ? Optional.empty()
				: Optional.of(new WalletRules(percent.get(), paise.getAsLong(), Boolean.TRUE.equals(queue)));
	}

	private static String text(@Nullable String value) {
		return (value != null) ? value : "";
	}

	/**
	 * The form of the wallet's rules.
	 *
	 * @param oldReserve as the page showed it when the person began, as are the other old
	 * values
	 */
	record RulesForm(@Nullable String reserve, @Nullable String minimum, @Nullable Boolean queue,
			@Nullable String oldReserve, @Nullable String oldMinimum, @Nullable Boolean oldQueue,
			@Nullable String reason) {

		static RulesForm of(WalletRules rules) {
			return new RulesForm(rules.reservePercent().toPlainString(), Rupees.format(rules.minBalancePaise()),
					rules.queueIfLowBalance(), rules.reservePercent().toPlainString(),
					Rupees.format(rules.minBalancePaise()), rules.queueIfLowBalance(), "");
		}

		/** What the person typed, after it has seen the present values. */
		RulesForm seen(RulesForm present) {
			return new RulesForm(this.reserve, this.minimum, this.queue, present.oldReserve, present.oldMinimum,
					present.oldQueue, this.reason);
		}

	}

}
