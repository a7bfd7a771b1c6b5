package dev.hundi.portal.audit;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.export.FileFormat;
import dev.hundi.filestore.FileStore;
import dev.hundi.person.Audience;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.web.ExportPlaces;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.util.StreamUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/**
 * The events of a chain, newest first, with filter and export. The staff chooses the
 * chain.
 */
@Controller
class AuditEndpoint {

	private static final int PAGE = 50;

	/** People of the filter beside those who work there now. */
	private static final int MAX_PEOPLE = 500;

	private static final String READS = "@rights.any('OWNER', 'CHECKER', 'ADMIN', 'AUDITOR')";

	private final CurrentPerson current;

	private final AuditTrail trail;

	private final Roles roles;

	private final SearchBusinesses businesses;

	private final PortalAddress address;

	private final NamedObjects objects;

	private final ExportAudit export;

	private final ExportPlaces places;

	private final FileStore files;

	AuditEndpoint(CurrentPerson current, AuditTrail trail, Roles roles, SearchBusinesses businesses,
			PortalAddress address, NamedObjects objects, ExportAudit export, ExportPlaces places, FileStore files) {
		this.export = export;
		this.places = places;
		this.files = files;
		this.objects = objects;
		this.current = current;
		this.trail = trail;
		this.roles = roles;
		this.businesses = businesses;
		this.address = address;
	}

	@GetMapping("/audit")
	@Transactional(readOnly = true)
	@PreAuthorize(READS)
	public String page(@RequestParam Map<String, String> fields,
			@RequestParam(defaultValue = "9223372036854775807") long before, Model model) {
		AuditForm form = form(filtering(fields, model));
		BusinessOverview chosen = chosen(form);
		UUID chain = chain(chosen);
		List<AuditEvent> events = this.trail.list(chain, form.filter(), before, PAGE + 1);
		model.addAttribute("chosen", chosen);
		boolean more = events.size() > PAGE;
		model.addAttribute("events", more ? events.subList(0, PAGE) : events);
		model.addAttribute("names", this.objects.names(chain, events));
		model.addAttribute("next", more ? events.get(PAGE - 1).sequence() : null);
		model.addAttribute("acts", this.trail.acts(chain));
		model.addAttribute("people", people(chain));
		model.addAttribute("form", form);
		return "audit/audit";
	}

	/** Sends outside the transaction: a slow reader would hold a connection. */
	@GetMapping("/audit/export.csv")
	@PreAuthorize(READS)
	public void export(@RequestParam Map<String, String> fields, HttpServletResponse response) throws IOException {
		AuditForm form = form(fields);
		UUID chain = chain(chosen(form));
		SignedIn person = this.current.get();
		try (ExportPlaces.Place place = this.places
			.take(Objects.requireNonNullElse(person.businessId(), person.personId()))
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE));
				FileChannel file = this.files.temporary()) {
			this.export.record(chain, form);
			this.export.write(chain, form, StreamUtils.nonClosing(Channels.newOutputStream(file)));
			place.written();
			response.setContentType(FileFormat.CSV.mediaType());
			response.setContentLengthLong(file.size());
			response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"audit-trail.csv\"");
			Channels.newInputStream(file.position(0)).transferTo(response.getOutputStream());
		}
	}

	/** The fields without days that cannot filter, which the page names. */
	private static Map<String, String> filtering(Map<String, String> fields, Model model) {
		model.addAttribute("from", fields.getOrDefault("from", ""));
		model.addAttribute("to", fields.getOrDefault("to", ""));
		if (AuditForm.areDays(fields)) {
			return fields;
		}
		model.addAttribute("daysProblem", "wallet.days.invalid");
		Map<String, String> others = new HashMap<>(fields);
		others.keySet().removeAll(List.of("from", "to"));
		return others;
	}

	private static AuditForm form(Map<String, String> fields) {
		try {
			return AuditForm.of(fields);
		}
		catch (IllegalArgumentException ex) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, null, ex);
		}
	}

	/** The business that the staff chose; merchants read the chain of their session. */
	private @Nullable BusinessOverview chosen(AuditForm form) {
		if (this.address.audience() != Audience.STAFF || form.business() == null) {
			return null;
		}
		return this.businesses.byId(form.business())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	private @Nullable UUID chain(@Nullable BusinessOverview chosen) {
		return (chosen != null) ? chosen.businessId() : this.current.get().businessId();
	}

	/**
	 * Who works there now, and who acted in the chain. In the chain of a business, acts
	 * of the staff have names for the staff only.
	 */
	private Map<String, String> people(@Nullable UUID business) {
		Map<String, String> people = new HashMap<>();
		List<UUID> acted = this.trail.people(business, MAX_PEOPLE);
		people.putAll(this.objects.ofPeople(acted));
		this.roles.colleagues(business)
			.forEach((colleague) -> people.put(colleague.personId().toString(), colleague.name()));
		if (this.address.audience() == Audience.STAFF && business != null) {
			this.roles.colleagues(null)
				.forEach((colleague) -> people.put(colleague.personId().toString(), colleague.name()));
		}
		Map<String, String> sorted = new LinkedHashMap<>();
		people.entrySet()
			.stream()
			.sorted(Map.Entry.comparingByValue(String.CASE_INSENSITIVE_ORDER))
			.forEach((person) -> sorted.put(person.getKey(), person.getValue()));
		return sorted;
	}

}
