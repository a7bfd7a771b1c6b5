package dev.hundi.approval;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.DecisionResult.Reason;
import dev.hundi.approval.DecisionResult.NotCounted;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Approvals. Their states are set by the database when decisions are inserted; no
 * application has the right to set them.
 */
@Repository
public class Approvals {

	private static final String SELECT = """
			SELECT approval_id, kind, business_id, content_hash, summary, maker_id, people_needed, state, expires_at, executed_at,
			       (SELECT count(*) FROM approval_decision d WHERE d.approval_id = a.approval_id AND d.decision = 'AGREE') AS approved
			  FROM approval a
			""";

	private static final String REJECTIONS = """
			SELECT a.kind, a.summary, p.person_name, d.reason, d.decided_at
			  FROM approval a
			  JOIN approval_decision d ON d.approval_id = a.approval_id
			  LEFT JOIN person p ON p.person_id = d.checker_id
			""";

	private final JdbcClient jdbc;

	Approvals(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Asks for an approval. */
	@Transactional
	public UUID ask(NewApproval approval) {
		return this.jdbc
			.sql("""
					INSERT INTO approval (kind, business_id, content_hash, summary, maker_id, maker_api_key, rule, people_needed,
					                      expires_at)
					VALUES (:kind, :business, :hash, :summary, :maker, :key, :rule, :people,
					        now() + make_interval(secs => :seconds))
					RETURNING approval_id
					""")
			.param("kind", approval.kind())
			.param("business", approval.businessId())
			.param("hash", approval.contentHash())
			.param("summary", approval.summary())
			.param("maker", (approval.maker() instanceof Maker.OfPerson(UUID personId)) ? personId : null)
			.param("key", (approval.maker() instanceof Maker.OfApiKey(String apiKey)) ? apiKey : null)
			.param("rule", approval.rule())
			.param("people", approval.peopleNeeded())
			.param("seconds", approval.validFor().toSeconds())
			.query(UUID.class)
			.single();
	}

	/**
	 * Waits for others who ask for an approval of a kind about the same subject, until
	 * the end of the transaction: of two of them only the first finds none open.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void lock(String kind, String summary) {
		this.jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('approval ' || :kind || ' ' || :summary, 0))")
			.param("kind", kind)
			.param("summary", summary)
			.query()
			.listOfRows();
	}

	@Transactional
	public DecisionResult approve(UUID approvalId, UUID checkerId, byte[] contentHash) {
		return decide(approvalId, checkerId, contentHash, "AGREE", null);
	}

	/**
	 * Rejects, which closes the approval.
	 * @param reason 1 to 500 characters
	 */
	@Transactional
	public DecisionResult reject(UUID approvalId, UUID checkerId, byte[] contentHash, String reason) {
		return decide(approvalId, checkerId, contentHash, "REFUSE", reason);
	}

	/**
	 * Takes an open approval back; false if it is closed or another person asked for it.
	 */
	@Transactional
	public boolean withdraw(UUID approvalId, UUID makerId) {
		return this.jdbc.sql("SELECT withdraw_approval(:id, :maker)")
			.param("id", approvalId)
			.param("maker", makerId)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Marks as done what was approved; call it in the transaction that does it.
	 * @return false if it is not approved, is done already, or was approved for other
	 * content
	 */
	@Transactional
	public boolean execute(UUID approvalId, String kind, byte[] contentHash) {
		return this.jdbc.sql("""
				UPDATE approval SET executed_at = clock_timestamp()
				 WHERE approval_id = :id AND kind = :kind AND content_hash = :hash AND state = 'AGREED'
				   AND executed_at IS NULL
				""").param("id", approvalId).param("kind", kind).param("hash", contentHash).update() == 1;
	}

	@Transactional(readOnly = true)
	public Optional<Approval> find(UUID approvalId) {
		return this.jdbc.sql(SELECT + " WHERE approval_id = :id")
			.param("id", approvalId)
			.query(Approvals::approval)
			.optional();
	}

	/**
	 * Approvals of a kind that can still be decided, oldest first, 200 at most. Kinds are
	 * read one by one, because a business can have thousands of payouts to approve.
	 * @param businessId null for those of Hundi itself
	 */
	@Transactional(readOnly = true)
	public List<Approval> open(@Nullable UUID businessId, String kind) {
		return this.jdbc.sql(SELECT + """
				 WHERE business_id IS NOT DISTINCT FROM :business::uuid AND kind = :kind AND state = 'OPEN'
				   AND expires_at > now()
				 ORDER BY approval_id LIMIT 200
				""").param("business", businessId).param("kind", kind).query(Approvals::approval).list();
	}

	/**
	 * How many of some kinds can still be decided that another person or a key asked for
	 * and the reader has not decided, by kind.
	 */
	@Transactional(readOnly = true)
	public Map<String, Long> countOpen(UUID businessId, UUID readerId, Collection<String> kinds) {
		Map<String, Long> counts = new HashMap<>();
		this.jdbc
			.sql("""
					SELECT kind, count(*) AS open FROM approval a
					 WHERE business_id = :business AND kind = ANY (:kinds) AND state = 'OPEN' AND expires_at > now()
					   AND maker_id IS DISTINCT FROM :reader
					   AND NOT EXISTS (SELECT FROM approval_decision d WHERE d.approval_id = a.approval_id AND d.checker_id = :reader)
					 GROUP BY kind
					""")
			.param("kinds", kinds.toArray(String[]::new))
			.param("business", businessId)
			.param("reader", readerId)
			.query((row) -> {
				counts.put(row.getString("kind"), row.getLong("open"));
			});
		return counts;
	}

	/** Who asked for some approvals, by approval. */
	@Transactional(readOnly = true)
	public Map<UUID, Asked> asked(Collection<UUID> approvalIds) {
		Map<UUID, Asked> asked = new HashMap<>();
		this.jdbc.sql("""
				SELECT a.approval_id, p.person_name, a.created_at
				  FROM approval a LEFT JOIN person p ON p.person_id = a.maker_id
				 WHERE a.approval_id = ANY (:ids)
				""").param("ids", approvalIds.toArray(UUID[]::new)).query((row) -> {
			asked.put(row.getObject("approval_id", UUID.class),
					new Asked(row.getString("person_name"), Timestamps.instant(row, "created_at")));
		});
		return asked;
	}

	/** Why an approval was rejected, if it was. */
	@Transactional(readOnly = true)
	public Optional<Rejection> rejection(UUID approvalId) {
		return this.jdbc.sql(REJECTIONS + " WHERE a.approval_id = :id AND d.decision = 'REFUSE'")
			.param("id", approvalId)
			.query(Approvals::rejection)
			.optional();
	}

	/** The rejections of a kind of the last 30 days, newest first. */
	@Transactional(readOnly = true)
	public List<Rejection> rejected(UUID businessId, String kind, int limit) {
		return this.jdbc.sql(REJECTIONS + """
				 WHERE a.business_id = :business AND a.kind = :kind AND a.state = 'REFUSED'
				   AND a.closed_at > now() - interval '30 days' AND d.decision = 'REFUSE'
				 ORDER BY a.closed_at DESC LIMIT :limit
				""")
			.param("business", businessId)
			.param("kind", kind)
			.param("limit", limit)
			.query(Approvals::rejection)
			.list();
	}

	private static Rejection rejection(ResultSet row, int number) throws SQLException {
		return new Rejection(row.getString("kind"), row.getString("summary"), row.getString("person_name"),
				row.getString("reason"), Timestamps.instant(row, "decided_at"));
	}

	private DecisionResult decide(UUID approvalId, UUID checkerId, byte[] contentHash, String decision,
			@Nullable String reason) {
		Optional<Reason> obstacle = obstacle(approvalId, checkerId, contentHash);
		if (obstacle.isPresent()) {
			return new NotCounted(obstacle.get());
		}
		this.jdbc.sql("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash, reason)
				VALUES (:approval, :checker, :decision, :hash, :reason)
				""")
			.param("approval", approvalId)
			.param("checker", checkerId)
			.param("decision", decision)
			.param("hash", contentHash)
			.param("reason", reason)
			.update();
		return new Counted(find(approvalId).orElseThrow().state());
	}

	/** Locks the approval, so that what is checked here still holds at the insert. */
	private Optional<Reason> obstacle(UUID approvalId, UUID checkerId, byte[] contentHash) {
		this.jdbc.sql("SELECT FROM approval WHERE approval_id = :id FOR UPDATE")
			.param("id", approvalId)
			.query()
			.listOfRows();
		Optional<Approval> found = find(approvalId);
		if (found.isEmpty()) {
			return Optional.of(Reason.UNKNOWN);
		}
		Approval approval = found.get();
		if (checkerId.equals(approval.makerId())) {
			return Optional.of(Reason.MAKER_IS_CHECKER);
		}
		if (this.jdbc
			.sql("SELECT EXISTS (SELECT FROM approval_decision WHERE approval_id = :id AND checker_id = :checker)")
			.param("id", approvalId)
			.param("checker", checkerId)
			.query(Boolean.class)
			.single()) {
			return Optional.of(Reason.DECIDED_ALREADY);
		}
		if (!Arrays.equals(contentHash, approval.contentHash())) {
			return Optional.of(Reason.OTHER_CONTENT);
		}
		if (approval.state() != ApprovalState.OPEN || !approval.expiresAt().isAfter(Instant.now())) {
			return Optional.of(Reason.CLOSED);
		}
		return Optional.empty();
	}

	static Approval approval(ResultSet row, int number) throws SQLException {
		return new Approval(row.getObject("approval_id", UUID.class), row.getString("kind"),
				row.getObject("business_id", UUID.class), row.getBytes("content_hash"), row.getString("summary"),
				row.getObject("maker_id", UUID.class), row.getInt("people_needed"), row.getInt("approved"),
				ApprovalState.of(row.getString("state")), Timestamps.instant(row, "expires_at"),
				row.getObject("executed_at") != null);
	}

}
