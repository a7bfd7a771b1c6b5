package dev.hundi.installation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Invitation;
import dev.hundi.person.Invitations;
import dev.hundi.person.Role;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Invites the first ADMIN, whom no person can invite. As the schema's owner, because no
 * application may read and write all of this without a person who acts.
 */
class InviteFirstAdmin {

	private final Invitations invitations;

	private final AuditTrail audit;

	private final JdbcClient jdbc;

	private final TransactionOperations transactions;

	InviteFirstAdmin(Invitations invitations, AuditTrail audit, JdbcClient jdbc, TransactionOperations transactions) {
		this.invitations = invitations;
		this.audit = audit;
		this.jdbc = jdbc;
		this.transactions = transactions;
	}

	/**
	 * Invites a person to the role ADMIN and withdraws the earlier invitations of this
	 * kind, so that one link is valid at a time.
	 * @return the token of the link; empty if the staff has an ADMIN, who invites others
	 */
	Optional<String> invite(String email) {
		return this.transactions.execute((status) -> {
			// The lock of removals of an ADMIN: two calls must not both find no earlier
			// invitation.
			this.jdbc.sql("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('staff_role ADMIN', 0))")
				.query(Integer.class)
				.single();
			boolean staffed = this.jdbc.sql("SELECT EXISTS (SELECT FROM staff_role WHERE role = 'ADMIN')")
				.query(Boolean.class)
				.single();
			if (staffed) {
				return Optional.empty();
			}
			withdrawEarlier();
			String token = this.invitations.invite(email, null, Set.of(Role.ADMIN), null);
			record("PERSON_INVITED", this.invitations.open(token).orElseThrow(), Map.of("roles", Set.of(Role.ADMIN)));
			return Optional.of(token);
		});
	}

	private void withdrawEarlier() {
		for (Invitation earlier : this.invitations.openOf(null)) {
			if (earlier.invitedBy() == null && this.invitations.withdraw(earlier.invitationId(), null)) {
				record("INVITATION_WITHDRAWN", earlier, Map.of());
			}
		}
	}

	private void record(String act, Invitation invitation, Map<String, ?> after) {
		this.audit.record(null, Actor.INSTALLATION, act, invitation.invitationId().toString(), Map.of(), after);
	}

}
