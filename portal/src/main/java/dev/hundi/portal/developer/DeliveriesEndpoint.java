package dev.hundi.portal.developer;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;
import dev.hundi.webhook.DeliveryFilter;
import dev.hundi.webhook.DeliveryPage;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;
import dev.hundi.webhook.WebhookLog;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
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

	private static final List<String> EVENTS = Stream.concat(WebhookEvent.codes().stream(), Stream.of("Test")).toList();

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
	public String page(@RequestParam(required = false) @Nullable DeliveryState state,
			@RequestParam(defaultValue = "") String event, @RequestParam(required = false) @Nullable UUID endpoint,
			@RequestParam(defaultValue = "") String subject,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to,
			@RequestParam(required = false) @Nullable UUID before, HttpServletRequest request, Model model) {
		Optional<UUID> id = uuid(subject);
		if (!subject.isBlank() && id.isEmpty()) {
			model.addAttribute("subjectError", "developers.deliveries.subject.invalid");
		}
		DeliveryFilter filter = new DeliveryFilter(state, EVENTS.contains(event) ? event : null, endpoint,
				id.orElse(null), start(from, 0), start(to, 1));
		DeliveryPage page = this.log.newest(business(), filter, before, PAGE);
		model.addAttribute("page", page);
		model.addAttribute("redeliverable",
				this.log.redeliverable(page.deliveries().stream().map(LoggedDelivery::deliveryId).toList()));
		model.addAttribute("states", DeliveryState.values());
		model.addAttribute("events", EVENTS);
		model.addAttribute("addresses", this.endpoints.addresses(business()));
		model.addAttribute("endpoint", endpoint);
		model.addAttribute("state", state);
		model.addAttribute("event", event);
		model.addAttribute("subject", subject);
		model.addAttribute("from", from);
		model.addAttribute("to", to);
		model.addAttribute("list", Objects.requireNonNullElse(request.getQueryString(), ""));
		return "developer/deliveries";
	}

	@GetMapping("/developers/deliveries/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public String delivery(@PathVariable UUID id, Model model) {
		LoggedDelivery delivery = this.log.delivery(id)
			.filter((found) -> found.businessId().equals(business()))
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("delivery", delivery);
		model.addAttribute("address", this.endpoints.addresses(business()).get(delivery.endpointId()));
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

	/** The database does not know every year, and no delivery is of another century. */
	private static @Nullable Instant start(@Nullable LocalDate day, int daysLater) {
		return (day != null && day.getYear() >= 2000 && day.getYear() < 3000) ? India.startOf(day.plusDays(daysLater))
				: null;
	}

	private static Optional<UUID> uuid(String text) {
		try {
			return text.isBlank() ? Optional.empty() : Optional.of(UUID.fromString(text.strip()));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private UUID business() {
		return Objects.requireNonNull(this.current.get().businessId());
	}

}
