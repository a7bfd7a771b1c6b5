package dev.hundi.portal.team;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.onboarding.CaseState;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.CredentialChanges;
import dev.hundi.person.Invitation;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.PortalSessions;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Colleague;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.session.SubmittedForms;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * Acts of an OWNER on the people of its business, and of an ADMIN on the staff. Each
 * needs a fresh second factor. A change of roles ends the person's sessions, and the
 * database withdraws the invitations that the person sent or got. All OWNERs or ADMINs
 * get a letter about invitations and roles (decision 237).
 */
@Component
@PreAuthorize("@rights.confirmed('OWNER', 'ADMIN')")
class ChangeTeam {

	private static final String WITHDRAWN = "INVITATION_WITHDRAWN";

	private static final String REPEATED = "form.repeated";

	private static final String ERASED = "team.erased";

	private final CurrentPerson current;

	private final PortalAddress address;

	private final People people;

	private final Roles roles;

	private final CredentialChanges changes;

	private final Invitations invitations;

	private final PortalSessions sessions;

	private final SubmittedForms forms;

	private final Letters letters;

	private final OnboardingCases cases;

	private final AuditTrail audit;

	ChangeTeam(CurrentPerson current, PortalAddress address, People people, Roles roles, CredentialChanges changes,
			Invitations invitations, PortalSessions sessions, SubmittedForms forms, Letters letters,
			OnboardingCases cases, AuditTrail audit) {
		this.cases = cases;
		this.current = current;
		this.address = address;
		this.people = people;
		this.roles = roles;
		this.changes = changes;
		this.invitations = invitations;
		this.sessions = sessions;
		this.forms = forms;
		this.letters = letters;
		this.audit = audit;
	}

	/** Invites a person by a letter. */
	@Transactional
	public Outcome invite(@Nullable UUID formId, String email, Set<Role> chosen) {
		SignedIn person = this.current.get();
		if (!Person.isEmail(email)) {
			return Outcome.refused("team.email.invalid");
		}
		if (chosen.isEmpty() || chosen.stream().anyMatch((role) -> role.audience() != this.address.audience())) {
			return Outcome.refused("team.roles.missing");
		}
		if (email.equalsIgnoreCase(person.email())) {
			return refused("team.self", "team.self.staff");
		}
		if (isErased(person.businessId())) {
			return Outcome.refused(ERASED);
		}
		if (!this.forms.isFirst(formId, person.personId())) {
			return Outcome.refused(REPEATED);
		}
		if (this.invitations.recentOf(person.businessId()) >= Invitations.MOST) {
			// The form can be sent again.
			TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			return Outcome.refused("team.invitations.full");
		}
		Invitation invitation = send(this.invitations.invite(email, person.businessId(), chosen, person.personId()));
		record("PERSON_INVITED", invitation.invitationId(), Map.of(), Map.of("roles", names(chosen)));
		announce(LetterKind.PERSON_INVITED, email, chosen);
		return Outcome.SENT;
	}

	@Transactional
	public Outcome withdraw(UUID invitationId) {
		UUID businessId = this.current.get().businessId();
		if (this.invitations.withdraw(invitationId, businessId)) {
			record(WITHDRAWN, invitationId, Map.of(), Map.of());
			return Outcome.DONE;
		}
		return this.invitations.ended(invitationId, businessId)
			.map((ended) -> gone(invitationId, ended))
			.orElse(Outcome.UNKNOWN);
	}

	private Outcome gone(UUID invitationId, Invitations.Ended ended) {
		String by = ended.used() ? null
				: this.audit.newest(this.current.get().businessId(), WITHDRAWN, invitationId.toString())
					.map(AuditEvent::personName)
					.orElse(null);
		String text = ended.used() ? "team.invitation.used"
				: (by != null) ? "team.invitation.withdrawn.by" : "team.invitation.withdrawn";
		return new Outcome.Gone(text, ended.email(), by, ended.endedAt());
	}

	/**
	 * Gives a colleague exactly these roles; none removes it from the team.
	 * @param seen the roles that the page has shown; nothing is changed if they are no
	 * longer held, because a role that another administrator took away would come back
	 */
	@Transactional
	public Outcome setRoles(UUID personId, Set<Role> seen, Set<Role> chosen) {
		SignedIn person = this.current.get();
		this.changes.begin(personId);
		Optional<Colleague> colleague = colleague(personId);
		if (colleague.isEmpty()) {
			return Outcome.UNKNOWN;
		}
		Set<Role> held = colleague.get().roles();
		if (personId.equals(person.personId()) && !held.containsAll(chosen)) {
			return refused("team.self", "team.self.staff");
		}
		if (!held.containsAll(chosen) && isErased(person.businessId())) {
			return Outcome.refused(ERASED);
		}
		if (held.equals(chosen)) {
			return Outcome.DONE;
		}
		if (!held.equals(seen)) {
			return Outcome.refused("team.stale");
		}
		// Before the change: who loses the role OWNER or ADMIN by it gets the letter,
		// too.
		announce(LetterKind.ROLES_CHANGED, colleague.get().email(), chosen);
		try {
			for (Role role : Role.of(this.address.audience())) {
				if (chosen.contains(role) && !held.contains(role)) {
					this.roles.grant(personId, person.businessId(), role, person.personId());
				}
				else if (!chosen.contains(role) && held.contains(role)) {
					this.roles.revoke(personId, person.businessId(), role);
				}
			}
		}
		catch (DataIntegrityViolationException ex) {
			TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			return refused("team.last", "team.last.staff");
		}
		this.sessions.endAll(this.address.audience(), personId);
		record("ROLES_CHANGED", personId, Map.of("roles", names(held)), Map.of("roles", names(chosen)));
		this.invitations.endedWithRoles(person.businessId()).forEach(this::recordWithdrawn);
		return Outcome.DONE;
	}

	/** Lets a colleague who lost its credentials set new ones. */
	@Transactional
	public Outcome recover(@Nullable UUID formId, UUID personId) {
		SignedIn person = this.current.get();
		Optional<Colleague> colleague = colleague(personId);
		if (colleague.isEmpty()) {
			return Outcome.UNKNOWN;
		}
		if (personId.equals(person.personId())) {
			return refused("team.self", "team.self.staff");
		}
		if (!this.forms.isFirst(formId, person.personId())) {
			return Outcome.refused(REPEATED);
		}
		try {
			send(this.invitations.recover(this.people.byId(personId).orElseThrow(), person.businessId(),
					person.personId(), null));
			record("RECOVERY_STARTED", personId, Map.of(), Map.of());
			return Outcome.SENT;
		}
		catch (DataIntegrityViolationException ex) {
			TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
			return Outcome.refused("team.recover.other");
		}
	}

	/** Owners lead the people of a business, administrators those of the staff. */
	private Outcome refused(String ofBusiness, String ofStaff) {
		return Outcome.refused((this.address.audience() == Audience.STAFF) ? ofStaff : ofBusiness);
	}

	/**
	 * The link reaches its recipient only, so that no other person takes its place.
	 */
	private Invitation send(String token) {
		Invitation invitation = this.invitations.open(token).orElseThrow();
		this.letters.invite(invitation, token, this.current.get().businessName());
		return invitation;
	}

	/** Also to the acting person, because an attacker may act in its session. */
	private void announce(LetterKind kind, String email, Set<Role> roles) {
		SignedIn person = this.current.get();
		this.letters.write(person.businessId(),
				List.of((this.address.audience() == Audience.STAFF) ? Role.ADMIN : Role.OWNER), kind,
				Objects.requireNonNullElse(person.businessName(), ""), person.email(), email,
				String.join(",", names(roles)));
	}

	/** A business whose draft is erased gets no people, because nothing erases them. */
	private boolean isErased(@Nullable UUID businessId) {
		return businessId != null && this.cases.find(businessId)
			.filter((found) -> found.progress().state() == CaseState.UNSTARTED && found.progress().erasedAt() != null)
			.isPresent();
	}

	private Optional<Colleague> colleague(UUID personId) {
		return this.roles.colleagues(this.current.get().businessId())
			.stream()
			.filter((found) -> found.personId().equals(personId))
			.findFirst();
	}

	/** Acts of the staff on a business are in both chains. */
	private void recordWithdrawn(Invitation invitation) {
		record(WITHDRAWN, invitation.invitationId(), Map.of(), Map.of());
		UUID businessId = invitation.businessId();
		if (businessId != null && this.address.audience() == Audience.STAFF) {
			this.audit.record(businessId, this.current.actor(), WITHDRAWN, invitation.invitationId().toString(),
					Map.of(), Map.of());
		}
	}

	/** By id: the trail is never erased, and the name of a person is. */
	private void record(String act, UUID object, Map<String, ?> before, Map<String, ?> after) {
		this.audit.record(this.current.get().businessId(), this.current.actor(), act, object.toString(), before, after);
	}

	private static List<String> names(Set<Role> roles) {
		return roles.stream().map(Enum::name).sorted().toList();
	}

	/** What became of an act. */
	sealed interface Outcome {

		/** It is done. */
		Outcome DONE = new Done();

		/** There is no such person here. */
		Outcome UNKNOWN = new Unknown();

		/** It is done, and the person gets a letter with a link. */
		Outcome SENT = new Sent();

		static Outcome refused(String text) {
			return new Refused(text);
		}

		/** It is done. */
		record Done() implements Outcome {
		}

		/** There is no such person here. */
		record Unknown() implements Outcome {
		}

		/** It is done, and the person gets a letter with a link. */
		record Sent() implements Outcome {
		}

		/**
		 * The invitation ended before.
		 *
		 * @param text key of how it ended
		 * @param email who was invited
		 * @param by who ended it, if that is known
		 */
		record Gone(String text, String email, @Nullable String by, Instant endedAt) implements Outcome {
		}

		/**
		 * It is not done.
		 *
		 * @param text key of the reason
		 */
		record Refused(String text) implements Outcome {
		}

	}

}
