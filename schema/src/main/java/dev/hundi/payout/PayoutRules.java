package dev.hundi.payout;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.Approval;
import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.digest.Sha256;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rules of a business by which its payouts need approvals. A set of rules is proposed
 * by one person and replaces the present one in the transaction in which another
 * approves.
 */
@Repository
public class PayoutRules {

	/** Kind of approval. */
	public static final String KIND = "PAYOUT_RULES";

	/** Maximum rules of a business. */
	public static final int MAX_RULES = 20;

	private static final Duration VALID = Duration.ofDays(7);

	private static final JsonMapper json = new JsonMapper();

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final Approvals approvals;

	PayoutRules(JdbcClient jdbc, PlatformTransactionManager transactions, Approvals approvals) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.approvals = approvals;
	}

	/**
	 * A set of rules that waits for a second person.
	 *
	 * @param stale other rules apply than when it was made, so it cannot be approved
	 */
	public record Proposal(Approval approval, List<PayoutRule> rules, boolean stale) {
	}

	/** The rules that apply, by scope and bound. */
	public List<PayoutRule> present(UUID businessId) {
		return this.jdbc.sql("""
				SELECT scope, above_paise, people_needed, valid_hours, checkers
				  FROM payout_rule WHERE business_id = :business AND ended_at IS NULL
				 ORDER BY scope DESC, above_paise
				""").param("business", businessId).query((row, number) -> rule(row)).list();
	}

	/** A digest of which rules apply; another one after each change. */
	public String version(UUID businessId) {
		return this.jdbc.sql("""
				SELECT encode(sha256(coalesce(string_agg(rule_id::text, ',' ORDER BY rule_id), '')::bytea), 'hex')
				  FROM payout_rule WHERE business_id = :business AND ended_at IS NULL
				""").param("business", businessId).query(String.class).single();
	}

	/**
	 * Proposes a set in place of the present one.
	 * @param version of the rules that the maker saw
	 * @param rules at most {@value #MAX_RULES}, each bound once a scope; none to end all
	 * @return empty if other rules apply meanwhile
	 */
	public Optional<UUID> propose(UUID businessId, UUID makerId, String version, List<PayoutRule> rules) {
		if (rules.size() > MAX_RULES
				|| rules.stream().map((rule) -> rule.scope() + " " + rule.abovePaise()).distinct().count() < rules
					.size()) {
			throw new IllegalArgumentException("At most 20 rules, each bound once a scope");
		}
		String content = json.writeValueAsString(rules);
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			lock(businessId);
			if (!version.equals(version(businessId))) {
				return Optional.empty();
			}
			UUID approvalId = this.approvals.ask(new NewApproval(KIND, businessId, Sha256.digest(content),
					"Rules for approvals of payouts: " + rules.size(), new Maker.OfPerson(makerId),
					"Rules need two people", 1, VALID));
			this.jdbc.sql("""
					INSERT INTO payout_rule_proposal (approval_id, business_id, content, based_on)
					VALUES (:id, :business, :content, :version)
					""")
				.param("id", approvalId)
				.param("business", businessId)
				.param("content", content)
				.param("version", version)
				.update();
			return Optional.of(approvalId);
		}));
	}

	/** Proposals that can still be decided, oldest first. */
	public List<Proposal> open(UUID businessId) {
		return this.approvals.open(businessId, KIND)
			.stream()
			.map((approval) -> new Proposal(approval, content(approval.approvalId()),
					isStale(businessId, approval.approvalId())))
			.toList();
	}

	/**
	 * Approves a proposal, which takes effect. A proposal that was made for other rules
	 * than the present ones would end what was approved meanwhile, so it is rejected.
	 */
	public DecisionResult approve(UUID businessId, UUID approvalId, UUID checkerId) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			lock(businessId);
			Optional<Approval> found = find(businessId, approvalId);
			if (found.isEmpty()) {
				return new DecisionResult.NotCounted(DecisionResult.Reason.UNKNOWN);
			}
			if (found.get().state() == ApprovalState.OPEN && isStale(businessId, approvalId)) {
				return new DecisionResult.NotCounted(DecisionResult.Reason.STALE);
			}
			byte[] hash = found.get().contentHash();
			DecisionResult result = this.approvals.approve(approvalId, checkerId, hash);
			if (result.equals(new Counted(ApprovalState.APPROVED))) {
				if (!this.approvals.execute(approvalId, KIND, hash)) {
					throw new IllegalStateException("Approval " + approvalId + " is approved but was not executed");
				}
				replace(businessId, content(approvalId));
			}
			return result;
		}));
	}

	/**
	 * Rejects a proposal.
	 * @param reason 1 to 500 characters
	 */
	public DecisionResult reject(UUID businessId, UUID approvalId, UUID checkerId, String reason) {
		return find(businessId, approvalId)
			.map((approval) -> this.approvals.reject(approvalId, checkerId, approval.contentHash(), reason))
			.orElseGet(() -> new DecisionResult.NotCounted(DecisionResult.Reason.UNKNOWN));
	}

	/** Takes a proposal back; false if it is closed or another person made it. */
	public boolean withdraw(UUID businessId, UUID approvalId, UUID makerId) {
		return find(businessId, approvalId).isPresent() && this.approvals.withdraw(approvalId, makerId);
	}

	/** Also without a rule whose row could be locked. */
	private void lock(UUID businessId) {
		this.jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('payout_rule ' || :business::text, 0))")
			.param("business", businessId)
			.query()
			.listOfRows();
	}

	private boolean isStale(UUID businessId, UUID approvalId) {
		return this.jdbc.sql("SELECT based_on <> :version FROM payout_rule_proposal WHERE approval_id = :id")
			.param("version", version(businessId))
			.param("id", approvalId)
			.query(Boolean.class)
			.optional()
			.orElse(false);
	}

	private Optional<Approval> find(UUID businessId, UUID approvalId) {
		return this.approvals.find(approvalId)
			.filter((found) -> found.kind().equals(KIND) && businessId.equals(found.businessId()));
	}

	private List<PayoutRule> content(UUID approvalId) {
		return json.readValue(this.jdbc.sql("SELECT content FROM payout_rule_proposal WHERE approval_id = :id")
			.param("id", approvalId)
			.query(String.class)
			.single(), new TypeReference<List<PayoutRule>>() {
			});
	}

	private void replace(UUID businessId, List<PayoutRule> rules) {
		this.jdbc.sql("UPDATE payout_rule SET ended_at = now() WHERE business_id = :business AND ended_at IS NULL")
			.param("business", businessId)
			.update();
		rules.forEach((rule) -> this.jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours, checkers)
				VALUES (:business, :scope, :above, :people, :hours, :checkers)
				""")
			.param("business", businessId)
			.param("scope", rule.scope().name())
			.param("above", rule.abovePaise())
			.param("people", rule.people())
			.param("hours", rule.validHours())
			.param("checkers", rule.checkers().toArray(UUID[]::new))
			.update());
	}

	private static PayoutRule rule(ResultSet row) throws SQLException {
		return new PayoutRule(PayoutRule.Scope.valueOf(row.getString("scope")), row.getLong("above_paise"),
				row.getInt("people_needed"), row.getInt("valid_hours"),
				Arrays.asList((UUID[]) row.getArray("checkers").getArray()));
	}

}
