package dev.hundi.portal.signin;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.person.Credentials;
import dev.hundi.person.Invitation;
import dev.hundi.person.Invitations;
import dev.hundi.person.Person;
import dev.hundi.portal.credential.Passwords;
import dev.hundi.portal.credential.Totp;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.Sessions;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * An invitation as its recipient sees it: name and password, then the authenticator app,
 * then the recovery codes. Looking at it changes nothing.
 */
@Controller
class InvitationEndpoint {

	private static final String ENROLMENT = "enrolment";

	private final Invitations invitations;

	private final AcceptInvitation accept;

	private final SignIn signIn;

	private final Credentials credentials;

	private final Passwords passwords;

	private final Totp totp;

	private final Sessions sessions;

	private final PortalAddress address;

	private final RecogniseDevice devices;

	InvitationEndpoint(Invitations invitations, AcceptInvitation accept, SignIn signIn, Credentials credentials,
			Passwords passwords, Totp totp, Sessions sessions, PortalAddress address, RecogniseDevice devices) {
		this.invitations = invitations;
		this.accept = accept;
		this.signIn = signIn;
		this.credentials = credentials;
		this.passwords = passwords;
		this.totp = totp;
		this.sessions = sessions;
		this.address = address;
		this.devices = devices;
	}

	@GetMapping("/invitation/{token}")
	String page(@PathVariable String token, HttpServletResponse response, Model model) {
		return open(token).map((invitation) -> show(invitation, model)).orElseGet(() -> gone(response));
	}

	@PostMapping("/invitation/{token}")
	String begin(@PathVariable String token, @RequestParam(defaultValue = "") String name,
			@RequestParam(defaultValue = "") String password, HttpServletRequest request, HttpServletResponse response,
			Model model) {
		Optional<Invitation> found = open(token);
		if (found.isEmpty()) {
			return gone(response);
		}
		Invitation invitation = found.get();
		Optional<Person> known = this.accept.known(invitation);
		if (known.isPresent() && !invitation.isRecovery()) {
			return join(invitation, known.get(), password, request, response, model);
		}
		String chosen = known.map(Person::name).orElse(name.strip());
		if (!Person.isName(chosen)) {
			model.addAttribute("nameError", "name.invalid");
		}
		this.passwords.problem(password, List.of(invitation.email(), chosen))
			.ifPresent((problem) -> model.addAttribute("passwordError", problem));
		if (model.containsAttribute("nameError") || model.containsAttribute("passwordError")) {
			model.addAttribute("name", name);
			return show(invitation, model);
		}
		UUID personId = known.map(Person::personId).orElseGet(UUID::randomUUID);
		request.getSession()
			.setAttribute(ENROLMENT, new Enrolment(token, personId, chosen, this.passwords.hash(password),
					this.credentials.encrypt(personId, this.totp.newSecret())));
		return "redirect:/invitation/" + token + "/authenticator";
	}

	@GetMapping("/invitation/{token}/authenticator")
	String authenticatorPage(@PathVariable String token, HttpServletRequest request, Model model,
			RedirectAttributes next) {
		Optional<Enrolment> enrolment = enrolment(token, request);
		Optional<Invitation> invitation = open(token);
		if (enrolment.isEmpty() || invitation.isEmpty()) {
			return beginAgain(token, next);
		}
		return showSecret(enrolment.get(), invitation.get(), model);
	}

	@PostMapping("/invitation/{token}/authenticator")
	String finish(@PathVariable String token, @RequestParam(defaultValue = "") String code, HttpServletRequest request,
			HttpServletResponse response, Model model, RedirectAttributes next) {
		Optional<Enrolment> enrolment = enrolment(token, request);
		Optional<Invitation> invitation = open(token);
		if (enrolment.isEmpty() || invitation.isEmpty()) {
			return beginAgain(token, next);
		}
		Enrolment given = enrolment.get();
		OptionalLong step = this.totp.step(this.credentials.decrypt(given.personId(), given.totpCiphertext()), code);
		if (step.isEmpty()) {
			model.addAttribute("problem", "signin.code.wrong");
			return showSecret(given, invitation.get(), model);
		}
		return switch (this.accept.enrol(invitation.get(), given, step.getAsLong(), request.getRemoteAddr())) {
			case Enrolled.Gone _ -> gone(response);
			case Enrolled.AddressTaken _ -> taken(token, given, invitation.get(), model);
			case Enrolled.Done(List<String> codes) -> {
				signIn(given.personId(), invitation.get().businessId(), request, response);
				model.addAttribute("codes", codes);
				yield "signin/recovery-codes";
			}
		};
	}

	/** The session with name and password ends before the link does. */
	private String beginAgain(String token, RedirectAttributes next) {
		if (open(token).isPresent()) {
			next.addFlashAttribute("problem", "invitation.late");
		}
		return "redirect:/invitation/" + token;
	}

	/** A person who became known meanwhile joins with its own credentials. */
	private String taken(String token, Enrolment enrolment, Invitation invitation, Model model) {
		if (this.accept.known(invitation).isPresent()) {
			return "redirect:/invitation/" + token;
		}
		model.addAttribute("problem", "invitation.taken");
		return showSecret(enrolment, invitation, model);
	}

	/** A person of another business proves itself and gets the roles. */
	private String join(Invitation invitation, Person person, String password, HttpServletRequest request,
			HttpServletResponse response, Model model) {
		String code = request.getParameter("code");
		boolean known = this.signIn.byPassword(person.email(), password, request.getRemoteAddr()).isPresent();
		Optional<String> problem = known
				? this.signIn.bySecondFactor(person, (code != null) ? code : "", request.getRemoteAddr())
					.map((key) -> key.equals(SignIn.WRONG_CODE) ? "signin.wrong" : key)
				: Optional.of("signin.wrong");
		if (problem.isPresent()) {
			model.addAttribute("problem", problem.get());
			return show(invitation, model);
		}
		return this.accept.join(invitation, person, request.getRemoteAddr()) ? "redirect:/sign-in?joined"
				: gone(response);
	}

	private void signIn(UUID personId, @Nullable UUID businessId, HttpServletRequest request,
			HttpServletResponse response) {
		Instant now = Instant.now();
		Person person = this.signIn.byId(personId).orElseThrow();
		this.signIn.session(person, businessId, now).ifPresent((session) -> {
			this.sessions.begin(Rights.authentication(session, now), this.signIn.fingerprint(personId), request,
					response);
			this.devices.signedIn(person, false, request, response);
		});
	}

	private String show(Invitation invitation, Model model) {
		model.addAttribute("invitation", invitation);
		model.addAttribute("known", this.accept.known(invitation).isPresent());
		model.addAttribute("businessName", this.accept.businessName(invitation).orElse(""));
		return "signin/invitation";
	}

	private String showSecret(Enrolment enrolment, Invitation invitation, Model model) {
		byte[] secret = this.credentials.decrypt(enrolment.personId(), enrolment.totpCiphertext());
		model.addAttribute("picture", Totp.picture(secret, invitation.email()));
		model.addAttribute("secret", Totp.base32(secret));
		return "signin/authenticator";
	}

	private Optional<Invitation> open(String token) {
		return this.invitations.open(token).filter((found) -> found.audience() == this.address.audience());
	}

	private static String gone(HttpServletResponse response) {
		response.setStatus(HttpServletResponse.SC_GONE);
		return "signin/invitation-gone";
	}

	private static Optional<Enrolment> enrolment(String token, HttpServletRequest request) {
		HttpSession session = request.getSession(false);
		return (session != null && session.getAttribute(ENROLMENT) instanceof Enrolment enrolment
				&& enrolment.token().equals(token)) ? Optional.of(enrolment) : Optional.empty();
	}

}
