package dev.hundi.portal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

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

	StuckEndpoint(OpenPayouts open, FilteredBusiness businesses, FindPayout find) {
		this.open = open;
		this.businesses = businesses;
		this.find = find;
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
			.of(this.open.list(stages, Instant.now().minus(age.duration), ofBusiness, after, Slice.READ)
				.stream()
				.map(StuckPayout::new)
				.toList());
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

	/** A payout, and what it waits for. */
	record StuckPayout(OpenPayout payout) {

		public PayoutWait waitsFor() {
			return PayoutWait.of(this.payout.stage(), this.payout.attempt());
		}

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
