package dev.hundi.portal.person;

import java.util.List;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.Section;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;

/** A person of the staff begins with the first entry of the navigation. */
@StaffOnly
@Controller
class StaffHome {

	@GetMapping("/")
	String home(@ModelAttribute(name = "sections", binding = false) List<Section> sections) {
		return "redirect:" + sections.getFirst().page();
	}

}
