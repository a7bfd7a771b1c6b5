package dev.hundi.portal.home;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.approval.Approvals;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.RequirementState;
import dev.hundi.payout.PayoutApprovals;
import dev.hundi.payout.PayoutFigures;
import dev.hundi.payout.PayoutRules;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.web.Section;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import dev.hundi.webhook.ActiveEndpoint;
import dev.hundi.webhook.WebhookEndpoints;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestHeader;

/**
 * The first page. Persons who read no payouts begin with the first entry of their
 * navigation.
 */
@MerchantOnly
@Controller
class HomeEndpoint {

	private static final Set<ActiveEndpoint.State> STOPPED = Set.of(ActiveEndpoint.State.PARKED,
			ActiveEndpoint.State.DISABLED);

	/**
	 * What owners and checkers decide beside payouts: rules, and the requests of
	 * developers. Approvals of other kinds are those of the staff.
	 */
	private static final List<String> DECIDED = List.of(PayoutRules.KIND, "FIRST_API_KEY", "FIRST_IP_RULE");

	private final CurrentPerson current;

	private final Wallets wallets;

	private final PayoutFigures payouts;

	private final BulkFiles files;

	private final CountFigures figures;

	private final Approvals approvals;

	private final PayoutApprovals payoutApprovals;

	private final OnboardingCases cases;

	private final WebhookEndpoints endpoints;

	HomeEndpoint(CurrentPerson current, Wallets wallets, PayoutFigures payouts, BulkFiles files, CountFigures figures,
			Approvals approvals, PayoutApprovals payoutApprovals, OnboardingCases cases, WebhookEndpoints endpoints) {
		this.current = current;
		this.wallets = wallets;
		this.payouts = payouts;
		this.files = files;
		this.figures = figures;
		this.approvals = approvals;
		this.payoutApprovals = payoutApprovals;
		this.cases = cases;
		this.endpoints = endpoints;
	}

	@GetMapping("/")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any()")
	public String page(@ModelAttribute(name = "sections", binding = false) List<Section> sections, Model model) {
		SignedIn person = this.current.get();
		if (person.businessId() == null) {
			return "redirect:/profile";
		}
		if (person.roles().stream().noneMatch(Rights.OF_MONEY::contains)) {
			return "redirect:" + sections.getFirst().page();
		}
		UUID businessId = this.current.businessId();
		WalletSnapshot wallet = this.wallets.snapshot(businessId).orElseThrow();
		model.addAttribute("wallet", wallet);
		model.addAttribute("inFlight", this.payouts.inFlight(businessId));
		model.addAttribute("today", this.figures.today());
		long duePaise = this.payouts.undebitedPaise(businessId);
		model.addAttribute("duePaise", duePaise);
		model.addAttribute("low", duePaise > wallet.spendablePaise());
		List<PayoutFigures.Downtime> downtimes = this.payouts.downtimes();
		model.addAttribute("downtimes", downtimes);
		List<PayoutFigures.Unsent> unsent = this.payouts.unsent(businessId);
		// Of a rail that is off, the other message is true.
		model.addAttribute("unreached", unsent.stream()
			.filter((one) -> !one.onStatement() && downtimes.stream().noneMatch((off) -> off.rail() == one.rail()))
			.toList());
		model.addAttribute("onStatement", unsent.stream().filter(PayoutFigures.Unsent::onStatement).toList());
		waiting(person, businessId, model);
		return "home/home";
	}

	/** A part of the page for scripts, and a page of its own without them. */
	@GetMapping("/home/figures")
	@PreAuthorize(Rights.READS_MONEY)
	public String figures(@RequestHeader(name = "HX-Request", defaultValue = "") String htmx, Model model) {
		model.addAttribute("figures", this.figures.figures());
		return htmx.isEmpty() ? "home/figures" : "home/figures :: figures";
	}

	private void waiting(SignedIn person, UUID businessId, Model model) {
		boolean decides = person.roles().contains(Role.OWNER) || person.roles().contains(Role.CHECKER);
		Map<String, Long> open = decides ? this.approvals.countOpen(businessId, person.personId(), DECIDED) : Map.of();
		long rules = open.getOrDefault(PayoutRules.KIND, 0L);
		model.addAttribute("rules", rules);
		model.addAttribute("payouts", this.payoutApprovals.countDecidable(businessId, person.personId()));
		model.addAttribute("approvals", open.values().stream().mapToLong(Long::longValue).sum() - rules);
		Optional<OnboardingCase> answerable = this.cases.find(businessId)
			.filter((found) -> found.progress().merchantCanAct());
		long refused = answerable.map(HomeEndpoint::refused).orElse(0L);
		model.addAttribute("refused", refused);
		model.addAttribute("onboarding", refused == 0 && answerable.isPresent() && person.roles().contains(Role.OWNER));
		BulkFiles.Waiting files = this.files.waiting(businessId, DecideBulkFile.PERSON + person.personId());
		model.addAttribute("awaitingFiles", decides ? files.awaiting() : 0);
		model.addAttribute("failedFiles", files.failed());
		boolean develops = person.roles().contains(Role.OWNER) || person.roles().contains(Role.DEVELOPER);
		model.addAttribute("webhookStopped",
				develops && this.endpoints.active(businessId)
					.stream()
					.anyMatch((endpoint) -> STOPPED.contains(endpoint.state())));
	}

	private static long refused(OnboardingCase present) {
		return present.entries().stream().filter((entry) -> entry.state() == RequirementState.REFUSED).count();
	}

}
