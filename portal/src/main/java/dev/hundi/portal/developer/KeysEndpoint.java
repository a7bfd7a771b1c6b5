package dev.hundi.portal.developer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.business.KeyScope;
import dev.hundi.portal.session.MerchantOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the API keys. */
@MerchantOnly
@Controller
class KeysEndpoint {

	private static final List<Integer> OVERLAP_HOURS = List.of(1, 24, 168);

	private final ChangeKeys change;

	private final DeveloperSettings settings;

	KeysEndpoint(ChangeKeys change, DeveloperSettings settings) {
		this.change = change;
		this.settings = settings;
	}

	@GetMapping("/developers")
	String page(Model model) {
		return show(model);
	}

	@PostMapping("/developers/keys")
	String create(@RequestParam UUID form, @RequestParam(required = false) @Nullable Set<KeyScope> scopes,
			@RequestParam(defaultValue = "false") boolean onlyVersion2,
			@RequestParam(required = false) @Nullable Integer validDays, Model model, RedirectAttributes flash) {
		Set<KeyScope> chosen = (scopes != null) ? scopes : Set.of();
		if (validDays != null && !KeyChoice.VALID_DAYS.contains(validDays)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		model.addAttribute("onlyVersion2", onlyVersion2);
		model.addAttribute("validDays", validDays);
		model.addAttribute("chosen", chosen);
		if (chosen.isEmpty()) {
			model.addAttribute("scopesError", "developers.keys.scopes.missing");
			return show(model);
		}
		return answer(this.change.create(form, KeyChoice.of(chosen, onlyVersion2, validDays)), model, flash);
	}

	@PostMapping("/developers/keys/{key}/rotate")
	String rotate(@PathVariable String key, @RequestParam UUID form, @RequestParam(defaultValue = "24") int hours,
			Model model, RedirectAttributes flash) {
		if (!OVERLAP_HOURS.contains(hours)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		return answer(this.change.rotate(form, key, Duration.ofHours(hours)), model, flash);
	}

	@PostMapping("/developers/keys/{key}/revoke")
	String revoke(@PathVariable String key, Model model, RedirectAttributes flash) {
		return answer(this.change.revoke(key), model, flash);
	}

	@PostMapping("/developers/requests/{id}/create")
	String createApproved(@PathVariable UUID id, @RequestParam UUID form, Model model, RedirectAttributes flash) {
		return answer(this.change.createApproved(form, id), model, flash);
	}

	/** A secret is in this answer only; it is stored in no session. */
	private String answer(Outcome outcome, Model model, RedirectAttributes flash) {
		switch (outcome) {
			case Outcome.Secret secret -> {
				model.addAttribute("secret", secret);
				return "developer/key-secret";
			}
			case Outcome.Asked() -> flash.addFlashAttribute("notice", "developers.requests.asked");
			case Outcome.Done() -> flash.addFlashAttribute("notice", "developers.keys.revoked");
			case Outcome.Repeated() -> flash.addFlashAttribute("problem", "developers.repeated");
			case Outcome.Refused(String text) -> {
				model.addAttribute("problem", text);
				return show(model);
			}
			case Outcome.Gone(String key) -> {
				flash.addFlashAttribute("problem", "developers.keys.gone");
				flash.addFlashAttribute("problemOf", key);
			}
			case Outcome.Unknown() -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
			case Outcome.Warned warned -> throw new IllegalStateException("Keys know no warning: " + warned);
		}
		return "redirect:/developers";
	}

	private String show(Model model) {
		model.addAttribute("keys", this.change.list());
		model.addAttribute("first", this.change.isFirst());
		model.addAttribute("now", Instant.now());
		model.addAttribute("scopes", KeyScope.values());
		model.addAttribute("days", KeyChoice.VALID_DAYS);
		model.addAttribute("overlaps", OVERLAP_HOURS);
		model.addAttribute("referenceUrl", this.settings.referenceUrl());
		model.addAttribute("form", UUID.randomUUID());
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("chosen", Set.of(KeyScope.values()));
			model.addAttribute("onlyVersion2", true);
		}
		return "developer/keys";
	}

}
