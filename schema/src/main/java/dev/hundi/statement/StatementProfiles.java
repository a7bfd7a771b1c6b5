package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Versions of the profiles by which statements are read. The highest version whose first
 * day has come holds.
 */
@Repository
public class StatementProfiles {

	/** Kind of the approvals of versions. */
	public static final String KIND = "STATEMENT_PROFILE";

	/** Longest JSON of a version. */
	public static final int MOST_CHARS = 7_000;

	private static final JsonMapper json = JsonMapper.builder().build();

	private static final String SELECT = """
			SELECT name, version, valid_from, content, maker, checker, created_at FROM statement_profile
			""";

	private final JdbcClient jdbc;

	StatementProfiles(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A version.
	 *
	 * @param proposed what two people approved
	 * @param maker e-mail address, or INSTALLATION
	 * @param checker e-mail address, or INSTALLATION
	 */
	public record Version(int version, ProposedProfile proposed, String maker, String checker, Instant createdAt) {

		/** Such as {@code hdfc 3}. */
		public String text() {
			return this.proposed.name() + " " + this.version;
		}

		/** The profile as JSON, for readers. */
		public String content() {
			return write(this.proposed.profile());
		}

	}

	/** The content of an approval. */
	public static ProposedProfile read(String content) {
		return json.readValue(content, ProposedProfile.class);
	}

	/**
	 * What is stored and approved.
	 * @throws IllegalArgumentException if it is too long
	 */
	public static String write(ProposedProfile proposed) {
		String content = json.writeValueAsString(proposed);
		if (content.length() > MOST_CHARS) {
			throw new IllegalArgumentException("profile: at most " + MOST_CHARS + " characters in total");
		}
		return content;
	}

	/** A profile as JSON, for readers. */
	public static String write(ProfileContent profile) {
		return json.writeValueAsString(profile);
	}

	/** The version that holds on a day. */
	public Optional<Version> holding(String name, LocalDate day) {
		return this.jdbc.sql(SELECT + "WHERE name = :name AND valid_from <= :day ORDER BY version DESC LIMIT 1")
			.param("name", name)
			.param("day", day)
			.query(StatementProfiles::version)
			.optional();
	}

	/**
	 * The number of the newest version of a profile, whose first day can be to come; 0 if
	 * there is none.
	 */
	public int newest(String name) {
		return this.jdbc.sql("SELECT coalesce(max(version), 0) FROM statement_profile WHERE name = :name")
			.param("name", name)
			.query(Integer.class)
			.single();
	}

	/** All versions of a profile, the newest first. */
	public List<Version> versions(String name) {
		return this.jdbc.sql(SELECT + "WHERE name = :name ORDER BY version DESC LIMIT 200")
			.param("name", name)
			.query(StatementProfiles::version)
			.list();
	}

	/** The names of all profiles. */
	public List<String> names() {
		return this.jdbc.sql("SELECT DISTINCT name FROM statement_profile ORDER BY name").query(String.class).list();
	}

	/** The versions that hold on a day, by name. */
	public List<Version> allHolding(LocalDate day) {
		return this.jdbc.sql("""
				SELECT DISTINCT ON (name) name, version, valid_from, content, maker, checker, created_at
				  FROM statement_profile WHERE valid_from <= :day ORDER BY name, version DESC
				""").param("day", day).query(StatementProfiles::version).list();
	}

	/**
	 * Adds a version in the transaction that executes its approval.
	 * @param content as it was approved
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void add(String content, UUID approvalId) {
		ProposedProfile proposed = read(content);
		this.jdbc
			.sql("""
					INSERT INTO statement_profile (name, version, valid_from, content, trial_id, approval_id, maker, checker)
					SELECT :name, coalesce(max(version), 0) + 1, :validFrom, :content, :trial, :approval, 'maker', 'checker'
					  FROM statement_profile WHERE name = :name
					""")
			.param("name", proposed.name())
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
