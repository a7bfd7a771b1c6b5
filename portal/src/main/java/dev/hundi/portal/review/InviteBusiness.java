package dev.hundi.portal.review;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

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
import dev.hundi.portal.session.SubmittedForms;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

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

	private final Roles roles;

	private final StaffRecord record;

	private final SubmittedForms forms;

	InviteBusiness(CurrentPerson current, Businesses businesses, OnboardingCases cases, Invitations invitations,
			Letters letters, Roles roles, StaffRecord record, SubmittedForms forms) {
		this.current = current;
		this.businesses = businesses;
		this.cases = cases;
		this.invitations = invitations;
		this.letters = letters;
		this.roles = roles;
		this.record = record;
		this.forms = forms;
	}

	/**
	 * Invites a business by a letter to its owner, who alone learns the link.
	 * @return false if the form has invited one before
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('ONBOARDING')")
	public boolean invite(@Nullable UUID formId, String name, String email) {
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return false;
		}
		RegisteredBusiness business = this.businesses.register(new NewBusiness(name, false, BigDecimal.ZERO, 0));
		this.cases.open(business.businessId(), this.current.actor());
		Invitation invitation = inviteOwner(business.businessId(), name, email);
		this.record.of(business.businessId(), "BUSINESS_INVITED", invitation.invitationId().toString(), Map.of(),
				Map.of("business", business.businessCode()));
		return true;
	}

	private Invitation inviteOwner(UUID businessId, String name, String email) {
		String token = this.invitations.invite(email, businessId, Set.of(Role.OWNER), this.current.get().personId());
		Invitation invitation = this.invitations.open(token).orElseThrow();
		this.letters.invite(invitation, token, name);
		return invitation;
	}

	/**
	 * The address that the owner was invited at, until the invitation is accepted.
	 * @return empty once the business has an OWNER, who invites its people, and once its
	 * draft is erased
	 */
	@Transactional(readOnly = true)
	public Optional<Invitation> withoutOwner(UUID businessId) {
		boolean closed = isErased(businessId) || this.roles.colleagues(businessId)
			.stream()
			.anyMatch((colleague) -> colleague.roles().contains(Role.OWNER));
		return closed ? Optional.empty() : this.invitations.lastOf(businessId);
	}

	/** Whether a link that a person was sent to join the business is valid. */
	@Transactional(readOnly = true)
	public boolean isInvited(UUID businessId) {
		return !this.invitations.openOf(businessId).isEmpty();
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
		// Of two who press the button at the same moment, the second ends the link of the
		// first.
		this.cases.lock(businessId);
		if (isErased(businessId)) {
			return Optional.of("review.result.closed");
		}
		if (withoutOwner(businessId).isEmpty()) {
			return Optional.of("review.owner.exists");
		}
		for (Invitation open : this.invitations.openOf(businessId)) {
			if (!this.invitations.withdraw(open.invitationId(), businessId)) {
				TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
				return Optional.of("review.owner.exists");
			}
		}
		Invitation invitation = inviteOwner(businessId, name, email);
		this.record.of(businessId, "OWNER_INVITED_AGAIN", invitation.invitationId().toString(), Map.of(),
				Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	private boolean isErased(UUID businessId) {
		return this.cases.find(businessId).filter((found) -> found.progress().erasedAt() != null).isPresent();
	}

}
