package dev.hundi.portal.person;

import java.util.Map;
import java.util.OptionalLong;

import dev.hundi.person.Credentials;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.credential.Totp;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.http.HttpSession;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** A new authenticator app or passkey for the signed-in person. */
@Controller
class AuthenticatorEndpoint {

	private static final String SECRET = "new-authenticator";

	private static final String CHALLENGE = "new-passkey";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final CurrentPerson current;

	private final ChangeCredentials change;

	private final Credentials credentials;

	private final Totp totp;

	AuthenticatorEndpoint(CurrentPerson current, ChangeCredentials change, Credentials credentials, Totp totp) {
		this.current = current;
		this.change = change;
		this.credentials = credentials;
		this.totp = totp;
	}

	@GetMapping("/profile/authenticator")
	@PreAuthorize("@rights.confirmed()")
	public String page(HttpSession session, Model model) {
		SignedIn person = this.current.get();
		byte[] secret = this.totp.newSecret();
		session.setAttribute(SECRET, this.credentials.encrypt(person.personId(), secret));
		return show(secret, model);
	}

	@PostMapping("/profile/authenticator")
	@PreAuthorize("@rights.confirmed()")
	public String save(@RequestParam(defaultValue = "") String code, HttpSession session, Model model,
			RedirectAttributes flash) {
		if (!(session.getAttribute(SECRET) instanceof byte[] ciphertext)) {
			return "redirect:/profile/authenticator";
		}
		byte[] secret = this.credentials.decrypt(this.current.get().personId(), ciphertext);
		OptionalLong step = this.totp.step(secret, code);
		if (step.isEmpty()) {
			model.addAttribute("problem", "signin.code.wrong");
			return show(secret, model);
		}
		this.change.setTotp(ciphertext, step.getAsLong(), session.getId());
		session.removeAttribute(SECRET);
		flash.addFlashAttribute("notice", "profile.authenticator.changed");
		return "redirect:/profile";
	}

	@PostMapping(path = "/profile/passkeys/options", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<String> passkeyOptions(HttpSession session) {
		Passkeys.Challenge challenge = this.change.beginPasskey();
		session.setAttribute(CHALLENGE, challenge.challenge());
		return ResponseEntity.ok(challenge.options());
	}

	@PostMapping(path = "/profile/passkeys", produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<Map<String, String>> addPasskey(@RequestBody String body, HttpSession session) {
		Object challenge = session.getAttribute(CHALLENGE);
		session.removeAttribute(CHALLENGE);
		try {
			JsonNode given = json.readTree(body);
			if (challenge instanceof String text && given.hasNonNull("credential")) {
				this.change.addPasskey(text, given.get("credential"), label(given), session.getId());
				return ResponseEntity.ok(Map.of("next", "/profile"));
			}
		}
		catch (Passkeys.InvalidPasskeyException | JacksonException ex) {
			return refused("signin.passkey.wrong");
		}
		catch (DataIntegrityViolationException ex) {
			return refused("profile.passkey.two");
		}
		return refused("signin.passkey.wrong");
	}

	/** As {@code RefuseNulCharacters} does with fields of forms. */
	private static String label(JsonNode given) {
		String label = given.path("label").asString("");
		if (label.indexOf('\0') >= 0) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "label must not contain U+0000");
		}
		return label;
	}

	private static ResponseEntity<Map<String, String>> refused(String text) {
		return ResponseEntity.unprocessableContent().body(Map.of("error", text));
	}

	private String show(byte[] secret, Model model) {
		model.addAttribute("picture", Totp.picture(secret, this.current.get().email()));
		model.addAttribute("secret", Totp.base32(secret));
		return "signin/authenticator";
	}

}
