package dev.hundi.portal.developer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the webhook endpoints. */
@MerchantOnly
@Controller
class WebhookEndpoint {

	private static final List<Integer> CUT_OVER_HOURS = List.of(0, 1, 24, 168);

	private final ChangeWebhook change;

	WebhookEndpoint(ChangeWebhook change) {
		this.change = change;
	}

	@GetMapping("/developers/webhooks")
	String page(Model model) {
		return show(model);
	}

	@PostMapping("/developers/webhooks")
	String add(@RequestParam UUID form, @RequestParam(defaultValue = "") String url,
			@RequestParam(defaultValue = "") Set<String> events, Model model, RedirectAttributes flash) {
		model.addAttribute("url", url.strip());
		model.addAttribute("chosen", events);
		Outcome outcome = this.change.add(form, url.strip(), known(events));
		if (outcome.equals(new Outcome.Refused(ChangeWebhook.NO_EVENT))) {
			model.addAttribute("newEventsError", ChangeWebhook.NO_EVENT);
			return show(model);
		}
		return answer(outcome, model, flash);
	}

	@PostMapping("/developers/webhooks/{id}/events")
	String subscribe(@PathVariable UUID id, @RequestParam(defaultValue = "") Set<String> seen,
			@RequestParam(defaultValue = "") Set<String> events, Model model, RedirectAttributes flash) {
		Outcome outcome = this.change.subscribe(id, known(seen), known(events));
		if (outcome instanceof Outcome.Refused(String text)) {
			model.addAttribute("eventsError", text);
			model.addAttribute("eventsOf", id);
			return show(model);
		}
		return answer(outcome, model, flash);
	}

	@PostMapping("/developers/webhooks/{id}/remove")
	String remove(@PathVariable UUID id, Model model, RedirectAttributes flash) {
		return answer(this.change.remove(id), model, flash);
	}

	@PostMapping("/developers/webhooks/{id}/secret")
	String rotate(@PathVariable UUID id, @RequestParam UUID form, @RequestParam(defaultValue = "24") int hours,
			Model model, RedirectAttributes flash) {
		if (!CUT_OVER_HOURS.contains(hours)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		return answer(this.change.rotateSecret(form, id, Duration.ofHours(hours)), model, flash);
	}

	@PostMapping("/developers/webhooks/{id}/test")
	String test(@PathVariable UUID id, @RequestParam UUID form, Model model, RedirectAttributes flash) {
		Optional<String> removed = this.change.removed(id);
		if (removed.isPresent()) {
			return answer(new Outcome.Gone(removed.get()), model, flash);
		}
		Optional<UUID> delivery = this.change.sendTest(form, id);
		flash.addFlashAttribute(delivery.isPresent() ? "notice" : "problem",
				delivery.isPresent() ? "developers.webhook.tested" : "developers.repeated");
		return "redirect:" + delivery.map((sent) -> "/developers/deliveries/" + sent).orElse("/developers/webhooks");
	}

	private static Set<WebhookEvent> known(Set<String> codes) {
		return codes.stream()
			.map((code) -> WebhookEvent.of(code).orElseThrow(() -> new ResponseStatusException(HttpStatus.BAD_REQUEST)))
			.collect(Collectors.toSet());
	}

	private String answer(Outcome outcome, Model model, RedirectAttributes flash) {
		switch (outcome) {
			case Outcome.Unknown _ -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
			case Outcome.Secret secret -> {
				model.addAttribute("secret", secret);
				return "developer/webhook-secret";
			}
			case Outcome.Refused(String text) -> {
				model.addAttribute("urlError", text);
				return show(model);
			}
			case Outcome.Done _ -> flash.addFlashAttribute("notice", "developers.webhook.changed");
			case Outcome.Repeated repeated -> flash.addFlashAttribute("problem", "developers.repeated");
			case Outcome.Gone(String url) -> {
				flash.addFlashAttribute("problem", "developers.webhook.gone");
				flash.addFlashAttribute("problemOf", url);
			}
			case Outcome.Asked _ -> throw new IllegalStateException("No webhook needs a second person");
			case Outcome.Warned _ -> throw new IllegalStateException("No webhook has a warning");
		}
		return "redirect:/developers/webhooks";
	}

	private String show(Model model) {
		model.addAttribute("endpoints", this.change.active());
		model.addAttribute("most", WebhookEndpoints.MAX_ENDPOINTS);
		model.addAttribute("events", WebhookEvent.codes());
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("chosen",
					WebhookEvent.OF_SPECIFICATION.stream().map(WebhookEvent::code).collect(Collectors.toSet()));
		}
		model.addAttribute("now", Instant.now());
		model.addAttribute("hours", CUT_OVER_HOURS);
		model.addAttribute("form", UUID.randomUUID());
		return "developer/webhooks";
	}

}
