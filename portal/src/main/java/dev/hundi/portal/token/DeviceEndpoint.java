package dev.hundi.portal.token;

import java.util.Optional;

import dev.hundi.person.Audience;
import dev.hundi.person.SignInAttempt;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.token.DeviceLogin;
import dev.hundi.token.DeviceLogins;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/**
 * The pages on which a person confirms the login of a program. Wrong codes count as
 * failed confirmations of the person.
 */
@StaffOnly
@Controller
class DeviceEndpoint {

	private final DeviceLogins logins;

	private final ChangeTokens change;

	private final SignInThrottle throttle;

	private final CurrentPerson current;

	DeviceEndpoint(DeviceLogins logins, ChangeTokens change, SignInThrottle throttle, CurrentPerson current) {
		this.logins = logins;
		this.change = change;
		this.throttle = throttle;
		this.current = current;
	}

	@GetMapping("/device")
	String page(@RequestParam(defaultValue = "") String code, HttpServletRequest request, Model model) {
		model.addAttribute("code", code);
		if (!code.isBlank()) {
			find(code, request).ifPresentOrElse((login) -> {
				model.addAttribute("login", login);
				model.addAttribute("shown", DeviceLogin.shown(login.userCode()));
			}, () -> model.addAttribute("problem", "device.unknown"));
		}
		return "token/device";
	}

	@PostMapping("/device/confirm")
	String confirm(@RequestParam(defaultValue = "") String code, HttpServletRequest request, RedirectAttributes flash) {
		return decided(find(code, request).isPresent() && this.change.confirmDevice(code), "device.confirmed", flash);
	}

	@PostMapping("/device/refuse")
	String refuse(@RequestParam(defaultValue = "") String code, HttpServletRequest request, RedirectAttributes flash) {
		return decided(find(code, request).isPresent() && this.change.refuseDevice(code), "device.refused", flash);
	}

	private Optional<DeviceLogin> find(String code, HttpServletRequest request) {
		if (!(this.throttle.beginConfirmation(Audience.STAFF, this.current.get().personId(),
				request.getRemoteAddr()) instanceof SignInAttempt.Permitted permitted)) {
			return Optional.empty();
		}
		Optional<DeviceLogin> login = this.logins.open(code);
		login.ifPresent((found) -> this.throttle.giveBack(permitted));
		return login;
	}

	private static String decided(boolean done, String text, RedirectAttributes flash) {
		flash.addFlashAttribute(done ? "notice" : "problem", done ? text : "device.unknown");
		return "redirect:/tokens";
	}

}
