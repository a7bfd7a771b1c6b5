package dev.hundi.portal.review;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

import dev.hundi.audit.AuditTrail;
import dev.hundi.business.Businesses;
import dev.hundi.business.NewBusiness;
import dev.hundi.business.RegisteredBusiness;
import dev.hundi.letter.Letters;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Invitations;
import dev.hundi.person.Role;
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

	InviteBusiness(CurrentPerson current, Businesses businesses, OnboardingCases cases, Invitations invitations,
			Letters letters, AuditTrail audit) {
		this.current = current;
		this.businesses = businesses;
		this.cases = cases;
		this.invitations = invitations;
		this.letters = letters;
		this.audit = audit;
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

}
