package dev.hundi.letter;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.hundi.person.Audience;
import dev.hundi.person.Invitation;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Letters to people. They are written in the transaction of the act, so that a letter
 * exists if and only if its act happened, and sent at least once.
 */
// Lazy: only an application that writes letters needs the key file.
@Lazy
@Repository
public class Letters {

	private static final JsonMapper json = JsonMapper.builder().build();

	private static final int FAILURE_LENGTH = 500;

	private final JdbcClient jdbc;

	private final SecretEncryption encryption;

	Letters(JdbcClient jdbc, SecretEncryption encryption) {
		this.jdbc = jdbc;
		this.encryption = encryption;
	}

	/**
	 * Writes the letter with the link of an invitation or a recovery.
	 * @param token of the link, which only the recipient learns
	 * @param businessName the inviting business, or null for the staff
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void invite(Invitation invitation, String token, @Nullable String businessName) {
		LetterKind kind = invitation.isRecovery() ? LetterKind.RECOVERY : LetterKind.INVITATION;
		List<String> parameters = invitation.isRecovery() ? List.of()
				: List.of((businessName != null) ? businessName : "");
		UUID letterId = UuidCreator.getTimeOrderedEpoch();
		this.jdbc
			.sql("""
					INSERT INTO letter (letter_id, kind, audience, business_id, invitation_id, recipient, parameters, token_ciphertext)
					VALUES (:id, :kind, :audience, :business, :invitation, :recipient, :parameters::jsonb, :token)
					""")
			.param("id", letterId)
			.param("kind", kind.name())
			.param("audience", invitation.audience().name())
			.param("business", invitation.businessId())
			.param("invitation", invitation.invitationId())
			.param("recipient", invitation.email())
			.param("parameters", json.writeValueAsString(parameters))
			.param("token", this.encryption.encrypt(token.getBytes(StandardCharsets.UTF_8), place(letterId)))
			.update();
	}

	/**
	 * Writes a letter to a person about itself.
	 * @param parameters as the kind says
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void write(Person person, LetterKind kind, String... parameters) {
		insert(kind, person.audience(), null, person.email(), checked(kind, parameters));
	}

	/**
	 * Writes a letter to all people who have one of the roles in a business or the staff,
	 * except people whose personal data is erased.
	 * @param businessId null for the staff
	 * @param parameters as the kind says
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void write(@Nullable UUID businessId, Collection<Role> roles, LetterKind kind, String... parameters) {
		List<String> given = checked(kind, parameters);
		Audience audience = (businessId != null) ? Audience.MERCHANT : Audience.STAFF;
		this.jdbc.sql((businessId != null) ? """
				SELECT DISTINCT p.email FROM membership m JOIN person p ON p.person_id = m.person_id
				 WHERE m.business_id = :business AND m.role = ANY(:roles::text[])
				   AND p.email NOT LIKE :erased
				 ORDER BY p.email
				""" : """
				SELECT DISTINCT p.email FROM staff_role r JOIN person p ON p.person_id = r.person_id
				 WHERE r.role = ANY(:roles::text[]) AND p.email NOT LIKE :erased
				 ORDER BY p.email
				""")
			.param("erased", Person.ERASED_EMAIL)
			.param("business", businessId)
			.param("roles", roles.stream().map(Role::name).toArray(String[]::new))
			.query(String.class)
			.list()
			.forEach((email) -> insert(kind, audience, businessId, email, given));
	}

	/** Whether a letter is due: one statement without a transaction. */
	public boolean areDue(Audience audience) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM letter WHERE audience = :audience AND state = 'PENDING' AND due_at <= now())
				""").param("audience", audience.name()).query(Boolean.class).single();
	}

	/**
	 * Claims the letter that is due longest, those with links and about people of the
	 * team first, so that no other process sends it during the lease.
	 */
	@Transactional
	public Optional<ClaimedLetter> claim(Audience audience, Duration lease) {
		return this.jdbc.sql("""
				UPDATE letter
				   SET attempt_count = attempt_count + 1, due_at = now() + :leaseMs * interval '1 millisecond'
				 WHERE letter_id = (SELECT letter_id FROM letter
				                     WHERE audience = :audience AND state = 'PENDING' AND due_at <= now()
				                     ORDER BY (kind IN ('INVITATION', 'RECOVERY', 'PERSON_INVITED',
				                                        'ROLES_CHANGED')) DESC, due_at, letter_id
				                     LIMIT 1 FOR UPDATE SKIP LOCKED)
				RETURNING letter_id, attempt_count, kind, recipient, parameters, token_ciphertext, created_at
				""")
			.param("audience", audience.name())
			.param("leaseMs", lease.toMillis())
			.query((row, number) -> claimed(row))
			.optional();
	}

	/**
	 * Reads a letter. Apart from its claim, so that a letter that cannot be read does not
	 * keep the others from being claimed.
	 * @throws IllegalArgumentException if this version does not know its kind
	 * @throws IllegalStateException if its token does not decrypt
	 */
	public ReadLetter read(ClaimedLetter letter) {
		byte[] token = letter.tokenCiphertext();
		return new ReadLetter(LetterKind.valueOf(letter.kind()),
				List.of(json.readValue(letter.parameters(), String[].class)),
				(token != null)
						? new String(this.encryption.decrypt(token, place(letter.letterId())), StandardCharsets.UTF_8)
						: null,
				letter.writtenAt());
	}

	/** Records that a letter was handed to the mail server, and erases its token. */
	@Transactional
	public void sent(ClaimedLetter letter) {
		this.jdbc
			.sql("""
					UPDATE letter SET state = 'SENT', token_ciphertext = NULL, failure = NULL, due_at = NULL, ended_at = now()
					 WHERE letter_id = :id AND attempt_count = :attempt AND state = 'PENDING'
					""")
			.param("id", letter.letterId())
			.param("attempt", letter.attempt())
			.update();
	}

	/**
	 * Records a failed attempt.
	 * @param delay until the next one, or null to give the letter up
	 */
	@Transactional
	public void failed(ClaimedLetter letter, String failure, @Nullable Duration delay) {
		this.jdbc
			.sql((delay != null) ? """
					UPDATE letter SET failure = :failure, due_at = now() + :delayMs * interval '1 millisecond'
					 WHERE letter_id = :id AND attempt_count = :attempt AND state = 'PENDING'
					"""
					: """
							UPDATE letter SET state = 'FAILED', token_ciphertext = NULL, failure = :failure, due_at = NULL, ended_at = now()
							 WHERE letter_id = :id AND attempt_count = :attempt AND state = 'PENDING'
							""")
			.param("failure", Beginning.of(failure, FAILURE_LENGTH))
			.param("delayMs", (delay != null) ? delay.toMillis() : 0)
			.param("id", letter.letterId())
			.param("attempt", letter.attempt())
			.update();
	}

	/**
	 * Removes letters of an audience that ended longer ago than an age.
	 * @return their number, at most 1,000
	 */
	@Transactional
	public int removeEnded(Audience audience, Duration age) {
		return this.jdbc
			.sql("""
					DELETE FROM letter WHERE letter_id IN (
					  SELECT letter_id FROM letter
					   WHERE audience = :audience AND state <> 'PENDING' AND ended_at < now() - make_interval(secs => :seconds)
					   LIMIT 1000)
					""")
			.param("audience", audience.name())
			.param("seconds", age.toSeconds())
			.update();
	}

	/** Open invitations of a business or the staff whose letter was given up. */
	@Transactional(readOnly = true)
	public List<UUID> undeliveredInvitations(@Nullable UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT invitation_id FROM letter
					 WHERE business_id IS NOT DISTINCT FROM :business::uuid AND state = 'FAILED' AND invitation_id IS NOT NULL
					   AND created_at > now() - interval '1 day'
					""")
			.param("business", businessId)
			.query(UUID.class)
			.list();
	}

	/**
	 * Counts the letters of an audience that are due for longer than an age, and those
	 * that were given up in the last day.
	 */
	@Transactional(readOnly = true)
	public Backlog backlog(Audience audience, Duration age) {
		return this.jdbc
			.sql("""
					SELECT count(*) FILTER (WHERE state = 'PENDING' AND created_at < now() - make_interval(secs => :seconds)) AS late,
					       count(*) FILTER (WHERE state = 'FAILED' AND ended_at > now() - interval '1 day') AS failed
					  FROM letter WHERE audience = :audience
					   AND (state = 'PENDING' OR ended_at > now() - interval '1 day')
					""")
			.param("audience", audience.name())
			.param("seconds", age.toSeconds())
			.query((row, number) -> new Backlog(row.getLong("late"), row.getLong("failed")))
			.single();
	}

	/**
	 * Letters that did not arrive.
	 *
	 * @param late not sent although they were written long ago
	 * @param failed given up in the last day
	 */
	public record Backlog(long late, long failed) {
	}

	private void insert(LetterKind kind, Audience audience, @Nullable UUID businessId, String recipient,
			List<String> parameters) {
		this.jdbc.sql("""
				INSERT INTO letter (letter_id, kind, audience, business_id, recipient, parameters)
				VALUES (:id, :kind, :audience, :business, :recipient, :parameters::jsonb)
				""")
			.param("id", UuidCreator.getTimeOrderedEpoch())
			.param("kind", kind.name())
			.param("audience", audience.name())
			.param("business", businessId)
			.param("recipient", recipient)
			.param("parameters", json.writeValueAsString(parameters))
			.update();
	}

	private static List<String> checked(LetterKind kind, String... parameters) {
		if (kind == LetterKind.INVITATION || kind == LetterKind.RECOVERY || parameters.length != kind.parameters()) {
			throw new IllegalArgumentException(kind + " needs " + kind.parameters() + " parameters");
		}
		return List.of(parameters);
	}

	private static ClaimedLetter claimed(ResultSet row) throws SQLException {
		return new ClaimedLetter(row.getObject("letter_id", UUID.class), row.getInt("attempt_count"),
				row.getString("kind"), row.getString("recipient"), row.getString("parameters"),
				row.getBytes("token_ciphertext"), Timestamps.instant(row, "created_at"));
	}

	private static SecretPlace place(UUID letterId) {
		return new SecretPlace(SecretPlace.Type.LETTER, letterId, letterId.toString());
	}

}
