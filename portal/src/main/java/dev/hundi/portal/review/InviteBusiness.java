package dev.hundi.portal.review;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.business.Businesses;
import dev.hundi.business.NewBusiness;
import dev.hundi.business.RegisteredBusiness;
import dev.hundi.letter.Letters;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Invitation;
import dev.hundi.person.Invitations;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The way in for a new merchant: a business without wallet and API access, its onboarding
 * case, and the invitation of its first OWNER.
 */
@StaffOnly
@Component
class InviteBusiness {

	private final CurrentPerson current;

	private final Businesses businesses;

	private final OnboardingCases cases;

	private final Invitations invitations;

	private final Letters letters;

	private final AuditTrail audit;

	private final Roles roles;

	private final StaffRecord record;

	InviteBusiness(CurrentPerson current, Businesses businesses, OnboardingCases cases, Invitations invitations,
			Letters letters, AuditTrail audit, Roles roles, StaffRecord record) {
		this.current = current;
		this.businesses = businesses;
		this.cases = cases;
		this.invitations = invitations;
		this.letters = letters;
		this.audit = audit;
		this.roles = roles;
		this.record = record;
	}

	/** Invites a business by a letter to its owner, who alone learns the link. */
	@Transactional
	@PreAuthorize("@rights.confirmed('ONBOARDING')")
	public void invite(String name, String email) {
		RegisteredBusiness business = this.businesses.register(new NewBusiness(name, false, BigDecimal.ZERO, 0));
		this.cases.open(business.businessId(), this.current.actor());
		Map<String, String> invited = Map.of("business", business.businessCode(), "name", name);
		this.audit.record(business.businessId(), this.current.actor(), "BUSINESS_INVITED", email, Map.of(), invited);
		this.audit.record(null, this.current.actor(), "BUSINESS_INVITED", email, Map.of(), invited);
		String token = this.invitations.invite(email, business.businessId(), Set.of(Role.OWNER),
				this.current.get().personId());
		this.letters.invite(this.invitations.open(token).orElseThrow(), token, name);
	}

	/**
	 * The address that the owner was invited at, until the invitation is accepted.
	 * @return empty once the business has an OWNER, who invites its people
	 */
	@Transactional(readOnly = true)
	public Optional<Invitation> withoutOwner(UUID businessId) {
		boolean owned = this.roles.colleagues(businessId)
			.stream()
			.anyMatch((colleague) -> colleague.roles().contains(Role.OWNER));
		return owned ? Optional.empty() : this.invitations.lastOf(businessId);
	}

	/**
	 * Invites the first OWNER again, also at another address; earlier links end.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('ONBOARDING')")
	public Optional<String> inviteOwnerAgain(UUID businessId, String name, String email, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<Invitation> last = withoutOwner(businessId);
		if (last.isEmpty()) {
			return Optional.of("review.owner.exists");
		}
		this.invitations.openOf(businessId)
			.forEach((open) -> this.invitations.withdraw(open.invitationId(), businessId));
		this.record.of(businessId, "OWNER_INVITED_AGAIN", email, Map.of("email", last.get().email()),
				Map.of("email", email, "reason", reason.strip()));
		String token = this.invitations.invite(email, businessId, Set.of(Role.OWNER), this.current.get().personId());
		this.letters.invite(this.invitations.open(token).orElseThrow(), token, name);
		return Optional.empty();
	}

}
