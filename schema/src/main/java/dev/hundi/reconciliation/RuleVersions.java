package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Versions of the rules. A day is closed with the highest version whose first day is not
 * after it. Because no version begins in the past, the version of a day that is over does
 * not change.
 */
@Repository
public class RuleVersions {

	/** Kind of the approvals of versions. */
	public static final String KIND = "RECONCILIATION_RULES";

	private static final JsonMapper json = JsonMapper.builder().build();

	private static final String SELECT = """
			SELECT version, content, maker, checker, created_at FROM reconciliation_rules
			""";

	private final JdbcClient jdbc;

	RuleVersions(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A version.
	 *
	 * @param proposed what two people approved
	 * @param maker e-mail address, or INSTALLATION
	 * @param checker e-mail address, or INSTALLATION
	 */
	public record Version(int version, ProposedRules proposed, String maker, String checker, Instant createdAt) {

		public ReconciliationRules rules() {
			return this.proposed.rules();
		}

	}

	/** The content of an approval. */
	public static ProposedRules read(String content) {
		return json.readValue(content, ProposedRules.class);
	}

	/** What is stored and approved. */
	public static String write(ProposedRules proposed) {
		return json.writeValueAsString(proposed);
	}

	/**
	 * The rules of a request.
	 * @throws IllegalArgumentException naming the field and its rule
	 */
	public static ReconciliationRules readRules(String rules) {
		return json.readValue(rules, ReconciliationRules.class);
	}

	/** The version with which a business date is closed. */
	public Version holding(LocalDate day) {
		return this.jdbc.sql(SELECT + "WHERE valid_from <= :day ORDER BY version DESC LIMIT 1")
			.param("day", day)
			.query(RuleVersions::version)
			.single();
	}

	/** The number of the newest version, whose first day can be to come. */
	public int newest() {
		return this.jdbc.sql("SELECT max(version) FROM reconciliation_rules").query(Integer.class).single();
	}

	/** The newest first. */
	public List<Version> versions() {
		return this.jdbc.sql(SELECT + "ORDER BY version DESC LIMIT 200").query(RuleVersions::version).list();
	}

	/**
	 * Adds a version in the transaction that executes its approval.
	 * @param content as it was approved
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void add(String content, UUID approvalId) {
		ProposedRules proposed = read(content);
		this.jdbc.sql("""
				INSERT INTO reconciliation_rules (version, valid_from, content, trial_id, approval_id, maker, checker)
				SELECT max(version) + 1, :validFrom, :content, :trial, :approval, 'maker', 'checker'
				  FROM reconciliation_rules
				""")
			.param("validFrom", proposed.validFrom())
			.param("content", content)
			.param("trial", proposed.trialId())
			.param("approval", approvalId)
			.update();
	}

	private static Version version(ResultSet row, int number) throws SQLException {
		return new Version(row.getInt("version"), read(row.getString("content")), row.getString("maker"),
				row.getString("checker"), Timestamps.instant(row, "created_at"));
	}

}
