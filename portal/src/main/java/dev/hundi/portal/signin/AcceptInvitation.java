package dev.hundi.portal.signin;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.CredentialChanges;
import dev.hundi.person.Credentials;
import dev.hundi.person.Invitation;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.PortalSessions;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.DatabaseScope;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/** Turns an invitation into a person, a role or new credentials, once. */
@Component
class AcceptInvitation {

	private final Invitations invitations;

	private final People people;

	private final Roles roles;

	private final Credentials credentials;

	private final CredentialChanges changes;

	private final PortalSessions sessions;

	private final Letters letters;

	private final AuditTrail audit;

	private final JdbcClient jdbc;

	private final TransactionOperations transactions;

	AcceptInvitation(Invitations invitations, People people, Roles roles, Credentials credentials,
			CredentialChanges changes, PortalSessions sessions, Letters letters, AuditTrail audit, JdbcClient jdbc,
			TransactionOperations transactions) {
		this.invitations = invitations;
		this.people = people;
		this.roles = roles;
		this.credentials = credentials;
		this.changes = changes;
		this.sessions = sessions;
		this.letters = letters;
		this.audit = audit;
		this.jdbc = jdbc;
		this.transactions = transactions;
	}

	/** The person that an invitation is for, if it exists. */
	Optional<Person> known(Invitation invitation) {
		UUID personId = invitation.personId();
		return inTransaction(() -> (personId != null) ? this.people.byId(personId)
				: this.people.byEmail(invitation.audience(), invitation.email()));
	}

	/** The name of the inviting business. */
	Optional<String> businessName(Invitation invitation) {
		UUID businessId = invitation.businessId();
		return (businessId == null) ? Optional.empty() : DatabaseScope.as(UUID.randomUUID(), businessId,
				() -> inTransaction(() -> this.jdbc.sql("SELECT business_name FROM business WHERE business_id = :id")
					.param("id", businessId)
					.query(String.class)
					.optional()));
	}

	/**
	 * Creates the person with its credentials and roles, or replaces the credentials of a
	 * person that recovers; then all its sessions end.
	 * @param step time step of the code that proved the authenticator
	 */
	Enrolled enrol(Invitation invitation, Enrolment enrolment, long step, String address) {
		UUID personId = enrolment.personId();
		try {
			return DatabaseScope.as(personId, invitation.businessId(),
					() -> inTransaction(() -> enrol(invitation, enrolment, personId, step, address)));
		}
		catch (DuplicateKeyException ex) {
			// An address belongs to one person of both audiences, and each portal reads
			// its own.
			return new Enrolled.AddressTaken();
		}
	}

	private Enrolled enrol(Invitation invitation, Enrolment enrolment, UUID personId, long step, String address) {
		this.changes.begin(personId);
		if (!this.invitations.use(invitation.invitationId(), personId)) {
			return new Enrolled.Gone();
		}
		if (invitation.isRecovery()) {
			this.credentials.removeAll(personId);
			this.sessions.endAll(invitation.audience(), personId);
		}
		else {
			this.people.add(new Person(personId, invitation.audience(), invitation.email(), enrolment.name()));
			grant(invitation, personId);
		}
		this.credentials.setPassword(personId, enrolment.passwordHash());
		this.credentials.setTotp(personId, enrolment.totpCiphertext(), step);
		if (invitation.isRecovery()) {
			this.letters.write(this.people.byId(personId).orElseThrow(), LetterKind.CREDENTIALS_CHANGED,
					"CREDENTIALS_RECOVERED");
		}
		record(invitation, personId, address, invitation.isRecovery() ? "CREDENTIALS_RECOVERED" : "PERSON_JOINED");
		return new Enrolled.Done(this.credentials.newRecoveryCodes(personId));
	}

	/**
	 * Gives a known person the roles; its sessions end. False if the invitation is used
	 * up.
	 */
	boolean join(Invitation invitation, Person person, String address) {
		return DatabaseScope.as(person.personId(), invitation.businessId(), () -> inTransaction(() -> {
			this.changes.begin(person.personId());
			if (person.personId().equals(invitation.invitedBy())
					|| !this.invitations.use(invitation.invitationId(), person.personId())) {
				return false;
			}
			grant(invitation, person.personId());
			this.sessions.endAll(person.audience(), person.personId());
			record(invitation, person.personId(), address, "PERSON_JOINED");
			return true;
		}));
	}

	private void grant(Invitation invitation, UUID personId) {
		for (Role role : invitation.roles()) {
			this.roles.grant(personId, invitation.businessId(), role, invitation.invitedBy());
		}
	}

	private void record(Invitation invitation, UUID personId, String address, String act) {
		this.audit.record(invitation.businessId(), new Actor(personId, null, address), act,
				invitation.invitationId().toString(), Map.of(),
				Map.of("roles", invitation.roles().stream().map(Enum::name).toList()));
	}

	private <T> T inTransaction(Supplier<T> action) {
		return Objects.requireNonNull(this.transactions.execute((status) -> action.get()));
	}

}
