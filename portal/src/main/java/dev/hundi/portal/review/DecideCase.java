package dev.hundi.portal.review;

import java.util.List;
import java.util.UUID;

import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.ReviewOnboarding;
import dev.hundi.onboarding.ReviewResult;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Acts on a case. What ends a review, or gives it back, needs a fresh second factor. The
 * kernel records each act in the audit trail.
 */
@StaffOnly
@Component
class DecideCase {

	private final CurrentPerson current;

	private final ReviewOnboarding review;

	private final Letters letters;

	private final JdbcClient jdbc;

	DecideCase(CurrentPerson current, ReviewOnboarding review, Letters letters, JdbcClient jdbc) {
		this.current = current;
		this.review = review;
		this.letters = letters;
		this.jdbc = jdbc;
	}

	@Transactional
	@PreAuthorize("@rights.any('KYC_REVIEWER')")
	public ReviewResult accept(UUID businessId, Requirement requirement, long version) {
		return this.review.accept(businessId, requirement, version, this.current.actor());
	}

	@Transactional
	@PreAuthorize("@rights.any('KYC_REVIEWER')")
	public ReviewResult refuse(UUID businessId, Requirement requirement, Refusal refusal, long version) {
		return this.review.refuse(businessId, requirement, refusal, version, this.current.actor());
	}

	@Transactional
	@PreAuthorize("@rights.any('KYC_REVIEWER')")
	public ReviewResult assign(UUID businessId, @Nullable UUID personId, long version) {
		return this.review.assign(businessId, personId, version, this.current.actor());
	}

	@Transactional
	@PreAuthorize("@rights.any('KYC_REVIEWER', 'KYC_APPROVER', 'ONBOARDING')")
	public ReviewResult note(UUID businessId, String text) {
		return this.review.note(businessId, text, this.current.actor());
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER')")
	public ReviewResult returnToMerchant(UUID businessId, long version) {
		return write(LetterKind.KYC_RETURNED, businessId,
				this.review.returnToMerchant(businessId, version, this.current.actor()));
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER')")
	public ReviewResult propose(UUID businessId, long version) {
		return this.review.propose(businessId, version, this.current.actor());
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER')")
	public ReviewResult reject(UUID businessId, String reason, long version) {
		return write(LetterKind.KYC_REJECTED, businessId,
				this.review.reject(businessId, reason, version, this.current.actor()));
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_APPROVER')")
	public ReviewResult approve(UUID businessId, UUID approvalId) {
		return write(LetterKind.KYC_APPROVED, businessId,
				this.review.approve(businessId, approvalId, this.current.actor()));
	}

	@Transactional
	@PreAuthorize("@rights.confirmed('KYC_APPROVER')")
	public ReviewResult rejectApproval(UUID businessId, UUID approvalId, String reason) {
		return this.review.rejectApproval(businessId, approvalId, reason, this.current.actor());
	}

	/** Informs the owners of the business of what was done. */
	private ReviewResult write(LetterKind kind, UUID businessId, ReviewResult result) {
		if (result == ReviewResult.DONE) {
			String name = this.jdbc.sql("SELECT business_name FROM business WHERE business_id = :id")
				.param("id", businessId)
				.query(String.class)
				.single();
			this.letters.write(businessId, List.of(Role.OWNER), kind, name);
		}
		return result;
	}

}
