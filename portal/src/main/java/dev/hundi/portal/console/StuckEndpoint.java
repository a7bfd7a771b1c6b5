package dev.hundi.portal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.BankHealth;
import dev.hundi.bank.BankSwitches;
import dev.hundi.bank.OffSwitch;
import dev.hundi.bank.StatementPayments;
import dev.hundi.payout.FindPayout;
import dev.hundi.payout.OpenPayouts;
import dev.hundi.payout.OpenPayouts.OpenPayout;
import dev.hundi.payout.OpenStage;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Payouts that take too long. */
@StaffOnly
@Controller
class StuckEndpoint {

	private final OpenPayouts open;

	private final FilteredBusiness businesses;

	private final FindPayout find;

	private final StatementPayments statements;

	private final BankHealth health;

	private final BankSwitches switches;

	StuckEndpoint(OpenPayouts open, FilteredBusiness businesses, FindPayout find, StatementPayments statements,
			BankHealth health, BankSwitches switches) {
		this.open = open;
		this.businesses = businesses;
		this.find = find;
		this.statements = statements;
		this.health = health;
		this.switches = switches;
	}

	@GetMapping("/console/stuck")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable OpenStage stage,
			@RequestParam(defaultValue = "MINUTES_15") LeastAge age, @RequestParam(defaultValue = "") String business,
			@RequestParam(defaultValue = "") String find, @RequestParam(required = false) @Nullable UUID after,
			Model model) {
		UUID ofBusiness = this.businesses.read(business, model);
		List<OpenStage> stages = (stage != null) ? List.of(stage) : Arrays.asList(OpenStage.values());
		Slice<StuckPayout> found = Slice
			.of(withWaits(this.open.list(stages, Instant.now().minus(age.duration), ofBusiness, after, Slice.READ)));
		model.addAttribute("payouts", found.rows());
		model.addAttribute("next", found.more() ? found.last().payout().payoutId() : null);
		model.addAttribute("find", find);
		model.addAttribute("found", find.isBlank() ? null : this.find.byName(find));
		model.addAttribute("publishedTo", this.open.publishedTo().orElse(null));
		model.addAttribute("stages", OpenStage.values());
		model.addAttribute("stage", stage);
		model.addAttribute("leastAges", LeastAge.values());
		model.addAttribute("leastAge", age);
		return "console/stuck";
	}

	private List<StuckPayout> withWaits(List<OpenPayout> payouts) {
		List<OffSwitch> off = this.switches.off();
		List<BankView> banks = BankView.of(this.health.reports(), off, Instant.now());
		Set<UUID> onStatement = this.statements.among(payouts.stream().map(OpenPayout::payoutId).toList());
		return payouts.stream()
			.map((payout) -> new StuckPayout(payout,
					PayoutWait.of(payout, onStatement.contains(payout.payoutId()), banks, off)))
			.toList();
	}

	/** A payout, and what it waits for. */
	record StuckPayout(OpenPayout payout, PayoutWait waitsFor) {
	}

	/** From which age a payout is listed. */
	enum LeastAge {

		MINUTES_15(Duration.ofMinutes(15)), HOUR(Duration.ofHours(1)), DAY(Duration.ofDays(1)),
		ANY(Duration.ofSeconds(-60));

		/** Negative: also those that this process's clock has not reached. */
		private final Duration duration;

		LeastAge(Duration duration) {
			this.duration = duration;
		}

	}

}
