package dev.hundi.portal.approval;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.payout.Delegations;
import dev.hundi.payout.Delegations.Delegation;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Colleague;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.time.India;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Checkers who are away and the colleagues who decide for them. */
@MerchantOnly
@Component
class DelegateApprovals {

	private final CurrentPerson current;

	private final Delegations delegations;

	private final Roles roles;

	private final AuditTrail audit;

	DelegateApprovals(CurrentPerson current, Delegations delegations, Roles roles, AuditTrail audit) {
		this.current = current;
		this.delegations = delegations;
		this.roles = roles;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<Delegation> present() {
		return this.delegations.present(this.current.businessId());
	}

	/** The people whom the person may delegate to. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public List<Colleague> colleagues() {
		return this.roles.colleagues(this.current.businessId())
			.stream()
			.filter((colleague) -> !colleague.personId().equals(person())
					&& colleague.roles().stream().anyMatch(Rights.OF_MONEY::contains))
			.toList();
	}

	/**
	 * Delegates the right of the person.
	 * @return the key of the text that says why not
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('CHECKER')")
	public Optional<String> delegate(UUID toPerson, Instant startsAt, Instant endsAt) {
		if (colleagues().stream().noneMatch((colleague) -> colleague.personId().equals(toPerson))) {
			return Optional.of("approvals.away.person.invalid");
		}
		if (!endsAt.isAfter(startsAt) || startsAt.isBefore(India.startOf(India.dateOf(Instant.now())))
				|| endsAt.isAfter(startsAt.plus(Delegations.LONGEST))) {
			return Optional.of("approvals.away.period.invalid");
		}
		if (this.delegations.overlaps(this.current.businessId(), person(), toPerson, startsAt, endsAt)) {
			return Optional.of("approvals.away.again");
		}
		UUID id = this.delegations.delegate(this.current.businessId(), person(), toPerson, startsAt, endsAt);
		// The colleague is the object, by its id: the trail is never erased.
		this.audit.record(this.current.businessId(), this.current.actor(), "APPROVALS_DELEGATED", toPerson.toString(),
				Map.of(), Map.of("delegation", id.toString(), "from", startsAt.toString(), "until", endsAt.toString()));
		return Optional.empty();
	}

	/** Ends a delegation of the person; an OWNER ends any. */
	@Transactional
	@PreAuthorize("@rights.any('OWNER', 'CHECKER')")
	public boolean end(UUID delegationId) {
		boolean owner = this.current.get().roles().contains(Role.OWNER);
		boolean ended = this.delegations.end(this.current.businessId(), delegationId, owner ? null : person());
		if (ended) {
			this.audit.record(this.current.businessId(), this.current.actor(), "DELEGATION_ENDED",
					delegationId.toString(), Map.of(), Map.of());
		}
		return ended;
	}

	/** The delegate of a delegation that has ended. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'CHECKER')")
	public Optional<String> ended(UUID delegationId) {
		return this.delegations.ended(this.current.businessId(), delegationId);
	}

	private UUID person() {
		return this.current.get().personId();
	}

}
