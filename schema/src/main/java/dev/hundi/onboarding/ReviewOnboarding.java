package dev.hundi.onboarding;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.approval.Approval;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.ProvisionBusiness;
import dev.hundi.business.Registration;
import dev.hundi.onboarding.OnboardingCase.Progress;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * What the staff does with a case. Each act names the version that the person saw. Two
 * people approve: the reviewer proposes, the approver approves exactly that content.
 */
@Component
public class ReviewOnboarding {

	/** The kind of approvals of cases. */
	public static final String KIND = "KYC_APPROVAL";

	private static final String APPROVAL_REFUSED = "ONBOARDING_APPROVAL_REFUSED";

	private static final Duration PROPOSAL_VALID = Duration.ofDays(7);

	private final JdbcClient jdbc;

	private final OnboardingCases cases;

	private final Approvals approvals;

	private final ProvisionBusiness provision;

	private final AuditTrail audit;

	ReviewOnboarding(JdbcClient jdbc, OnboardingCases cases, Approvals approvals, ProvisionBusiness provision,
			AuditTrail audit) {
		this.jdbc = jdbc;
		this.cases = cases;
		this.approvals = approvals;
		this.provision = provision;
		this.audit = audit;
	}

	/** Accepts a field or document. */
	@Transactional
	public ReviewResult accept(UUID businessId, Requirement requirement, long entryVersion, Actor actor) {
		return decide(businessId, requirement, null, entryVersion, actor);
	}

	/** Refuses a field or document; the business reads the reason after the return. */
	@Transactional
	public ReviewResult refuse(UUID businessId, Requirement requirement, Refusal refusal, long entryVersion,
			Actor actor) {
		return decide(businessId, requirement, refusal, entryVersion, actor);
	}

	/**
	 * Returns a case with refused entries to the business, which can answer those and
	 * change what depends on them.
	 */
	@Transactional
	public ReviewResult returnToMerchant(UUID businessId, long caseVersion, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		ReviewResult obstacle = obstacle(present, caseVersion);
		if (present == null || obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		List<String> refused = present.entries()
			.stream()
			.filter((entry) -> entry.state() == RequirementState.REFUSED)
			.map((entry) -> entry.requirement().name())
			.toList();
		if (refused.isEmpty()) {
			return ReviewResult.NOTHING_REFUSED;
		}
		this.jdbc
			.sql("""
					UPDATE onboarding_case SET with_merchant = true, returned_at = clock_timestamp() WHERE business_id = :business
					""")
			.param("business", businessId)
			.update();
		return recorded(businessId, actor, "ONBOARDING_RETURNED", null, Map.of("refused", refused));
	}

	/**
	 * Assigns a case.
	 * @param personId of the staff; null to take the assignment back
	 */
	@Transactional
	public ReviewResult assign(UUID businessId, @Nullable UUID personId, long caseVersion, Actor actor) {
		Progress progress = this.cases.lock(businessId).map(OnboardingCase::progress).orElse(null);
		if (progress == null) {
			return ReviewResult.UNKNOWN;
		}
		if (progress.isClosed()) {
			return ReviewResult.CLOSED;
		}
		if (progress.version() != caseVersion) {
			return ReviewResult.STALE;
		}
		this.jdbc.sql("UPDATE onboarding_case SET assignee_id = :person WHERE business_id = :business")
			.param("person", personId)
			.param("business", businessId)
			.update();
		return recorded(businessId, actor, "ONBOARDING_ASSIGNED", null,
				(personId != null) ? Map.of("assignee", personId.toString()) : Map.of());
	}

	/**
	 * Adds a note, which the business does not see.
	 * @param text 1 to 4,000 characters
	 * @return {@link ReviewResult#CLOSED} if the case is erased
	 */
	@Transactional
	public ReviewResult note(UUID businessId, String text, Actor actor) {
		Progress progress = this.cases.lock(businessId).map(OnboardingCase::progress).orElse(null);
		if (progress == null) {
			return ReviewResult.UNKNOWN;
		}
		if (progress.erasedAt() != null) {
			return ReviewResult.CLOSED;
		}
		this.jdbc.sql("INSERT INTO onboarding_note (business_id, author_id, note) VALUES (:business, :author, :note)")
			.param("business", businessId)
			.param("author", actor.personId())
			.param("note", text)
			.update();
		return ReviewResult.DONE;
	}

	/** Notes of a case, oldest first. */
	@Transactional(readOnly = true)
	public List<Note> notes(UUID businessId) {
		return this.jdbc.sql("""
				SELECT n.note, n.created_at, p.person_name
				  FROM onboarding_note n JOIN person p ON p.person_id = n.author_id
				 WHERE n.business_id = :business ORDER BY n.note_id
				""")
			.param("business", businessId)
			.query((row, number) -> new Note(row.getString("person_name"), row.getString("note"),
					Timestamps.instant(row, "created_at")))
			.list();
	}

	/** Proposes the approval of a case as it is. The person becomes the reviewer. */
	@Transactional
	public ReviewResult propose(UUID businessId, long caseVersion, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		ReviewResult obstacle = obstacle(present, caseVersion);
		if (present == null || obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		if (!isAccepted(present)) {
			return ReviewResult.NOT_ALL_ACCEPTED;
		}
		UUID reviewer = Objects.requireNonNull(actor.personId());
		UUID approval = this.approvals.ask(new NewApproval(KIND, null, hash(businessId), businessId.toString(),
				new Maker.OfPerson(reviewer), "Onboarding of a business", 1, PROPOSAL_VALID));
		this.jdbc.sql("""
				UPDATE onboarding_case SET reviewer_id = :reviewer, approver_id = NULL, approval_id = :approval
				 WHERE business_id = :business
				""").param("reviewer", reviewer).param("approval", approval).param("business", businessId).update();
		return recorded(businessId, actor, "ONBOARDING_APPROVAL_PROPOSED", approval.toString(), Map.of());
	}

	/**
	 * Approves the proposal and the case. The business gets its wallet, virtual account
	 * and prices in the same transaction; API access stays as it is.
	 */
	@Transactional
	public ReviewResult approve(UUID businessId, UUID approvalId, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		ReviewResult obstacle = obstacle(present, null);
		if (present == null || obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		UUID approver = Objects.requireNonNull(actor.personId());
		byte[] content = hash(businessId);
		ReviewResult decided = decided(businessId, approvalId,
				() -> this.approvals.approve(approvalId, approver, content));
		if (decided != ReviewResult.DONE) {
			return decided;
		}
		if (!this.approvals.execute(approvalId, KIND, content)) {
			throw new IllegalStateException("Approval " + approvalId + " is approved but cannot be executed");
		}
		this.provision.provision(businessId, registration(present), approvalId);
		this.jdbc.sql("""
				UPDATE onboarding_case SET state = 'APPROVED', approver_id = :approver, closed_at = clock_timestamp()
				 WHERE business_id = :business
				""").param("approver", approver).param("business", businessId).update();
		return recorded(businessId, actor, "ONBOARDING_APPROVED", approvalId.toString(), Map.of());
	}

	/**
	 * Rejects the proposal; the case stays in review. The business must not learn the
	 * reason, which may be a suspicion: only the staff's chain has it.
	 * @param reason 1 to 500 characters, for the reviewer
	 */
	@Transactional
	public ReviewResult rejectApproval(UUID businessId, UUID approvalId, String reason, Actor actor) {
		ReviewResult obstacle = obstacle(this.cases.lock(businessId).orElse(null), null);
		if (obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		UUID approver = Objects.requireNonNull(actor.personId());
		ReviewResult decided = decided(businessId, approvalId,
				() -> this.approvals.reject(approvalId, approver, hash(businessId), reason));
		if (decided != ReviewResult.DONE) {
			return decided;
		}
		this.audit.record(null, actor, APPROVAL_REFUSED, approvalId.toString(), Map.of(),
				Map.of("business", businessId.toString(), "reason", reason));
		return recorded(businessId, actor, APPROVAL_REFUSED, approvalId.toString(), Map.of());
	}

	/**
	 * Rejects a submitted case, finally, also while the business has to answer: some
	 * never do.
	 * @param reason 1 to 1,000 characters; the business reads it
	 */
	@Transactional
	public ReviewResult reject(UUID businessId, String reason, long caseVersion, Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		ReviewResult obstacle = obstacle(present, caseVersion);
		if (present != null && obstacle == ReviewResult.WITH_MERCHANT
				&& present.progress().state() == CaseState.IN_REVIEW) {
			obstacle = (present.progress().version() == caseVersion) ? ReviewResult.DONE : ReviewResult.STALE;
		}
		if (obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		this.jdbc
			.sql("""
					UPDATE onboarding_case
					   SET state = 'REJECTED', with_merchant = false, rejection_reason = :reason, reviewer_id = :person, approver_id = NULL,
					       closed_at = clock_timestamp()
					 WHERE business_id = :business
					""")
			.param("reason", reason)
			.param("person", actor.personId())
			.param("business", businessId)
			.update();
		return recorded(businessId, actor, "ONBOARDING_REJECTED", null, Map.of("reason", reason));
	}

	/** Whether a case still has the content that an approval was asked for. */
	@Transactional(readOnly = true)
	public boolean isUnchanged(UUID businessId, Approval approval) {
		return Arrays.equals(approval.contentHash(), hash(businessId));
	}

	/** Who works on a case. */
	@Transactional(readOnly = true)
	public Optional<Reviewers> reviewers(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT assignee_id, reviewer_id, approver_id, approval_id FROM onboarding_case WHERE business_id = :business
					""")
			.param("business", businessId)
			.query((row, number) -> new Reviewers(row.getObject("assignee_id", UUID.class),
					row.getObject("reviewer_id", UUID.class), row.getObject("approver_id", UUID.class),
					row.getObject("approval_id", UUID.class)))
			.optional();
	}

	/**
	 * Cases, those that wait longest first, without drafts that are erased.
	 * @param states only of these states
	 * @param withMerchant only with the business or only with the staff, or null
	 * @param assigneeId only of this person, or null
	 * @param after the last case of the page before, or null
	 */
	@Transactional(readOnly = true)
	public List<CaseLine> list(Set<CaseState> states, @Nullable Boolean withMerchant, @Nullable UUID assigneeId,
			@Nullable Place after, int limit) {
		return this.jdbc
			.sql("""
					SELECT c.business_id, b.business_code, b.business_name, c.state, c.with_merchant, c.created_at, c.submitted_at,
					       c.assignee_id, p.person_name
					  FROM onboarding_case c JOIN business b ON b.business_id = c.business_id
					  LEFT JOIN person p ON p.person_id = c.assignee_id
					 WHERE c.state = ANY (:states)
					   AND (c.erased_at IS NULL OR c.state IN ('APPROVED', 'REJECTED'))
					   AND (:merchant::boolean IS NULL OR c.with_merchant = :merchant)
					   AND (:assignee::uuid IS NULL OR c.assignee_id = :assignee)
					   AND (:after::uuid IS NULL
					        OR (coalesce(c.submitted_at, c.created_at), c.business_id) > (:since::timestamptz, :after::uuid))
					 ORDER BY coalesce(c.submitted_at, c.created_at), c.business_id LIMIT :limit
					""")
			.param("states", states.stream().map(Enum::name).toArray(String[]::new))
			.param("since", (after != null) ? Timestamps.utc(after.since()) : null)
			.param("after", (after != null) ? after.businessId() : null)
			.param("merchant", withMerchant)
			.param("assignee", assigneeId)
			.param("limit", limit)
			.query((row, number) -> new CaseLine(row.getObject("business_id", UUID.class),
					row.getString("business_code"), row.getString("business_name"),
					CaseState.valueOf(row.getString("state")), row.getBoolean("with_merchant"),
					Timestamps.instant(row, "created_at"), Timestamps.nullable(row, "submitted_at"),
					row.getObject("assignee_id", UUID.class), row.getString("person_name")))
			.list();
	}

	private ReviewResult decide(UUID businessId, Requirement requirement, @Nullable Refusal refusal, long entryVersion,
			Actor actor) {
		OnboardingCase present = this.cases.lock(businessId).orElse(null);
		ReviewResult obstacle = obstacle(present, null);
		if (present == null || obstacle != ReviewResult.DONE) {
			return obstacle;
		}
		RequirementEntry entry = present.entry(requirement).orElse(null);
		if (entry == null || entry.state() == RequirementState.MISSING) {
			return ReviewResult.UNKNOWN;
		}
		if (entry.version() != entryVersion) {
			return ReviewResult.STALE;
		}
		if (refusal == null && present.documents(requirement).stream().anyMatch((one) -> !one.scanState().isShown())) {
			return ReviewResult.QUARANTINED;
		}
		this.jdbc.sql("""
				UPDATE onboarding_requirement SET state = :state, reason_code = :code, reason = :reason
				 WHERE business_id = :business AND requirement = :requirement
				""")
			.param("state", (refusal == null ? RequirementState.ACCEPTED : RequirementState.REFUSED).name())
			.param("code", (refusal != null) ? refusal.reason().name() : null)
			.param("reason", (refusal != null) ? refusal.text() : null)
			.param("business", businessId)
			.param("requirement", requirement.name())
			.update();
		return recorded(businessId, actor,
				(refusal == null) ? "ONBOARDING_REQUIREMENT_ACCEPTED" : "ONBOARDING_REQUIREMENT_REFUSED",
				requirement.name(), (refusal == null) ? Map.of() : Map.of("reason", refusal.reason().name()));
	}

	/** {@link ReviewResult#DONE} if the staff can act on the case. */
	private static ReviewResult obstacle(@Nullable OnboardingCase present, @Nullable Long caseVersion) {
		if (present == null) {
			return ReviewResult.UNKNOWN;
		}
		if (present.progress().isClosed()) {
			return ReviewResult.CLOSED;
		}
		if (present.progress().withMerchant()) {
			return ReviewResult.WITH_MERCHANT;
		}
		return (caseVersion == null || caseVersion == present.progress().version()) ? ReviewResult.DONE
				: ReviewResult.STALE;
	}

	private ReviewResult decided(UUID businessId, UUID approvalId, Supplier<DecisionResult> decision) {
		if (reviewers(businessId).filter((found) -> approvalId.equals(found.approvalId())).isEmpty()) {
			return ReviewResult.PROPOSE_AGAIN;
		}
		return switch (decision.get()) {
			case DecisionResult.Counted _ -> ReviewResult.DONE;
			case DecisionResult.NotCounted(Reason reason) ->
				(reason == Reason.MAKER_IS_CHECKER) ? ReviewResult.MAKER_IS_CHECKER : ReviewResult.PROPOSE_AGAIN;
		};
	}

	/** What statements print, as the two people accepted it. */
	private static Registration registration(OnboardingCase present) {
		String address = Stream
			.of(Requirement.ADDRESS_LINE, Requirement.CITY, Requirement.STATE, Requirement.POSTAL_CODE)
			.map(present::value)
			.filter(Objects::nonNull)
			.collect(Collectors.joining(", "));
		return new Registration(Objects.requireNonNull(present.value(Requirement.GSTIN)),
				Beginning.of(address, Registration.MAX_ADDRESS));
	}

	private byte[] hash(UUID businessId) {
		return this.jdbc.sql("SELECT hash_onboarding_case(:business)")
			.param("business", businessId)
			.query((row, number) -> row.getBytes(1))
			.single();
	}

	private static boolean isAccepted(OnboardingCase present) {
		return present.entries().stream().allMatch((entry) -> switch (entry.state()) {
			case ACCEPTED -> true;
			case GIVEN -> false;
			case MISSING, REFUSED -> entry.need() == Need.OPTIONAL;
		});
	}

	private ReviewResult recorded(UUID businessId, Actor actor, String act, @Nullable String object,
			Map<String, ?> after) {
		this.audit.record(businessId, actor, act, object, Map.of(), after);
		return ReviewResult.DONE;
	}

	/** A note of the staff. */
	public record Note(String authorName, String text, Instant createdAt) {
	}

	/**
	 * Who works on a case.
	 *
	 * @param approvalId the last proposal
	 */
	public record Reviewers(@Nullable UUID assigneeId, @Nullable UUID reviewerId, @Nullable UUID approverId,
			@Nullable UUID approvalId) {
	}

	/** A line of the list of cases. */
	public record CaseLine(UUID businessId, String businessCode, String businessName, CaseState state,
			boolean withMerchant, Instant createdAt, @Nullable Instant submittedAt, @Nullable UUID assigneeId,
			@Nullable String assigneeName) {

		/** The last submission, or the opening. */
		public Instant since() {
			return Objects.requireNonNullElse(this.submittedAt, this.createdAt);
		}

	}

	/** Where a page of the list ends. */
	public record Place(Instant since, UUID businessId) {
	}

}
