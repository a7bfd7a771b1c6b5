package dev.hundi.portal.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.person.Audience;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** The events of a chain, newest first, with filter. The staff chooses the chain. */
@Controller
class AuditEndpoint {

	private static final int PAGE = 50;

	private final CurrentPerson current;

	private final AuditTrail trail;

	private final Roles roles;

	private final SearchBusinesses businesses;

	private final PortalAddress address;

	private final NamedObjects objects;

	AuditEndpoint(CurrentPerson current, AuditTrail trail, Roles roles, SearchBusinesses businesses,
			PortalAddress address, NamedObjects objects) {
		this.objects = objects;
		this.current = current;
		this.trail = trail;
		this.roles = roles;
		this.businesses = businesses;
		this.address = address;
	}

	/**
	 * Shows a chain.
	 * @param business the business whose chain the staff reads, or null for its own;
	 * ignored for merchants, who read that of their session
	 */
	@GetMapping("/audit")
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'CHECKER', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable UUID business,
			@RequestParam(defaultValue = "") String act, @RequestParam(required = false) @Nullable UUID person,
			@RequestParam(defaultValue = "9223372036854775807") long before, Model model) {
		UUID chain = this.current.get().businessId();
		if (this.address.audience() == Audience.STAFF && business != null) {
			model.addAttribute("chosen", this.businesses.byId(business)
				.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
			chain = business;
		}
		List<AuditEvent> events = this.trail.list(chain, act.isBlank() ? null : act, person, before, PAGE + 1);
		boolean more = events.size() > PAGE;
		model.addAttribute("events", more ? events.subList(0, PAGE) : events);
		model.addAttribute("names", this.objects.names(chain, events));
		model.addAttribute("next", more ? events.get(PAGE - 1).sequence() : null);
		model.addAttribute("acts", this.trail.acts(chain));
		model.addAttribute("people", people(chain));
		model.addAttribute("act", act);
		model.addAttribute("person", person);
		return "audit/audit";
	}

	/** In the chain of a business, acts of the staff have names for the staff only. */
	private List<Roles.Colleague> people(@Nullable UUID business) {
		List<Roles.Colleague> people = new ArrayList<>(this.roles.colleagues(business));
		if (this.address.audience() == Audience.STAFF && business != null) {
			people.addAll(this.roles.colleagues(null));
		}
		return people;
	}

}
