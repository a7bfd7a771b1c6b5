package dev.hundi.portal.token;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.IssuedToken;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
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

/** The page of the access tokens of the signed-in person. */
@StaffOnly
@Controller
class TokensEndpoint {

	private static final List<Integer> VALID_DAYS = List.of(1, 7, 30, 90);

	private final ChangeTokens change;

	TokensEndpoint(ChangeTokens change) {
		this.change = change;
	}

	@GetMapping("/tokens")
	String page(Model model) {
		return show(model);
	}

	@PostMapping("/tokens")
	String create(@RequestParam(defaultValue = "") String name, @RequestParam(defaultValue = "READ") TokenScope scope,
			@RequestParam(required = false) @Nullable Set<CommandGroup> groups,
			@RequestParam(defaultValue = "30") int validDays, @RequestParam(required = false) @Nullable UUID formId,
			Model model, RedirectAttributes flash) {
		Set<CommandGroup> chosen = (groups != null) ? groups : Set.of();
		if (!VALID_DAYS.contains(validDays)) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		model.addAttribute("name", name);
		model.addAttribute("scope", scope);
		model.addAttribute("chosen", chosen);
		model.addAttribute("validDays", validDays);
		if (!NewToken.isName(name.strip())) {
			model.addAttribute("nameError", "tokens.name.invalid");
			return show(model);
		}
		if (chosen.isEmpty()) {
			model.addAttribute("groupsError", "tokens.groups.missing");
			return show(model);
		}
		Optional<IssuedToken> issued = this.change.create(formId,
				new NewToken(name.strip(), scope, chosen, Duration.ofDays(validDays)));
		if (issued.isEmpty()) {
			flash.addFlashAttribute("problem", "tokens.repeated");
			return "redirect:/tokens";
		}
		// A secret is in this answer only; it is stored in no session.
		model.addAttribute("issued", issued.get());
		return "token/token-secret";
	}

	@PostMapping("/tokens/{id}/revoke")
	String revoke(@PathVariable UUID id, RedirectAttributes flash) {
		if (this.change.revoke(id)) {
			flash.addFlashAttribute("notice", "tokens.revoked");
		}
		else {
			AccessTokens.Revoked gone = this.change.revoked(id)
				.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
			flash.addFlashAttribute("problem", "tokens.gone");
			flash.addFlashAttribute("problemOf", gone.name());
			flash.addFlashAttribute("problemAt", gone.revokedAt());
		}
		return "redirect:/tokens";
	}

	private String show(Model model) {
		model.addAttribute("tokens", this.change.list());
		model.addAttribute("groups", CommandGroup.values());
		model.addAttribute("scopes", TokenScope.values());
		model.addAttribute("days", VALID_DAYS);
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("name", "");
			model.addAttribute("scope", TokenScope.READ);
			model.addAttribute("chosen", EnumSet.noneOf(CommandGroup.class));
			model.addAttribute("validDays", 30);
		}
		return "token/tokens";
	}

}
