package dev.hundi.approval;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.digest.Sha256;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Approvals whose content is stored until another person approves and it is done. */
@Repository
public class ProposedChanges {

	private static final String SELECT = """
			SELECT a.approval_id, a.kind, a.business_id, a.content_hash, a.summary, a.maker_id, a.people_needed, a.state, a.expires_at,
			       a.executed_at, c.content, c.reason, p.person_name, b.business_name,
			       (SELECT count(*) FROM approval_decision d WHERE d.approval_id = a.approval_id AND d.decision = 'AGREE') AS approved
			  FROM proposed_change c
			  JOIN approval a ON a.approval_id = c.approval_id
			  JOIN person p ON p.person_id = a.maker_id
			  LEFT JOIN business b ON b.business_id = a.business_id
			""";

	private final JdbcClient jdbc;

	private final Approvals approvals;

	ProposedChanges(JdbcClient jdbc, Approvals approvals) {
		this.jdbc = jdbc;
		this.approvals = approvals;
	}

	/** The hash under which a content is asked for and decided. */
	public static byte[] hash(String content) {
		return Sha256.digest(content);
	}

	/**
	 * Asks for an approval and stores what it is for.
	 * @param approval made by a person, with the hash of the content
	 * @param content JSON, at most 20,000 characters
	 * @param reason 5 to 500 characters
	 */
	@Transactional
	public UUID propose(NewApproval approval, String content, String reason) {
		UUID id = this.approvals.ask(approval);
		this.jdbc
			.sql("INSERT INTO proposed_change (approval_id, content, reason) VALUES (:approval, :content, :reason)")
			.param("approval", id)
			.param("content", content)
			.param("reason", reason)
			.update();
		return id;
	}

	@Transactional(readOnly = true)
	public Optional<ProposedChange> find(UUID approvalId) {
		return this.jdbc.sql(SELECT + " WHERE a.approval_id = :id")
			.param("id", approvalId)
			.query(ProposedChanges::change)
			.optional();
	}

	/**
	 * Waits for other decisions on what a change is about, until the end of the
	 * transaction: of two changes of one state only the first may find it unchanged.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void lock(ProposedChange change) {
		UUID business = change.approval().businessId();
		this.jdbc.sql("SELECT pg_advisory_xact_lock(hashtextextended('proposed_change ' || :subject, 0))")
			.param("subject", change.approval().kind() + " " + ((business != null) ? business : "HUNDI"))
			.query()
			.listOfRows();
	}

	/** Changes of some kinds that can still be decided, oldest first. */
	@Transactional(readOnly = true)
	public List<ProposedChange> open(Collection<String> kinds) {
		return this.jdbc.sql(SELECT + """
				 WHERE a.kind = ANY (:kinds) AND a.state = 'OPEN' AND a.expires_at > now()
				 ORDER BY a.created_at, a.approval_id LIMIT 200
				""").param("kinds", kinds.toArray(String[]::new)).query(ProposedChanges::change).list();
	}

	private static ProposedChange change(ResultSet row, int number) throws SQLException {
		return new ProposedChange(Approvals.approval(row, number), row.getString("content"), row.getString("reason"),
				row.getString("person_name"), row.getString("business_name"));
	}

}
