package dev.hundi.portal.review;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.business.BusinessOverview;
import dev.hundi.business.SearchBusinesses;
import dev.hundi.export.Column;
import dev.hundi.export.Fact;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Principal;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.context.MessageSource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/** A case as PDF, for the file of the business. The export is recorded. */
@StaffOnly
@Controller
class CasePdf {

	private final OnboardingCases cases;

	private final ReviewOnboarding review;

	private final SearchBusinesses businesses;

	private final Roles roles;

	private final AuditTrail audit;

	private final CurrentPerson current;

	private final MessageSource texts;

	CasePdf(OnboardingCases cases, ReviewOnboarding review, SearchBusinesses businesses, Roles roles, AuditTrail audit,
			CurrentPerson current, MessageSource texts) {
		this.cases = cases;
		this.review = review;
		this.businesses = businesses;
		this.roles = roles;
		this.audit = audit;
		this.current = current;
		this.texts = texts;
	}

	@GetMapping("/review/{id}/case.pdf")
	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER', 'KYC_APPROVER')")
	public ResponseEntity<byte[]> file(@PathVariable UUID id) {
		OnboardingCase present = this.cases.find(id).orElseThrow(CasePdf::notFound);
		BusinessOverview business = this.businesses.byId(id).orElseThrow(CasePdf::notFound);
		this.audit.record(id, this.current.actor(), "ONBOARDING_EXPORTED", business.businessCode(), Map.of(), Map.of());
		return ResponseEntity.ok()
			.contentType(MediaType.APPLICATION_PDF)
			.cacheControl(CacheControl.noStore())
			.header(HttpHeaders.CONTENT_DISPOSITION,
					"attachment; filename=\"case-" + business.businessCode() + ".pdf\"")
			.body(write(present, business));
	}

	private byte[] write(OnboardingCase present, BusinessOverview business) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		List<Column<Line>> columns = List.of(new Column.Text<>(text("review.pdf.what"), Line::what),
				new Column.Text<>(text("review.pdf.given"), Line::given),
				new Column.Text<>(text("review.pdf.state"), Line::state),
				new Column.Moment<>(text("review.pdf.changed"), Line::changedAt));
		try (Table<Line> table = Table.start(FileFormat.PDF,
				new ReportHeader(text("review.pdf.title"), facts(present, business)), columns, out)) {
			present.entries().forEach((entry) -> table.add(line(present, entry)));
			for (Principal principal : present.principals()) {
				table.add(new Line(text("review.principal"), String.join(", ", principal.name(),
						principal.designation(), principal.pan(), principal.aadhaar()), "", null));
			}
			this.review.notes(business.businessId())
				.forEach((note) -> table
					.add(new Line(text("review.note"), note.authorName() + ": " + note.text(), "", note.createdAt())));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return out.toByteArray();
	}

	private List<Fact> facts(OnboardingCase present, BusinessOverview business) {
		List<Fact> facts = new ArrayList<>(List.of(new Fact.Text(text("merchants.name"), business.name()),
				new Fact.Text(text("merchants.code"), business.businessCode()),
				new Fact.Text(text("review.state"), text("review.state." + present.progress().state()))));
		Instant submittedAt = present.progress().submittedAt();
		if (submittedAt != null) {
			facts.add(new Fact.Moment(text("review.submitted"), submittedAt));
		}
		Instant closedAt = present.progress().closedAt();
		if (closedAt != null) {
			facts.add(new Fact.Moment(text("review.closed"), closedAt));
		}
		this.review.reviewers(business.businessId()).ifPresent((found) -> {
			name(found.reviewerId()).ifPresent((name) -> facts.add(new Fact.Text(text("review.reviewer"), name)));
			name(found.approverId()).ifPresent((name) -> facts.add(new Fact.Text(text("review.approver"), name)));
		});
		return facts;
	}

	private Optional<String> name(@Nullable UUID personId) {
		return this.roles.colleagues(null)
			.stream()
			.filter((colleague) -> colleague.personId().equals(personId))
			.map(Roles.Colleague::name)
			.findFirst();
	}

	private Line line(OnboardingCase present, RequirementEntry entry) {
		Requirement requirement = entry.requirement();
		String given = requirement.isDocument()
				? String.join(", ",
						present.documents(requirement).stream().map((found) -> found.file().name()).toList())
				: Objects.requireNonNullElse(entry.value(), "");
		RequirementEntry.Refusal refusal = entry.refusal();
		String state = text("review.entry." + entry.state());
		if (refusal != null) {
			String words = refusal.text();
			state += ": " + text("review.reason." + refusal.reason()) + ((words != null) ? " " + words : "");
		}
		return new Line(text("review.requirement." + requirement), given, state, entry.changedAt());
	}

	private String text(String key) {
		return this.texts.getMessage(key, null, Locale.ENGLISH);
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

	private record Line(String what, String given, String state, @Nullable Instant changedAt) {
	}

}
