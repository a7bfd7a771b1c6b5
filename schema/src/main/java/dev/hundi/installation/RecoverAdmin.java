package dev.hundi.installation;

import java.util.Map;
import java.util.Optional;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Audience;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;

import org.springframework.transaction.support.TransactionOperations;

/**
 * Lets an ADMIN set new credentials whom no other ADMIN can help: the only one, or one of
 * several who have all lost theirs. As the schema's owner, because no application may do
 * this without a person who acts.
 */
class RecoverAdmin {

	private final People people;

	private final Roles roles;

	private final Invitations invitations;

	private final AuditTrail audit;

	private final TransactionOperations transactions;

	RecoverAdmin(People people, Roles roles, Invitations invitations, AuditTrail audit,
			TransactionOperations transactions) {
		this.people = people;
		this.roles = roles;
		this.invitations = invitations;
		this.audit = audit;
		this.transactions = transactions;
	}

	/**
	 * Invites an ADMIN to set new credentials; earlier links to new credentials end.
	 * @return the token of the link; empty if no ADMIN has this address
	 */
	Optional<String> recover(String email) {
		return this.transactions.execute((status) -> this.people.byEmail(Audience.STAFF, email)
			.filter((person) -> this.roles.staffRoles(person.personId()).contains(Role.ADMIN))
			.map(this::invite));
	}

	private String invite(Person person) {
		String token = this.invitations.recover(person, null, null, null);
		this.audit.record(null, Actor.INSTALLATION, "RECOVERY_STARTED", person.personId().toString(), Map.of(),
				Map.of());
		return token;
	}

}
