package dev.hundi.portal.signin;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.person.Person;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** Lets a person with several businesses work in another one. */
@MerchantOnly
@Controller
class SwitchBusiness {

	private final SignIn signIn;

	private final CurrentPerson current;

	private final Sessions sessions;

	SwitchBusiness(SignIn signIn, CurrentPerson current, Sessions sessions) {
		this.signIn = signIn;
		this.current = current;
		this.sessions = sessions;
	}

	@GetMapping("/businesses")
	String page(Model model) {
		model.addAttribute("workplaces", this.signIn.workplaces(this.current.get().personId()));
		return "signin/businesses";
	}

	@PostMapping("/businesses")
	String choose(@RequestParam UUID business, Authentication authentication, HttpServletRequest request,
			HttpServletResponse response) {
		SignedIn person = this.current.get();
		Optional<SignedIn> there = this.signIn.byId(person.personId())
			.flatMap((Person known) -> this.signIn.session(known, business, person.signedInAt()));
		if (there.isEmpty()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		this.sessions.move(Rights.authentication(there.get(), Rights.confirmedAt(authentication)), request, response);
		return "redirect:/";
	}

}
