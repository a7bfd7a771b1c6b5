package dev.hundi.token;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.secret.RandomSecret;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Access tokens of the staff. The database revokes them when roles or credentials of
 * their person change.
 */
@Repository
public class AccessTokens {

	/** So that scanners of repositories recognise a leaked token. */
	static final String PREFIX = "hundi_";

	private static final String COLUMNS = """
			token_id, person_id, token_name, scope, groups, confirmed_at, created_at, expires_at, last_used_at
			""";

	private final JdbcClient jdbc;

	AccessTokens(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Creates a personal token and removes those of the person that ended a year ago. */
	@Transactional
	public IssuedToken create(UUID personId, NewToken token) {
		return create(personId, token, null);
	}

	/**
	 * Creates a token.
	 * @param confirmedAt when the device login was confirmed, or null
	 */
	IssuedToken create(UUID personId, NewToken token, @Nullable Instant confirmedAt) {
		awaitChanges(personId);
		this.jdbc.sql("""
				DELETE FROM access_token
				 WHERE person_id = :person AND least(revoked_at, expires_at) < now() - interval '1 year'
				""").param("person", personId).update();
		String secret = PREFIX + RandomSecret.next();
		return this.jdbc.sql("""
				INSERT INTO access_token (person_id, token_name, secret_hash, scope, groups, confirmed_at, expires_at)
				VALUES (:person, :name, :hash, :scope, :groups, :confirmed, now() + :validMs * interval '1 millisecond')
				RETURNING token_id, expires_at
				""")
			.param("person", personId)
			.param("name", token.name())
			.param("hash", Sha256.digest(secret))
			.param("scope", token.scope().name())
			.param("groups", token.groups().stream().map(CommandGroup::name).sorted().toArray(String[]::new))
			.param("confirmed", (confirmedAt != null) ? Timestamps.utc(confirmedAt) : null)
			.param("validMs", token.validFor().toMillis())
			.query((row, number) -> new IssuedToken(row.getObject("token_id", UUID.class), secret,
					Timestamps.instant(row, "expires_at")))
			.single();
	}

	/**
	 * Waits until those who change roles or credentials of a person have committed; later
	 * ones wait for this transaction and end what it makes.
	 */
	void awaitChanges(UUID personId) {
		this.jdbc.sql("SELECT await_changes_of_credentials(:person)").param("person", personId).query().listOfRows();
	}

	/** The token of a secret, unless it has ended; records its use. */
	@Transactional
	public Optional<AccessToken> use(String secret) {
		return this.jdbc
			.sql("UPDATE access_token SET last_used_at = now() WHERE secret_hash = :hash AND revoked_at IS NULL"
					+ " AND expires_at > now() RETURNING " + COLUMNS)
			.param("hash", Sha256.digest(secret))
			.query(AccessTokens::token)
			.optional();
	}

	/** Whether a secret is that of a token, which may have ended. */
	@Transactional(readOnly = true)
	public boolean isOfToken(String secret) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM access_token WHERE secret_hash = :hash)")
			.param("hash", Sha256.digest(secret))
			.query(Boolean.class)
			.single();
	}

	/** The tokens of a person that have not ended, the newest first. */
	@Transactional(readOnly = true)
	public List<AccessToken> of(UUID personId) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				  FROM access_token WHERE person_id = :person AND revoked_at IS NULL AND expires_at > now()
				 ORDER BY created_at DESC, token_id
				""").param("person", personId).query(AccessTokens::token).list();
	}

	/**
	 * Revokes a token of a person.
	 * @return whether the person had such a token
	 */
	@Transactional
	public boolean revoke(UUID personId, UUID tokenId) {
		return this.jdbc.sql("""
				UPDATE access_token SET revoked_at = now()
				 WHERE person_id = :person AND token_id = :token AND revoked_at IS NULL
				""").param("person", personId).param("token", tokenId).update() == 1;
	}

	/** A token that a person had and that is revoked. */
	@Transactional(readOnly = true)
	public Optional<Revoked> revoked(UUID personId, UUID tokenId) {
		return this.jdbc.sql("""
				SELECT token_name, revoked_at FROM access_token
				 WHERE person_id = :person AND token_id = :token AND revoked_at IS NOT NULL
				""")
			.param("person", personId)
			.param("token", tokenId)
			.query((row, number) -> new Revoked(row.getString("token_name"), Timestamps.instant(row, "revoked_at")))
			.optional();
	}

	private static AccessToken token(ResultSet row, int number) throws SQLException {
		Set<CommandGroup> groups = EnumSet.noneOf(CommandGroup.class);
		Arrays.stream((String[]) row.getArray("groups").getArray()).map(CommandGroup::valueOf).forEach(groups::add);
		return new AccessToken(row.getObject("token_id", UUID.class), row.getObject("person_id", UUID.class),
				row.getString("token_name"), TokenScope.valueOf(row.getString("scope")), groups,
				Timestamps.nullable(row, "confirmed_at"), new AccessToken.Times(Timestamps.instant(row, "created_at"),
						Timestamps.instant(row, "expires_at"), Timestamps.nullable(row, "last_used_at")));
	}

	/** A token that is revoked. */
	public record Revoked(String name, Instant revokedAt) {
	}

}
