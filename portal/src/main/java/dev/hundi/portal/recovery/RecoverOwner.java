package dev.hundi.portal.recovery;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.approval.Approval;
import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.Asked;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.audit.AuditTrail;
import dev.hundi.digest.Sha256;
import dev.hundi.letter.Letters;
import dev.hundi.person.Audience;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Workplace;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * One member of the staff asks that a person may set new credentials, another approves:
 * an OWNER, or a person of several businesses that have no OWNER in common, whom the
 * database lets no OWNER recover.
 */
@StaffOnly
@Component
class RecoverOwner {

	static final String KIND = "OWNER_RECOVERY";

	private static final String NOT_COUNTED = "recovery.not-counted";

	private static final Duration VALID = Duration.ofHours(24);

	private final CurrentPerson current;

	private final People people;

	private final Roles roles;

	private final Approvals approvals;

	private final Invitations invitations;

	private final Letters letters;

	private final AuditTrail audit;

	RecoverOwner(CurrentPerson current, People people, Roles roles, Approvals approvals, Invitations invitations,
			Letters letters, AuditTrail audit) {
		this.current = current;
		this.people = people;
		this.roles = roles;
		this.approvals = approvals;
		this.invitations = invitations;
		this.letters = letters;
		this.audit = audit;
	}

	/** Asks for the recovery of a person, unless a request for it is open. */
	@Transactional
	@PreAuthorize("@rights.confirmed('ADMIN', 'ONBOARDING')")
	public Request ask(String email) {
		Person person = this.people.byEmail(Audience.MERCHANT, email)
			.filter((found) -> place(found).isPresent())
			.orElse(null);
		if (person == null) {
			return Request.UNKNOWN;
		}
		String summary = person.personId().toString();
		this.approvals.lock(KIND, summary);
		if (this.approvals.open(null, KIND).stream().anyMatch((open) -> open.summary().equals(summary))) {
			return Request.OPEN;
		}
		this.approvals.ask(new NewApproval(KIND, null, content(person.personId()), summary,
				new Maker.OfPerson(this.current.get().personId()), "Recovery of an OWNER", 1, VALID));
		record("OWNER_RECOVERY_ASKED", person);
		return Request.ASKED;
	}

	/** Approves a recovery; the person gets a letter with a link. */
	@Transactional
	@PreAuthorize("@rights.confirmed('ADMIN', 'ONBOARDING')")
	public ApprovalOutcome approve(UUID approvalId) {
		Approval approval = find(approvalId).orElse(null);
		if (approval == null) {
			return ApprovalOutcome.NOT_COUNTED;
		}
		Person person = person(approval).orElse(null);
		Workplace place = (person != null) ? place(person).orElse(null) : null;
		if (person == null || place == null) {
			return end(approval);
		}
		UUID checker = this.current.get().personId();
		byte[] content = content(person.personId());
		if (!new DecisionResult.Counted(ApprovalState.APPROVED)
			.equals(this.approvals.approve(approvalId, checker, content))
				|| !this.approvals.execute(approvalId, KIND, content)) {
			return ApprovalOutcome.NOT_COUNTED;
		}
		record("OWNER_RECOVERY_AGREED", person);
		String token = this.invitations.recover(person, place.businessId(), checker, approvalId);
		this.letters.invite(this.invitations.open(token).orElseThrow(), token, place.businessName());
		return ApprovalOutcome.SENT;
	}

	/**
	 * Rejects a recovery, such as one that the owner did not ask for.
	 * @param reason 5 to 500 characters
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('ADMIN', 'ONBOARDING')")
	public Optional<String> reject(UUID approvalId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Approval approval = find(approvalId).orElse(null);
		if (approval == null || !(this.approvals.reject(approvalId, this.current.get().personId(),
				approval.contentHash(), reason.strip()) instanceof DecisionResult.Counted)) {
			return Optional.of(NOT_COUNTED);
		}
		record("OWNER_RECOVERY_REFUSED", approval, Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	/**
	 * Takes an own request back.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('ADMIN', 'ONBOARDING')")
	public Optional<String> withdraw(UUID approvalId) {
		Approval approval = find(approvalId).orElse(null);
		if (approval == null || !this.approvals.withdraw(approvalId, this.current.get().personId())) {
			return Optional.of(NOT_COUNTED);
		}
		record("OWNER_RECOVERY_WITHDRAWN", approval, Map.of());
		return Optional.empty();
	}

	private Optional<Approval> find(UUID approvalId) {
		return this.approvals.find(approvalId).filter((found) -> found.kind().equals(KIND));
	}

	/** Closes the request: the person is erased, or can be recovered by an OWNER now. */
	private ApprovalOutcome end(Approval approval) {
		if (!(this.approvals.reject(approval.approvalId(), this.current.get().personId(), approval.contentHash(),
				"The person is erased or can be recovered by an OWNER") instanceof DecisionResult.Counted)) {
			return ApprovalOutcome.NOT_COUNTED;
		}
		this.audit.record(null, this.current.actor(), "OWNER_RECOVERY_ENDED", approval.approvalId().toString(),
				Map.of(), Map.of());
		return ApprovalOutcome.ENDED;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('ADMIN', 'ONBOARDING')")
	public List<Waiting> open() {
		List<Approval> open = this.approvals.open(null, KIND);
		Map<UUID, Asked> asked = this.approvals.asked(open.stream().map(Approval::approvalId).toList());
		return open.stream()
			.map((approval) -> waiting(approval, Objects.requireNonNull(asked.get(approval.approvalId()))))
			.toList();
	}

	private Waiting waiting(Approval approval, Asked asked) {
		Person person = person(approval).orElse(null);
		return new Waiting(approval, asked, (person != null) ? person.email() : null,
				(person != null) ? this.roles.workplaces(person.personId()) : List.of());
	}

	/**
	 * By id, because approvals are kept and people can be erased; empty for an erased
	 * one.
	 */
	private Optional<Person> person(Approval approval) {
		try {
			return this.people.byId(UUID.fromString(approval.summary())).filter((found) -> !found.isErased());
		}
		catch (IllegalArgumentException ex) {
			// Asked for by a copy of the portal that was not upgraded yet.
			return Optional.empty();
		}
	}

	/**
	 * The business for which the staff recovers a person; empty if an OWNER can do it.
	 */
	private Optional<Workplace> place(Person person) {
		List<Workplace> places = this.roles.workplaces(person.personId());
		Optional<Workplace> owned = places.stream().filter((place) -> place.roles().contains(Role.OWNER)).findFirst();
		return (owned.isPresent() || hasOwnerOfAll(places)) ? owned : places.stream().findFirst();
	}

	private boolean hasOwnerOfAll(List<Workplace> places) {
		List<Set<UUID>> owners = places.stream().map((place) -> owners(place.businessId())).toList();
		return owners.stream()
			.flatMap(Set::stream)
			.anyMatch((one) -> owners.stream().allMatch((of) -> of.contains(one)));
	}

	private Set<UUID> owners(UUID businessId) {
		return this.roles.colleagues(businessId)
			.stream()
			.filter((colleague) -> colleague.roles().contains(Role.OWNER))
			.map(Roles.Colleague::personId)
			.collect(Collectors.toSet());
	}

	/**
	 * In the staff's chain and in those of the businesses, because it is an act on their
	 * data.
	 */
	private void record(String act, Person person) {
		record(act, person, Map.of());
	}

	private void record(String act, Person person, Map<String, String> after) {
		String object = person.personId().toString();
		this.audit.record(null, this.current.actor(), act, object, Map.of(), after);
		this.roles.workplaces(person.personId())
			.forEach((place) -> this.audit.record(place.businessId(), this.current.actor(), act, object, Map.of(),
					after));
	}

	/** The person may be erased meanwhile. */
	private void record(String act, Approval approval, Map<String, String> after) {
		person(approval).ifPresentOrElse((person) -> record(act, person, after), () -> this.audit.record(null,
				this.current.actor(), act, approval.approvalId().toString(), Map.of(), after));
	}

	private static byte[] content(UUID personId) {
		return Sha256.digest(KIND + "|" + personId);
	}

	/**
	 * A recovery that waits for a second person.
	 *
	 * @param email of the person; null once it is erased
	 * @param places the businesses of the person; none once it is erased
	 */
	record Waiting(Approval approval, Asked asked, @Nullable String email, List<Workplace> places) {
	}

	/** What became of a request. */
	enum Request {

		/** Another member of the staff decides. */
		ASKED,

		/** An earlier request for the person waits for its decision. */
		OPEN,

		/** No person whom only the staff can recover has the address. */
		UNKNOWN

	}

	/** What became of an approval. */
	enum ApprovalOutcome {

		/** The person gets a letter. */
		SENT,

		/** The checker asked for it, or it is closed. */
		NOT_COUNTED,

		/** The person is erased or can be recovered by an OWNER now; it is closed. */
		ENDED

	}

}
