package dev.hundi.portal.developer;

import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.DeliverySearch;
import dev.hundi.webhook.DeliveryPage;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The log of webhooks: deliveries, their attempts, and redelivery. */
@MerchantOnly
@Controller
class DeliveriesEndpoint {

	private static final int PAGE = 50;

	/** The filter and the place of the log, which its form sends along. */
	private static final Pattern LIST = Pattern.compile("[A-Za-z0-9=&%._+:-]{1,600}");

	private final CurrentPerson current;

	private final WebhookLog log;

	private final WebhookEndpoints endpoints;

	private final ChangeWebhook change;

	DeliveriesEndpoint(CurrentPerson current, WebhookLog log, WebhookEndpoints endpoints, ChangeWebhook change) {
		this.current = current;
		this.log = log;
		this.endpoints = endpoints;
		this.change = change;
	}

	@GetMapping("/developers/deliveries")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public String page(@ModelAttribute DeliverySearch search, @RequestParam(required = false) @Nullable UUID endpoint,
			@RequestParam(required = false) @Nullable UUID before, HttpServletRequest request, Model model) {
		DeliveryPage page = this.log.newest(this.current.businessId(), search.filter(endpoint), before, PAGE);
		model.addAttribute("page", page);
		model.addAttribute("redeliverable",
				this.log.redeliverable(page.deliveries().stream().map(LoggedDelivery::deliveryId).toList()));
		model.addAttribute("addresses", this.endpoints.addresses(this.current.businessId()));
		model.addAttribute("endpoint", endpoint);
		model.addAttribute("list", Objects.requireNonNullElse(request.getQueryString(), ""));
		search.show(model);
		return "developer/deliveries";
	}

	@GetMapping("/developers/deliveries/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public String delivery(@PathVariable UUID id, Model model) {
		LoggedDelivery delivery = this.log.delivery(id)
			.filter((found) -> found.businessId().equals(this.current.businessId()))
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("delivery", delivery);
		model.addAttribute("address", this.endpoints.addresses(this.current.businessId()).get(delivery.endpointId()));
		model.addAttribute("body", this.log.body(id).orElse(null));
		return "developer/delivery";
	}

	@PostMapping("/developers/deliveries/redeliver")
	String redeliver(@RequestParam(required = false) @Nullable Set<UUID> ids,
			@RequestParam(defaultValue = "") String list, RedirectAttributes flash) {
		String log = "redirect:/developers/deliveries";
		String back = LIST.matcher(list).matches() ? log + "?" + list : log;
		if (ids == null || ids.isEmpty() || ids.size() > PAGE) {
			flash.addFlashAttribute("problem", "developers.deliveries.none.chosen");
			return back;
		}
		int redelivered = this.change.redeliver(ids)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		flash.addFlashAttribute("redelivered", redelivered);
		flash.addFlashAttribute("asked", ids.size());
		return (ids.size() == 1) ? log + "/" + ids.iterator().next() : back;
	}

}
