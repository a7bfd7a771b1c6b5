package dev.hundi.portal.developer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.MerchantOnly;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the webhook address. */
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
	String register(@RequestParam UUID form, @RequestParam(defaultValue = "") String url, Model model,
			RedirectAttributes flash) {
		model.addAttribute("url", url.strip());
		return answer(this.change.register(form, url.strip()), model, flash);
	}

	@PostMapping("/developers/webhooks/secret")
	String rotate(@RequestParam UUID form, @RequestParam(defaultValue = "24") int hours, Model model,
			RedirectAttributes flash) {
		if (!CUT_OVER_HOURS.contains(hours)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		return answer(this.change.rotateSecret(form, Duration.ofHours(hours)), model, flash);
	}

	@PostMapping("/developers/webhooks/test")
	String test(@RequestParam UUID form, RedirectAttributes flash) {
		Optional<UUID> delivery = this.change.sendTest(form);
		flash.addFlashAttribute(delivery.isPresent() ? "notice" : "problem",
				delivery.isPresent() ? "developers.webhook.tested" : "developers.repeated");
		return "redirect:" + delivery.map((id) -> "/developers/deliveries/" + id).orElse("/developers/webhooks");
	}

	private String answer(Outcome outcome, Model model, RedirectAttributes flash) {
		if (outcome instanceof Outcome.Unknown) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		if (outcome instanceof Outcome.Secret secret) {
			model.addAttribute("secret", secret);
			return "developer/webhook-secret";
		}
		if (outcome instanceof Outcome.Refused(String text)) {
			model.addAttribute("urlError", text);
			return show(model);
		}
		flash.addFlashAttribute("problem", "developers.repeated");
		return "redirect:/developers/webhooks";
	}

	private String show(Model model) {
		model.addAttribute("endpoint", this.change.active().orElse(null));
		model.addAttribute("now", Instant.now());
		model.addAttribute("hours", CUT_OVER_HOURS);
		model.addAttribute("form", UUID.randomUUID());
		return "developer/webhooks";
	}

}
