package dev.hundi.portal.signin;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.person.Person;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;

/** Asks for a second factor again before an act. */
@Controller
class ConfirmEndpoint {

	private static final String OPTIONS = "confirm-passkey";

	private final SignIn signIn;

	private final Passkeys passkeys;

	private final CurrentPerson current;

	private final Sessions sessions;

	ConfirmEndpoint(SignIn signIn, Passkeys passkeys, CurrentPerson current, Sessions sessions) {
		this.signIn = signIn;
		this.passkeys = passkeys;
		this.current = current;
		this.sessions = sessions;
	}

	/** Before a page; afterwards the browser goes there. */
	@GetMapping(Confirmation.PAGE)
	String page(@RequestParam(defaultValue = "/") String to, Model model) {
		model.addAttribute("action", Confirmation.PAGE);
		model.addAttribute("fields", List.of(new Field("to", local(to))));
		return "signin/confirm";
	}

	/**
	 * A form that needs a second factor, forwarded here, or the form of the page above
	 * with a code that the filter has accepted.
	 */
	@PostMapping(Confirmation.PAGE)
	String again(@RequestParam(defaultValue = "/") String to, HttpServletRequest request, HttpServletResponse response,
			Model model) {
		Object forwarded = request.getAttribute(RequestDispatcher.FORWARD_REQUEST_URI);
		if (forwarded == null) {
			return "redirect:" + local(to);
		}
		response.setStatus(HttpServletResponse.SC_FORBIDDEN);
		List<Field> fields = new ArrayList<>();
		request.getParameterMap().forEach((name, values) -> {
			if (!name.equals("_csrf") && !name.equals(Confirmation.CODE)) {
				Arrays.stream(values).forEach((value) -> fields.add(new Field(name, value)));
			}
		});
		model.addAttribute("action", local(forwarded.toString()));
		model.addAttribute("act", NamedActs.of(forwarded.toString()).orElse(null));
		model.addAttribute("number", fields.stream().filter((field) -> field.name().equals("approval")).count());
		model.addAttribute("fields", fields);
		model.addAttribute("problem", request.getAttribute(Confirmation.PROBLEM));
		return "signin/confirm";
	}

	@PostMapping(path = Confirmation.PAGE + "/passkey/options", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<String> passkeyOptions(HttpSession session) {
		PublicKeyCredentialRequestOptions options = this.passkeys.beginSignIn();
		session.setAttribute(OPTIONS, options);
		return ResponseEntity.ok(this.passkeys.json(options));
	}

	@PostMapping(path = Confirmation.PAGE + "/passkey", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, String>> passkey(@RequestBody String credential, HttpServletRequest request,
			HttpServletResponse response) {
		SignedIn person = this.current.get();
		HttpSession session = request.getSession();
		Object options = session.getAttribute(OPTIONS);
		session.removeAttribute(OPTIONS);
		Optional<Person> known = this.signIn.byId(person.personId());
		if (known.isEmpty() || !(options instanceof PublicKeyCredentialRequestOptions given)
				|| !this.signIn.confirmsByPasskey(known.get(), given, credential, request.getRemoteAddr())) {
			return ResponseEntity.unprocessableContent().body(Map.of("error", "signin.passkey.wrong"));
		}
		this.sessions.replace(Rights.authentication(person, Instant.now()), request, response);
		return ResponseEntity.ok(Map.of());
	}

	/**
	 * Only pages of this portal, never another host. A query may have what RFC 3986
	 * permits in one.
	 */
	static String local(String path) {
		return path.matches("/(?![/\\\\])[A-Za-z0-9/_.~?=&%+:@,;!$'()*-]*") ? path : "/";
	}

	/** A hidden field. */
	record Field(String name, String value) {

		Field {
			Objects.requireNonNull(value);
		}

	}

}
