package dev.hundi.portal.person;

import dev.hundi.portal.session.StaffOnly;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** The staff begins with its profile. */
@StaffOnly
@Controller
class StaffHome {

	@GetMapping("/")
	String home() {
		return "redirect:/profile";
	}

}
