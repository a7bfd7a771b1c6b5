package dev.hundi.portal.console;

import java.util.Set;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.DeliverySearch;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.webhook.WebhookLog;
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

/** Deliveries of webhooks of all businesses, and their redelivery. */
@StaffOnly
@Controller
class DeliverySearchEndpoint {

	private final FindDeliveries find;

	private final WebhookLog log;

	private final OperateWebhooks operate;

	private final FilteredBusiness filter;

	DeliverySearchEndpoint(FindDeliveries find, WebhookLog log, OperateWebhooks operate, FilteredBusiness filter) {
		this.find = find;
		this.log = log;
		this.operate = operate;
		this.filter = filter;
	}

	@GetMapping("/console/deliveries")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@ModelAttribute DeliverySearch search, @RequestParam(defaultValue = "") String business,
			@RequestParam(required = false) @Nullable UUID before, Model model) {
		FindDeliveries.Found found = this.find.newest(this.filter.read(business, model), search.filter(null), before);
		model.addAttribute("deliveries", found.deliveries());
		model.addAttribute("next", found.next());
		search.show(model);
		return "console/deliveries";
	}

	/** Shows the attempts, not the content, which is the business's own. */
	@GetMapping("/console/deliveries/{id}")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String delivery(@PathVariable UUID id, Model model) {
		model.addAttribute("delivery",
				this.log.delivery(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
		model.addAttribute("redeliverable", !this.log.redeliverable(Set.of(id)).isEmpty());
		return "console/delivery";
	}

	@PostMapping("/console/deliveries/redeliver")
	String redeliver(@RequestParam(required = false) @Nullable Set<UUID> ids,
			@RequestParam(defaultValue = "") String list, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		Set<UUID> chosen = (ids != null) ? ids : Set.of();
		OperateWebhooks.Redelivery result = this.operate.redeliver(chosen, reason);
		if (result.problem().isPresent()) {
			FormAnswer.flash(next, result.problem(), "", "redeliver", reason);
			next.addFlashAttribute("chosen", chosen);
		}
		else {
			next.addFlashAttribute("redelivered", result.due());
			next.addFlashAttribute("asked", chosen.size());
		}
		return (chosen.size() == 1) ? "redirect:/console/deliveries/" + chosen.iterator().next()
				: Answers.back("/console/deliveries", list);
	}

}
