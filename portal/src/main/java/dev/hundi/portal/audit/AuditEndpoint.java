package dev.hundi.portal.audit;

import java.util.List;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The events of a chain, newest first, with filter. */
@Controller
class AuditEndpoint {

	private static final int PAGE = 50;

	private final CurrentPerson current;

	private final AuditTrail trail;

	private final Roles roles;

	AuditEndpoint(CurrentPerson current, AuditTrail trail, Roles roles) {
		this.current = current;
		this.trail = trail;
		this.roles = roles;
	}

	@GetMapping("/audit")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'CHECKER', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(defaultValue = "") String act,
			@RequestParam(required = false) @Nullable UUID person,
			@RequestParam(defaultValue = "9223372036854775807") long before, Model model) {
		UUID business = this.current.get().businessId();
		List<AuditEvent> events = this.trail.list(business, act.isBlank() ? null : act, person, before, PAGE + 1);
		boolean more = events.size() > PAGE;
		model.addAttribute("events", more ? events.subList(0, PAGE) : events);
		model.addAttribute("next", more ? events.get(PAGE - 1).sequence() : null);
		model.addAttribute("acts", this.trail.acts(business));
		model.addAttribute("people", this.roles.colleagues(business));
		model.addAttribute("act", act);
		model.addAttribute("person", person);
		return "audit/audit";
	}

}
