package dev.hundi.reconciliation;

import java.time.Instant;
import java.util.List;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * What people of finance say about breaks and attach to them. A break that continues
 * another one has the comments and the evidence of that one too.
 */
@Repository
public class BreakNotes {

	/** Longest comment, in characters. */
	public static final int MAX_COMMENT = 2_000;

	/** Comments and files that a break may have. */
	public static final int MAX_NOTES = 200;

	private static final String CHAIN = """
			WITH RECURSIVE chain AS (
			  SELECT break_id, continues_break_id FROM reconciliation_break WHERE break_id = :id
			  UNION
			  SELECT b.break_id, b.continues_break_id FROM reconciliation_break b JOIN chain ON b.break_id = chain.continues_break_id
			)
			""";

	private final JdbcClient jdbc;

	BreakNotes(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A comment on a break. */
	public record Comment(String comment, String by, Instant at) {
	}

	/** Comments, oldest first. */
	@Transactional(readOnly = true)
	public List<Comment> comments(long breakId) {
		return this.jdbc
			.sql(CHAIN
					+ """
							SELECT comment, by_whom, created_at FROM reconciliation_comment JOIN chain USING (break_id) ORDER BY comment_id LIMIT :limit
							""")
			.param("id", breakId)
			.param("limit", MAX_NOTES)
			.query((row, number) -> new Comment(row.getString(1), row.getString(2),
					Timestamps.instant(row, "created_at")))
			.list();
	}

	/**
	 * Adds a comment, in the transaction that audits it.
	 * @return false if the break has as many as it may have
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public boolean comment(long breakId, String comment, String by) {
		return this.jdbc
			.sql("""
					INSERT INTO reconciliation_comment (break_id, comment, by_whom)
					SELECT :id, :comment, :by WHERE (SELECT count(*) FROM reconciliation_comment WHERE break_id = :id) < :most
					""")
			.param("id", breakId)
			.param("comment", comment)
			.param("by", by)
			.param("most", MAX_NOTES)
			.update() == 1;
	}

}
