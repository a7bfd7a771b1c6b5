package dev.hundi.portal.person;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.person.Credentials;
import dev.hundi.person.Person;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.credential.Passwords;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.http.HttpSession;

import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the signed-in person: sessions, password, codes and passkeys. */
@Controller
class ProfileEndpoint {

	private static final String REDIRECT = "redirect:/profile";

	private final CurrentPerson current;

	private final ChangeCredentials change;

	private final Credentials credentials;

	private final Passwords passwords;

	private final Passkeys passkeys;

	private final Sessions sessions;

	private final TransactionOperations transactions;

	ProfileEndpoint(CurrentPerson current, ChangeCredentials change, Credentials credentials, Passwords passwords,
			Passkeys passkeys, Sessions sessions, TransactionOperations transactions) {
		this.current = current;
		this.change = change;
		this.credentials = credentials;
		this.passwords = passwords;
		this.passkeys = passkeys;
		this.sessions = sessions;
		this.transactions = transactions;
	}

	@GetMapping("/profile")
	String page(HttpSession session, Model model) {
		return show(session, model);
	}

	@PostMapping("/profile/name")
	String rename(@RequestParam(defaultValue = "") String name, HttpSession session, Model model,
			RedirectAttributes flash) {
		if (!Person.isName(name.strip())) {
			model.addAttribute("nameError", "name.invalid");
			return show(session, model);
		}
		this.change.rename(name.strip());
		return done(flash, "profile.renamed");
	}

	@PostMapping("/profile/password")
	String password(@RequestParam(defaultValue = "") String password, HttpSession session, Model model,
			RedirectAttributes flash) {
		SignedIn person = this.current.get();
		Optional<String> problem = this.passwords.problem(password, List.of(person.email(), person.displayName()));
		if (problem.isPresent()) {
			model.addAttribute("passwordError", problem.get());
			return show(session, model);
		}
		this.change.setPassword(this.passwords.hash(password), session.getId());
		return done(flash, "profile.password.changed");
	}

	@PostMapping("/profile/recovery-codes")
	String recoveryCodes(HttpSession session, Model model) {
		model.addAttribute("codes", this.change.newRecoveryCodes(session.getId()));
		return "signin/recovery-codes";
	}

	@PostMapping("/profile/passkeys/{id}/rename")
	String renamePasskey(@PathVariable String id, @RequestParam(defaultValue = "") String label,
			RedirectAttributes flash) {
		return this.change.renamePasskey(id, label) ? done(flash, "profile.passkey.renamed") : passkeyGone(id, flash);
	}

	@PostMapping("/profile/passkeys/{id}/remove")
	String removePasskey(@PathVariable String id, HttpSession session, RedirectAttributes flash) {
		return this.change.removePasskey(id, session.getId()) ? done(flash, "profile.passkey.removed")
				: passkeyGone(id, flash);
	}

	@PostMapping("/profile/sessions/{mark}/end")
	String endSession(@PathVariable String mark, RedirectAttributes flash) {
		if (this.change.endSession(mark)) {
			return done(flash, "profile.session.ended");
		}
		return gone(flash, "profile.session.gone", "profile.session.gone.at", this.change.endedSession(mark));
	}

	@PostMapping("/profile/sessions/end-others")
	String endOthers(HttpSession session, RedirectAttributes flash) {
		this.change.endOtherSessions(session.getId());
		return done(flash, "profile.sessions.ended");
	}

	private String passkeyGone(String id, RedirectAttributes flash) {
		return gone(flash, "profile.passkey.gone", "profile.passkey.gone.at", this.change.removedPasskey(id));
	}

	private String show(HttpSession session, Model model) {
		SignedIn person = this.current.get();
		UUID id = person.personId();
		model.addAttribute("sessions", this.sessions.of(person, session.getId()));
		model.addAttribute("passkeys", this.passkeys.of(id));
		model.addAttribute("maxPasskeys", Passkeys.PER_PERSON);
		model.addAttribute("unusedCodes",
				this.transactions.execute((status) -> this.credentials.unusedRecoveryCodes(id)));
		return "person/profile";
	}

	private static String done(RedirectAttributes flash, String text) {
		flash.addFlashAttribute("notice", text);
		return REDIRECT;
	}

	/** The person has none with this id any more, as after a click in another tab. */
	private static String gone(RedirectAttributes flash, String text, String textWithTime, Optional<Instant> since) {
		flash.addFlashAttribute("problem", since.isPresent() ? textWithTime : text);
		since.ifPresent((at) -> flash.addFlashAttribute("problemAt", at));
		return REDIRECT;
	}

}
