package dev.hundi.portal.console;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.time.India;
import dev.hundi.webhook.DeliveryFilter;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.WebhookEvent;
import dev.hundi.webhook.WebhookLog;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Deliveries of webhooks of all businesses, and their redelivery. */
@StaffOnly
@Controller
class DeliverySearchEndpoint {

	private static final List<String> EVENTS = Stream.concat(WebhookEvent.codes().stream(), Stream.of("Test")).toList();

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
	public String page(@RequestParam(required = false) @Nullable DeliveryState state,
			@RequestParam(defaultValue = "") String event, @RequestParam(defaultValue = "") String subject,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to,
			@RequestParam(defaultValue = "") String business, @RequestParam(required = false) @Nullable UUID before,
			Model model) {
		Optional<UUID> id = uuid(subject);
		if (!subject.isBlank() && id.isEmpty()) {
			model.addAttribute("subjectProblem", "developers.deliveries.subject.invalid");
		}
		FindDeliveries.Found found = this.find.newest(this.filter.read(business, model), new DeliveryFilter(state,
				EVENTS.contains(event) ? event : null, null, id.orElse(null), start(from, 0), start(to, 1)), before);
		model.addAttribute("deliveries", found.deliveries());
		model.addAttribute("next", found.next());
		model.addAttribute("states", DeliveryState.values());
		model.addAttribute("events", EVENTS);
		model.addAttribute("state", state);
		model.addAttribute("event", event);
		model.addAttribute("subject", subject);
		model.addAttribute("from", from);
		model.addAttribute("to", to);
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
			Answers.flash(next, result.problem(), "", "redeliver", reason);
			next.addFlashAttribute("chosen", chosen);
		}
		else {
			next.addFlashAttribute("redelivered", result.due());
			next.addFlashAttribute("asked", chosen.size());
		}
		return (chosen.size() == 1) ? "redirect:/console/deliveries/" + chosen.iterator().next()
				: Answers.back("/console/deliveries", list);
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

}
