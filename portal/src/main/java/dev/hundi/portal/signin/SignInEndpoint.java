package dev.hundi.portal.signin;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.person.Person;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of sign-in and sign-out. */
@Controller
class SignInEndpoint {

	/** How long the second step may take. */
	private static final Duration PENDING = Duration.ofMinutes(5);

	private static final String PERSON = "sign-in-person";

	private static final String OPTIONS = "sign-in-passkey";

	private final SignIn signIn;

	private final Passkeys passkeys;

	private final Sessions sessions;

	private final RecogniseDevice devices;

	SignInEndpoint(SignIn signIn, Passkeys passkeys, Sessions sessions, RecogniseDevice devices) {
		this.signIn = signIn;
		this.passkeys = passkeys;
		this.sessions = sessions;
		this.devices = devices;
	}

	@GetMapping("/sign-in")
	String page(@RequestParam(defaultValue = "/") String to, Model model) {
		model.addAttribute("to", ConfirmEndpoint.local(to));
		return "signin/password";
	}

	@PostMapping("/sign-in")
	String password(@RequestParam(defaultValue = "") String email, @RequestParam(defaultValue = "") String password,
			@RequestParam(defaultValue = "/") String to, HttpServletRequest request, Model model) {
		Optional<SignIn.Known> known = this.signIn.byPassword(email.strip(), password, request.getRemoteAddr());
		if (known.isEmpty()) {
			model.addAttribute("problem", "signin.wrong");
			model.addAttribute("email", email);
			model.addAttribute("to", ConfirmEndpoint.local(to));
			return "signin/password";
		}
		request.getSession()
			.setAttribute(PERSON,
					new Pending(known.get().person().personId(), Instant.now(), to, known.get().credentials()));
		return "redirect:/sign-in/code";
	}

	@GetMapping("/sign-in/code")
	String codePage(HttpServletRequest request, RedirectAttributes next) {
		return pending(request).isPresent() ? "signin/code" : beginAgain(request, next);
	}

	@PostMapping("/sign-in/code")
	String code(@RequestParam(defaultValue = "") String code, HttpServletRequest request, HttpServletResponse response,
			Model model, RedirectAttributes next) {
		Optional<Pending> pending = pending(request);
		Optional<Person> person = pending.map(Pending::personId).flatMap(this.signIn::byId);
		if (person.isEmpty()) {
			return beginAgain(request, next);
		}
		Optional<String> problem = this.signIn.bySecondFactor(person.get(), code, request.getRemoteAddr());
		if (problem.isPresent()) {
			model.addAttribute("problem", problem.get());
			return "signin/code";
		}
		if (!begin(person.get(), pending.get().credentials(), request, response)) {
			model.addAttribute("problem", "signin.norole");
			return "signin/password";
		}
		return "redirect:" + pending.map(Pending::to).map(ConfirmEndpoint::local).orElse("/");
	}

	@PostMapping(path = "/sign-in/passkey/options", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<String> passkeyOptions(HttpServletRequest request) {
		PublicKeyCredentialRequestOptions options = this.passkeys.beginSignIn();
		request.getSession().setAttribute(OPTIONS, options);
		return ResponseEntity.ok(this.passkeys.json(options));
	}

	@PostMapping(path = "/sign-in/passkey", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, String>> passkey(@RequestBody String credential, HttpServletRequest request,
			HttpServletResponse response) {
		Object options = take(request, OPTIONS);
		Optional<SignIn.Known> known = (options instanceof PublicKeyCredentialRequestOptions given)
				? this.signIn.byPasskey(given, credential, request.getRemoteAddr()) : Optional.empty();
		return (known.isPresent() && begin(known.get().person(), known.get().credentials(), request, response))
				? ResponseEntity.ok(Map.of("next", "/"))
				: ResponseEntity.unprocessableContent().body(Map.of("error", "signin.passkey.wrong"));
	}

	@PostMapping("/sign-out")
	String signOut(@Nullable Authentication authentication, HttpServletRequest request) {
		HttpSession session = request.getSession(false);
		String mark = (session != null) ? CurrentPerson.mark(session.getId()) : null;
		if (session != null) {
			session.invalidate();
		}
		if (authentication != null && authentication.getPrincipal() instanceof SignedIn signedIn) {
			this.signIn.byId(signedIn.personId())
				.ifPresent((person) -> this.signIn.signedOut(person, request.getRemoteAddr(), mark));
		}
		return "redirect:/sign-in";
	}

	private boolean begin(Person person, @Nullable String credentials, HttpServletRequest request,
			HttpServletResponse response) {
		Instant now = Instant.now();
		Optional<SignedIn> session = this.signIn.session(person, null, now);
		session.ifPresent((signedIn) -> {
			this.sessions.begin(Rights.authentication(signedIn, now), credentials, request, response);
			this.signIn.record(person, request.getRemoteAddr(), "SIGNED_IN");
			this.devices.signedIn(person, true, request, response);
		});
		return session.isPresent();
	}

	/** The page that was asked for is opened after the next sign-in. */
	private static String beginAgain(HttpServletRequest request, RedirectAttributes next) {
		if (take(request, PERSON) instanceof Pending ended) {
			next.addFlashAttribute("problem", "signin.code.late");
			if (ended.to != null && !ended.to.equals("/")) {
				next.addAttribute("to", ended.to);
			}
		}
		return "redirect:/sign-in";
	}

	private static Optional<Pending> pending(HttpServletRequest request) {
		HttpSession session = request.getSession(false);
		return (session != null && session.getAttribute(PERSON) instanceof Pending pending
				&& pending.since.plus(PENDING).isAfter(Instant.now())) ? Optional.of(pending) : Optional.empty();
	}

	/** Challenges are used once. */
	private static @Nullable Object take(HttpServletRequest request, String name) {
		HttpSession session = request.getSession(false);
		Object value = (session != null) ? session.getAttribute(name) : null;
		if (session != null && value != null) {
			session.removeAttribute(name);
		}
		return value;
	}

	/**
	 * A person whose password was right.
	 *
	 * @param to the page to open after the sign-in; null in sessions of earlier releases
	 * @param credentials fingerprint of before the password was checked; null in sessions
	 * of earlier releases
	 */
	private record Pending(UUID personId, Instant since, @Nullable String to,
			@Nullable String credentials) implements Serializable {
	}

}
