package dev.hundi.onboarding;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.onboarding.OnboardingCase.Progress;
import dev.hundi.onboarding.RequirementEntry.Refusal;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Opens and reads onboarding cases. */
@Repository
public class OnboardingCases {

	private final JdbcClient jdbc;

	private final DocumentRows documents;

	private final AuditTrail audit;

	OnboardingCases(JdbcClient jdbc, DocumentRows documents, AuditTrail audit) {
		this.jdbc = jdbc;
		this.documents = documents;
		this.audit = audit;
	}

	/** Opens the case of a business; does nothing if it has one. */
	@Transactional
	public void open(UUID businessId, Actor actor) {
		if (this.jdbc.sql("INSERT INTO onboarding_case (business_id) VALUES (:business) ON CONFLICT DO NOTHING")
			.param("business", businessId)
			.update() == 1) {
			addCommon(businessId);
			this.audit.record(businessId, actor, "ONBOARDING_OPENED", null, Map.of(), Map.of());
		}
	}

	/** Reads the case of a business; empty if it has none. */
	@Transactional(readOnly = true)
	public Optional<OnboardingCase> find(UUID businessId) {
		return progress(businessId, false).map((progress) -> read(businessId, progress));
	}

	/** Whether a business was rejected, or its draft was erased. */
	@Transactional(readOnly = true)
	public boolean isRejectedOrErased(UUID businessId) {
		return progress(businessId, false).filter((progress) -> progress.state() != CaseState.APPROVED)
			.filter(Progress::isClosed)
			.isPresent();
	}

	/** Reads a case and locks it until the end of the transaction. */
	@Transactional
	public Optional<OnboardingCase> lock(UUID businessId) {
		return progress(businessId, true).map((progress) -> read(businessId, progress));
	}

	/** Adds what businesses of a type give, in state MISSING, unless it is there. */
	void add(UUID businessId, BusinessType type) {
		add(businessId, Requirement.of(type));
	}

	private void addCommon(UUID businessId) {
		add(businessId, List.of(Requirement.values()).stream().filter(Requirement::isCommon).toList());
	}

	private void add(UUID businessId, List<Requirement> requirements) {
		this.jdbc.sql("""
				INSERT INTO onboarding_requirement (business_id, requirement)
				SELECT :business, name FROM unnest(:names::text[]) AS name ON CONFLICT DO NOTHING
				""")
			.param("business", businessId)
			.param("names", requirements.stream().map(Enum::name).toArray(String[]::new))
			.update();
	}

	private Optional<Progress> progress(UUID businessId, boolean locked) {
		return this.jdbc.sql("""
				SELECT state, with_merchant, created_at, submitted_at, submissions, closed_at, rejection_reason,
				       erased_at, version
				  FROM onboarding_case WHERE business_id = :business
				""" + (locked ? " FOR NO KEY UPDATE" : ""))
			.param("business", businessId)
			.query((row, number) -> new Progress(CaseState.valueOf(row.getString("state")),
					row.getBoolean("with_merchant"), Timestamps.instant(row, "created_at"),
					Timestamps.nullable(row, "submitted_at"), row.getInt("submissions"),
					Timestamps.nullable(row, "closed_at"), row.getString("rejection_reason"),
					Timestamps.nullable(row, "erased_at"), row.getLong("version")))
			.optional();
	}

	private OnboardingCase read(UUID businessId, Progress progress) {
		BusinessType type = this.jdbc.sql("""
				SELECT value FROM onboarding_requirement
				 WHERE business_id = :business AND requirement = 'BUSINESS_TYPE' AND value IS NOT NULL
				""")
			.param("business", businessId)
			.query(String.class)
			.optional()
			.map(BusinessType::valueOf)
			.orElse(null);
		List<RequirementEntry> entries = this.jdbc.sql("""
				SELECT requirement, state, value, reason_code, reason, open, changed_at, version
				  FROM onboarding_requirement WHERE business_id = :business
				""")
			.param("business", businessId)
			.query((row, number) -> entry(row, type))
			.list()
			.stream()
			.filter((entry) -> (type != null) ? entry.need() != Need.NONE : entry.requirement().isCommon())
			.sorted((one, other) -> one.requirement().compareTo(other.requirement()))
			.toList();
		return new OnboardingCase(businessId, progress, type, entries, principals(businessId),
				this.documents.present(businessId));
	}

	private List<Principal> principals(UUID businessId) {
		return this.jdbc.sql("""
				SELECT principal_id, principal_name, designation, pan, aadhaar FROM onboarding_principal
				 WHERE business_id = :business AND removed_at IS NULL ORDER BY principal_id
				""")
			.param("business", businessId)
			.query((row, number) -> new Principal(row.getObject("principal_id", UUID.class),
					row.getString("principal_name"), row.getString("designation"), row.getString("pan"),
					row.getString("aadhaar")))
			.list();
	}

	private static RequirementEntry entry(ResultSet row, @Nullable BusinessType type) throws SQLException {
		Requirement requirement = Requirement.valueOf(row.getString("requirement"));
		String reason = row.getString("reason_code");
		return new RequirementEntry(requirement, requirement.need((type != null) ? type : BusinessType.COMPANY),
				RequirementState.valueOf(row.getString("state")), row.getString("value"),
				(reason != null) ? new Refusal(RefusalReason.valueOf(reason), row.getString("reason")) : null,
				row.getBoolean("open"), Timestamps.instant(row, "changed_at"), row.getLong("version"));
	}

}
