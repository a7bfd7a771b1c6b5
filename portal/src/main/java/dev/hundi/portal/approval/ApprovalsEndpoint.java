package dev.hundi.portal.approval;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.payout.PayoutApproval;
import dev.hundi.payout.PayoutApprovals.Order;
import dev.hundi.payout.PayoutApprovals.Place;
import dev.hundi.portal.session.MerchantOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import org.springframework.web.util.UriComponentsBuilder;

/** The page of payouts that wait for people. */
@MerchantOnly
@Controller
class ApprovalsEndpoint {

	private final DecidePayouts decide;

	ApprovalsEndpoint(DecidePayouts decide) {
		this.decide = decide;
	}

	@GetMapping("/approvals")
	String page(@ModelAttribute("shown") Shown shown, Model model) {
		return show(shown, model);
	}

	/** The key Enter: decides nothing, and keeps what was chosen and typed. */
	@PostMapping("/approvals/choose")
	String choose(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @ModelAttribute("shown") Shown shown, Model model) {
		model.addAttribute("chosen", Objects.requireNonNullElse(approvals, List.of()));
		return refused("approvals.press", reason, shown, model);
	}

	@PostMapping("/approvals/approve")
	String approve(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @ModelAttribute("shown") Shown shown, Model model,
			RedirectAttributes flash) {
		if (approvals == null) {
			return refused("approvals.none.chosen", reason, shown, model);
		}
		DecidePayouts.Approved approved = this.decide.approve(approvals);
		if (approved.counted() == approvals.size() && approved.anyArchived()) {
			flash.addFlashAttribute("problem", "approvals.approved.archived");
			return back(shown);
		}
		return answer(approved.counted(), approvals.size(), "approvals.approved", shown, flash);
	}

	@PostMapping("/approvals/reject")
	String reject(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @ModelAttribute("shown") Shown shown, Model model,
			RedirectAttributes flash) {
		if (approvals == null) {
			return refused("approvals.none.chosen", reason, shown, model);
		}
		if (reason.isBlank() || reason.length() > 500) {
			model.addAttribute("chosen", approvals);
			return refused("approvals.reason.missing", reason, shown, model);
		}
		return answer(this.decide.reject(approvals, reason.strip()), approvals.size(), "approvals.rejected", shown,
				flash);
	}

	private static String answer(int counted, int asked, String done, Shown shown, RedirectAttributes flash) {
		flash.addFlashAttribute((counted == asked) ? "notice" : "problem",
				(counted == asked) ? done : "approvals.some");
		return back(shown);
	}

	private static String back(Shown shown) {
		return "redirect:" + UriComponentsBuilder.fromPath("/approvals")
			.queryParamIfPresent("order", Optional.ofNullable((shown.by() == Order.AMOUNT) ? "amount" : null))
			.queryParamIfPresent("mine", Optional.ofNullable(shown.mine))
			.queryParamIfPresent("amount", Optional.ofNullable(shown.amount))
			.queryParamIfPresent("after", Optional.ofNullable(shown.after))
			.toUriString();
	}

	private String refused(String problem, String reason, Shown shown, Model model) {
		model.addAttribute("problem", problem);
		model.addAttribute("reason", reason);
		return show(shown, model);
	}

	private String show(Shown shown, Model model) {
		List<PayoutApproval> found = this.decide.waiting(shown.by(), shown.place());
		boolean more = found.size() > DecidePayouts.MAX;
		List<PayoutApproval> waiting = more ? found.subList(0, DecidePayouts.MAX) : found;
		model.addAttribute("waiting", waiting);
		model.addAttribute("last", more ? waiting.getLast() : null);
		model.addAttribute("order", shown.by());
		model.addAttribute("decidable", waiting.stream().anyMatch((one) -> one.people().mayDecide()));
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("chosen", List.of());
		}
		return "approval/approvals";
	}

	/**
	 * Which page is shown. A form carries it, so that a decision leaves the person on the
	 * page of the choice.
	 *
	 * @param after the last approval of the page before; null for the first page
	 */
	record Shown(@Nullable String order, @Nullable UUID after, @Nullable Boolean mine, @Nullable Long amount) {

		Order by() {
			return "amount".equals(this.order) ? Order.AMOUNT : Order.AGE;
		}

		private @Nullable Place place() {
			return (this.after != null)
					? new Place(Boolean.TRUE.equals(this.mine), Objects.requireNonNullElse(this.amount, 0L), this.after)
					: null;
		}

	}

}
