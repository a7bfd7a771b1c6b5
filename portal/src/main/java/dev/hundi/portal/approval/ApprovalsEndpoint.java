package dev.hundi.portal.approval;

import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.payout.PayoutApproval;
import dev.hundi.payout.PayoutApprovals.Order;
import dev.hundi.payout.PayoutApprovals.Place;
import dev.hundi.portal.session.MerchantOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of payouts that wait for people. */
@MerchantOnly
@Controller
class ApprovalsEndpoint {

	private final DecidePayouts decide;

	ApprovalsEndpoint(DecidePayouts decide) {
		this.decide = decide;
	}

	@GetMapping("/approvals")
	String page(@RequestParam(defaultValue = "age") String order, @RequestParam(required = false) @Nullable UUID after,
			@RequestParam(defaultValue = "false") boolean mine, @RequestParam(defaultValue = "0") long amount,
			Model model) {
		return show(order(order), (after != null) ? new Place(mine, amount, after) : null, model);
	}

	/** The key Enter: decides nothing, and keeps what was chosen and typed. */
	@PostMapping("/approvals/choose")
	String choose(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @RequestParam(defaultValue = "age") String order,
			Model model) {
		model.addAttribute("chosen", Objects.requireNonNullElse(approvals, List.of()));
		return refused("approvals.press", reason, order, model);
	}

	@PostMapping("/approvals/agree")
	String agree(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @RequestParam(defaultValue = "age") String order,
			Model model, RedirectAttributes flash) {
		if (approvals == null) {
			return refused("approvals.none.chosen", reason, order, model);
		}
		return answer(this.decide.agree(approvals), approvals.size(), "approvals.agreed", order, flash);
	}

	@PostMapping("/approvals/reject")
	String reject(@RequestParam(required = false, name = "approval") List<UUID> approvals,
			@RequestParam(defaultValue = "") String reason, @RequestParam(defaultValue = "age") String order,
			Model model, RedirectAttributes flash) {
		if (approvals == null) {
			return refused("approvals.none.chosen", reason, order, model);
		}
		if (reason.isBlank() || reason.length() > 500) {
			model.addAttribute("chosen", approvals);
			return refused("approvals.reason.missing", reason, order, model);
		}
		return answer(this.decide.refuse(approvals, reason.strip()), approvals.size(), "approvals.rejected", order,
				flash);
	}

	private static String answer(int counted, int asked, String done, String order, RedirectAttributes flash) {
		flash.addFlashAttribute((counted == asked) ? "notice" : "problem",
				(counted == asked) ? done : "approvals.some");
		return (order(order) == Order.AMOUNT) ? "redirect:/approvals?order=amount" : "redirect:/approvals";
	}

	private String refused(String problem, String reason, String order, Model model) {
		model.addAttribute("problem", problem);
		model.addAttribute("reason", reason);
		return show(order(order), null, model);
	}

	private static Order order(String order) {
		return order.equals("amount") ? Order.AMOUNT : Order.AGE;
	}

	private String show(Order order, @Nullable Place after, Model model) {
		List<PayoutApproval> found = this.decide.waiting(order, after);
		boolean more = found.size() > DecidePayouts.MAX;
		List<PayoutApproval> waiting = more ? found.subList(0, DecidePayouts.MAX) : found;
		model.addAttribute("waiting", waiting);
		model.addAttribute("last", more ? waiting.getLast() : null);
		model.addAttribute("order", order);
		model.addAttribute("decidable", waiting.stream().anyMatch((one) -> one.people().mayDecide()));
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("chosen", List.of());
		}
		return "approval/approvals";
	}

}
