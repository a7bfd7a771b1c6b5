package dev.hundi.onboarding;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.form.FieldEdit;
import dev.hundi.onboarding.FillResult.Done;
import dev.hundi.onboarding.FillResult.Locked;
import dev.hundi.onboarding.FillResult.Problems;
import dev.hundi.onboarding.FillResult.Submitted;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.verification.RequestVerification;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * What a business does with its case: it gives fields and documents, and submits. The
 * database refuses changes of what is locked, and a submission that lacks something.
 */
@Component
public class FillOnboarding {

	/** Documents of one requirement. */
	public static final int MAX_DOCUMENTS = 5;

	/** Directors, owners and authorised persons of a business. */
	public static final int MAX_PRINCIPALS = 20;

	private final JdbcClient jdbc;

	private final OnboardingCases cases;

	private final DocumentRows documents;

	private final RequestVerification verify;

	private final AuditTrail audit;

	FillOnboarding(JdbcClient jdbc, OnboardingCases cases, DocumentRows documents, RequestVerification verify,
			AuditTrail audit) {
		this.verify = verify;
		this.jdbc = jdbc;
		this.cases = cases;
		this.documents = documents;
		this.audit = audit;
	}

	/** Stores values that come from no page, so that all of them are meant. */
	@Transactional
	public FillResult give(UUID businessId, Map<Requirement, String> texts, Actor actor) {
		return give(businessId, texts, Map.of(), actor);
	}

	/**
	 * Stores the values that are right, the business type first; an empty value takes a
	 * field back. Values of locked fields are ignored.
	 * <p>
	 * A page sends all of its fields and may be older than a change by another person. So
	 * a field that still has the text that the page showed keeps what is stored, and a
	 * text never replaces a value that the page did not show.
	 * @param texts as the business typed them
	 * @param seen what the page showed; a text without it is stored whatever was there
	 * @return {@link Done}, {@link Locked}, or {@link Problems} of the values that were
	 * not stored
	 */
	@Transactional
	public FillResult give(UUID businessId, Map<Requirement, String> texts, Map<Requirement, String> seen,
			Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		if (present == null || !isAnyOpen(texts.keySet(), present)) {
			return new Locked();
		}
		Map<Requirement, String> wanted = new EnumMap<>(Requirement.class);
		Map<Requirement, FieldProblem> problems = new EnumMap<>(Requirement.class);
		for (var text : texts.entrySet()) {
			Requirement field = text.getKey();
			FieldEdit edit = edit(field, text.getValue(), seen, present);
			if (present.isOpen(field) && edit.isConflict()) {
				problems.put(field, FieldProblem.CHANGED_MEANWHILE);
			}
			else if (edit.isChanged()) {
				wanted.put(field, text.getValue());
			}
		}
		List<String> changed = new ArrayList<>();
		for (var text : wanted.entrySet()) {
			Requirement field = text.getKey();
			String value = FieldRules.normalized(field, text.getValue());
			if (!present.isOpen(field) || value.equals(orEmpty(present.value(field)))) {
				continue;
			}
			Optional<FieldProblem> problem = value.isEmpty() ? Optional.empty() : check(field, value, wanted, present);
			if (problem.isPresent()) {
				problems.put(field, problem.get());
			}
			else {
				store(businessId, field, value);
				changed.add(field.name());
				if (field == Requirement.BUSINESS_TYPE) {
					present = this.cases.lock(businessId).orElseThrow();
				}
			}
		}
		if (!changed.isEmpty()) {
			this.audit.record(businessId, actor, "ONBOARDING_FIELDS_GIVEN", null, Map.of(), Map.of("fields", changed));
		}
		return problems.isEmpty() ? new Done() : new Problems(problems);
	}

	/**
	 * Submits the case to the staff, and requests the verification of the settlement
	 * account. All values are checked again, because one may contradict another that was
	 * given later.
	 * @return {@link Submitted}, {@link Locked} if it is submitted already, or
	 * {@link Problems}
	 */
	@Transactional
	public FillResult submit(UUID businessId, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		if (present == null || !present.progress().merchantCanAct()) {
			return new Locked();
		}
		Map<Requirement, FieldProblem> problems = problems(present);
		if (!problems.isEmpty()) {
			return new Problems(problems);
		}
		this.jdbc
			.sql("""
					UPDATE onboarding_case
					   SET state = 'IN_REVIEW', with_merchant = false, submitted_at = clock_timestamp(), submissions = submissions + 1
					 WHERE business_id = :business
					""")
			.param("business", businessId)
			.update();
		this.verify.ofSettlementAccount(businessId, Objects.requireNonNull(present.value(Requirement.ACCOUNT_HOLDER)),
				Objects.requireNonNull(present.value(Requirement.ACCOUNT_NUMBER)),
				Objects.requireNonNull(present.value(Requirement.IFSC)), "ONBOARDING");
		this.audit.record(businessId, actor, "ONBOARDING_SUBMITTED", null, Map.of(),
				Map.of("submission", present.progress().submissions() + 1));
		return new Submitted();
	}

	/** What hinders the submission of a case, by requirement. */
	public static Map<Requirement, FieldProblem> problems(OnboardingCase present) {
		Map<Requirement, FieldProblem> problems = new EnumMap<>(Requirement.class);
		present.gaps().forEach((entry) -> problems.put(entry.requirement(), FieldProblem.EMPTY));
		for (RequirementEntry entry : present.entries()) {
			String value = entry.value();
			if (value != null && !problems.containsKey(entry.requirement())) {
				FieldRules.check(entry.requirement(), value, present.businessType(), present.value(Requirement.PAN))
					.ifPresent((problem) -> problems.put(entry.requirement(), problem));
			}
		}
		return problems;
	}

	/**
	 * Adds a principal, whose documents follow. A second time with the same data changes
	 * nothing.
	 * @return {@link Done}, {@link Locked}, {@link FillResult.Different}, or
	 * {@link FillResult.TooMany}
	 */
	@Transactional
	public FillResult addPrincipal(UUID businessId, Principal principal, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		if (present == null || !present.isOpen(Requirement.PRINCIPALS_IDENTITY)) {
			return new Locked();
		}
		Optional<Principal> there = present.principals()
			.stream()
			.filter((other) -> other.pan().equals(principal.pan()))
			.findFirst();
		if (there.isPresent()) {
			return there.get().isSame(principal) ? new Done() : new FillResult.Different();
		}
		if (present.principals().size() >= MAX_PRINCIPALS) {
			return new FillResult.TooMany();
		}
		this.jdbc.sql("""
				INSERT INTO onboarding_principal (principal_id, business_id, principal_name, designation, pan, aadhaar)
				VALUES (:id, :business, :name, :designation, :pan, :aadhaar)
				""")
			.param("id", principal.principalId())
			.param("business", businessId)
			.param("name", principal.name())
			.param("designation", principal.designation())
			.param("pan", principal.pan())
			.param("aadhaar", principal.aadhaar())
			.update();
		settle(businessId, Requirement.PRINCIPALS_IDENTITY);
		this.audit.record(businessId, actor, "ONBOARDING_PRINCIPAL_ADDED", principal.principalId().toString(), Map.of(),
				Map.of());
		return new Done();
	}

	/**
	 * Removes a principal with its documents.
	 * @return {@link FillResult.Removed}, {@link Locked}, or {@link FillResult.Unknown}
	 */
	@Transactional
	public FillResult removePrincipal(UUID businessId, UUID principalId, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		if (present == null
				|| present.principals().stream().noneMatch((one) -> one.principalId().equals(principalId))) {
			return new FillResult.Unknown();
		}
		if (!present.isOpen(Requirement.PRINCIPALS_IDENTITY)) {
			return new Locked();
		}
		List<OnboardingDocument> documents = present.documents()
			.stream()
			.filter((document) -> principalId.equals(document.place().principalId()))
			.toList();
		List<OnboardingDocument> erased = documents.stream().filter((document) -> remove(present, document)).toList();
		this.jdbc.sql("UPDATE onboarding_principal SET removed_at = clock_timestamp() WHERE principal_id = :id")
			.param("id", principalId)
			.update();
		settle(businessId, Requirement.PRINCIPALS_IDENTITY);
		this.audit.record(businessId, actor, "ONBOARDING_PRINCIPAL_REMOVED", principalId.toString(), Map.of(),
				Map.of());
		return new FillResult.Removed(erased);
	}

	/**
	 * Adds a document. It replaces refused ones, and the present one of a principal's
	 * part. A second upload of the same content changes nothing.
	 * @return {@link FillResult.Removed} with the documents whose files can be deleted,
	 * {@link FillResult.Duplicate}, {@link Locked}, {@link FillResult.Unknown} or
	 * {@link FillResult.TooMany}; the new document is stored after the first only
	 */
	@Transactional
	public FillResult addDocument(UUID businessId, NewDocument document, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		Place place = document.place();
		if (present == null || !present.isOpen(place.requirement())) {
			return new Locked();
		}
		UUID principalId = place.principalId();
		if (principalId != null
				&& present.principals().stream().noneMatch((one) -> one.principalId().equals(principalId))) {
			return new FillResult.Unknown();
		}
		if (this.documents.hasContent(businessId, place, document.sha256())) {
			return new FillResult.Duplicate();
		}
		List<OnboardingDocument> there = present.documents()
			.stream()
			.filter((one) -> one.place().equals(place))
			.toList();
		boolean replaces = principalId != null || present.entry(place.requirement())
			.filter((entry) -> entry.state() == RequirementState.REFUSED)
			.isPresent();
		if (!replaces && there.size() >= MAX_DOCUMENTS) {
			return new FillResult.TooMany();
		}
		List<OnboardingDocument> erased = replaces ? there.stream().filter((one) -> remove(present, one)).toList()
				: List.of();
		this.documents.insert(businessId, document, actor.personId());
		settle(businessId, place.requirement());
		this.audit.record(businessId, actor, "ONBOARDING_DOCUMENT_ADDED", document.documentId().toString(), Map.of(),
				Map.of("requirement", place.requirement().name(), "scan", document.scanState().name()));
		return new FillResult.Removed(erased);
	}

	/**
	 * Removes a document.
	 * @return {@link FillResult.Removed} with the documents whose files can be deleted,
	 * {@link Locked} or {@link FillResult.Unknown}
	 */
	@Transactional
	public FillResult removeDocument(UUID businessId, UUID documentId, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		OnboardingDocument document = (present == null) ? null
				: present.documents()
					.stream()
					.filter((one) -> one.documentId().equals(documentId))
					.findFirst()
					.orElse(null);
		if (present == null || document == null) {
			return new FillResult.Unknown();
		}
		Requirement requirement = document.place().requirement();
		if (!present.isOpen(requirement)) {
			return new Locked();
		}
		boolean erased = remove(present, document);
		settle(businessId, requirement);
		this.audit.record(businessId, actor, "ONBOARDING_DOCUMENT_REMOVED", documentId.toString(),
				Map.of("requirement", requirement.name()), Map.of());
		return new FillResult.Removed(erased ? List.of(document) : List.of());
	}

	/** Whether the content goes too: what was submitted before is kept. */
	private boolean remove(OnboardingCase present, OnboardingDocument document) {
		var submittedAt = present.progress().submittedAt();
		boolean erased = submittedAt == null || document.createdAt().isAfter(submittedAt);
		this.documents.remove(document.documentId(), erased);
		return erased;
	}

	/** Sets the state of a document requirement to what its documents make it. */
	private void settle(UUID businessId, Requirement requirement) {
		OnboardingCase present = this.cases.find(businessId).orElseThrow();
		this.jdbc.sql("""
				UPDATE onboarding_requirement
				   SET state = CASE WHEN :complete THEN 'GIVEN' WHEN state = 'REFUSED' THEN 'REFUSED' ELSE 'MISSING' END
				 WHERE business_id = :business AND requirement = :requirement
				""")
			.param("complete", isComplete(present, requirement))
			.param("business", businessId)
			.param("requirement", requirement.name())
			.update();
	}

	private static boolean isComplete(OnboardingCase present, Requirement requirement) {
		if (requirement != Requirement.PRINCIPALS_IDENTITY) {
			return present.documents(requirement).stream().anyMatch((one) -> one.scanState().counts());
		}
		return !present.principals().isEmpty() && present.principals()
			.stream()
			.allMatch((one) -> present.document(one.principalId(), PrincipalPart.PAN).isPresent()
					&& present.document(one.principalId(), PrincipalPart.AADHAAR).isPresent());
	}

	private void store(UUID businessId, Requirement field, String value) {
		this.jdbc.sql("""
				UPDATE onboarding_requirement SET value = :value, state = :state
				 WHERE business_id = :business AND requirement = :requirement
				""")
			.param("value", value.isEmpty() ? null : value)
			.param("state", (value.isEmpty() ? RequirementState.MISSING : RequirementState.GIVEN).name())
			.param("business", businessId)
			.param("requirement", field.name())
			.update();
		if (field == Requirement.BUSINESS_TYPE && !value.isEmpty()) {
			this.cases.add(businessId, BusinessType.valueOf(value));
		}
	}

	private static FieldEdit edit(Requirement field, String text, Map<Requirement, String> seen,
			OnboardingCase present) {
		String shown = seen.get(field);
		return new FieldEdit((shown != null) ? FieldRules.normalized(field, shown) : null,
				FieldRules.normalized(field, text), FieldRules.normalized(field, orEmpty(present.value(field))));
	}

	private static boolean isAnyOpen(Set<Requirement> fields, OnboardingCase present) {
		return fields.stream().anyMatch(present::isOpen);
	}

	/** Checks a value against the others of the same form, or else the stored ones. */
	private static Optional<FieldProblem> check(Requirement field, String value, Map<Requirement, String> texts,
			OnboardingCase present) {
		String type = together(Requirement.BUSINESS_TYPE, texts, present);
		String pan = together(Requirement.PAN, texts, present);
		boolean isType = FieldRules.check(Requirement.BUSINESS_TYPE, type, null, null).isEmpty();
		boolean isPan = FieldRules.check(Requirement.PAN, pan, null, null).isEmpty();
		return FieldRules.check(field, value, isType ? BusinessType.valueOf(type) : null, isPan ? pan : null);
	}

	private static String together(Requirement field, Map<Requirement, String> texts, OnboardingCase present) {
		String text = texts.get(field);
		return (text != null && present.isOpen(field)) ? FieldRules.normalized(field, text)
				: orEmpty(present.value(field));
	}

	private static String orEmpty(@Nullable String text) {
		return (text != null) ? text : "";
	}

}
