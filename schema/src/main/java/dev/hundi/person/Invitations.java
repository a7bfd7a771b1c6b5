package dev.hundi.person;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
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

/**
 * Invitations: single use, valid for 24 hours. The token is in the link alone; its hash
 * is stored.
 */
@Repository
public class Invitations {

	/** How long an invitation can be used. */
	public static final Duration VALID = Duration.ofHours(24);

	/**
	 * How many people a business or the staff invites in {@link #VALID}, so that it has
	 * no more open invitations either.
	 */
	public static final int MOST = 200;

	private static final String COLUMNS = "invitation_id, audience, email, business_id, roles, person_id, invited_by, expires_at";

	private final JdbcClient jdbc;

	Invitations(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Invites a person to roles of a business or of the staff.
	 * @param businessId null for the staff
	 * @param invitedBy null for the first people of a business or an installation
	 * @return the token of the link
	 */
	public String invite(String email, @Nullable UUID businessId, Set<Role> roles, @Nullable UUID invitedBy) {
		Audience audience = (businessId != null) ? Audience.MERCHANT : Audience.STAFF;
		if (!roles.stream().allMatch((role) -> role.audience() == audience)) {
			throw new IllegalArgumentException("Roles of another audience: " + roles);
		}
		return insert(new Draft("JOIN", audience, email, businessId, roles, null), invitedBy, null);
	}

	/**
	 * Invites a person to set new credentials.
	 * @param businessId a business of the person, null for the staff
	 * @param invitedBy null if the owner of the database does it
	 * @param approvalId of two members of the staff, or null
	 * @return the token of the link
	 * @throws org.springframework.dao.DataIntegrityViolationException if the person
	 * recovers itself, or if without an approval the other person is not OWNER of every
	 * business of this person
	 */
	public String recover(Person person, @Nullable UUID businessId, @Nullable UUID invitedBy,
			@Nullable UUID approvalId) {
		return insert(new Draft("RECOVER", person.audience(), person.email(), businessId, Set.of(), person.personId()),
				invitedBy, approvalId);
	}

	/** The invitation of a token, unless it is used, withdrawn or expired. */
	public Optional<Invitation> open(String token) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM open_invitation(:hash)")
			.param("hash", Sha256.digest(token))
			.query(Invitations::invitation)
			.optional();
	}

	/**
	 * Uses an invitation up.
	 * @param personId who joins or recovers
	 * @return false if it is used, withdrawn or expired
	 */
	public boolean use(UUID invitationId, UUID personId) {
		return this.jdbc
			.sql("""
					UPDATE invitation SET used_at = clock_timestamp(), used_by = :person
					 WHERE invitation_id = :id AND used_at IS NULL AND withdrawn_at IS NULL AND expires_at > clock_timestamp()
					""")
			.param("person", personId)
			.param("id", invitationId)
			.update() == 1;
	}

	/**
	 * Withdraws an open invitation.
	 * @param businessId its business, null for the staff
	 */
	public boolean withdraw(UUID invitationId, @Nullable UUID businessId) {
		return this.jdbc.sql("""
				UPDATE invitation SET withdrawn_at = clock_timestamp()
				 WHERE invitation_id = :id AND business_id IS NOT DISTINCT FROM :business::uuid AND used_at IS NULL
				   AND withdrawn_at IS NULL
				""").param("id", invitationId).param("business", businessId).update() == 1;
	}

	/**
	 * An invitation that was used or withdrawn.
	 * @param businessId its business, null for the staff
	 */
	public Optional<Ended> ended(UUID invitationId, @Nullable UUID businessId) {
		return this.jdbc.sql("""
				SELECT email, used_at IS NOT NULL AS used, coalesce(used_at, withdrawn_at) AS ended_at
				  FROM invitation
				 WHERE invitation_id = :id AND business_id IS NOT DISTINCT FROM :business::uuid
				   AND coalesce(used_at, withdrawn_at) IS NOT NULL
				""")
			.param("id", invitationId)
			.param("business", businessId)
			.query((row, number) -> new Ended(row.getString("email"), row.getBoolean("used"),
					Timestamps.instant(row, "ended_at")))
			.optional();
	}

	/**
	 * The invitations that ended in this transaction because the person who sent one, or
	 * the person who got it, lost a role: those of a business, or of the staff and of
	 * businesses that the staff invited.
	 * @param businessId null for the staff
	 */
	public List<Invitation> endedWithRoles(@Nullable UUID businessId) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				  FROM invitation
				 WHERE (:business::uuid IS NULL OR business_id = :business) AND withdrawn_at = now()
				 ORDER BY invitation_id
				""").param("business", businessId).query(Invitations::invitation).list();
	}

	/**
	 * How many people others have invited within {@link #VALID}. Invitations that were
	 * withdrawn or used count, because each of them was a letter.
	 * @param businessId null for the staff
	 */
	public int recentOf(@Nullable UUID businessId) {
		return this.jdbc.sql("""
				SELECT count(*) FROM invitation
				 WHERE business_id IS NOT DISTINCT FROM :business::uuid AND purpose = 'JOIN' AND invited_by IS NOT NULL
				   AND created_at > now() - make_interval(secs => :seconds)
				""").param("business", businessId).param("seconds", VALID.toSeconds()).query(Integer.class).single();
	}

	/**
	 * All open invitations, newest first: more than {@link #MOST} only by recoveries and
	 * by people who invite at the same moment.
	 * @param businessId null for the staff
	 */
	public List<Invitation> openOf(@Nullable UUID businessId) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				  FROM invitation
				 WHERE business_id IS NOT DISTINCT FROM :business::uuid AND used_at IS NULL AND withdrawn_at IS NULL
				   AND expires_at > now()
				 ORDER BY invitation_id DESC
				""").param("business", businessId).query(Invitations::invitation).list();
	}

	/** The last invitation to a business, open or not. */
	public Optional<Invitation> lastOf(UUID businessId) {
		return this.jdbc.sql("SELECT " + COLUMNS + """
				  FROM invitation WHERE business_id = :business ORDER BY invitation_id DESC LIMIT 1
				""").param("business", businessId).query(Invitations::invitation).optional();
	}

	private String insert(Draft draft, @Nullable UUID invitedBy, @Nullable UUID approvalId) {
		String token = RandomSecret.next();
		this.jdbc.sql("""
				INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, person_id, invited_by,
				                        approval_id, expires_at)
				VALUES (:hash, :purpose, :audience, :email, :business, string_to_array(:roles, ','), :person, :by,
				        :approval, now() + make_interval(secs => :seconds))
				""")
			.param("hash", Sha256.digest(token))
			.param("purpose", draft.purpose)
			.param("audience", draft.audience.name())
			.param("email", draft.email)
			.param("business", draft.businessId)
			.param("roles", String.join(",", draft.roles.stream().map(Enum::name).sorted().toList()))
			.param("person", draft.personId)
			.param("by", invitedBy)
			.param("approval", approvalId)
			.param("seconds", VALID.toSeconds())
			.update();
		return token;
	}

	private static Invitation invitation(ResultSet row, int number) throws SQLException {
		Set<Role> roles = EnumSet.noneOf(Role.class);
		Arrays.stream((String[]) row.getArray("roles").getArray()).forEach((role) -> roles.add(Role.valueOf(role)));
		Instant expiresAt = Timestamps.instant(row, "expires_at");
		return new Invitation(row.getObject("invitation_id", UUID.class), Audience.valueOf(row.getString("audience")),
				row.getString("email"), row.getObject("business_id", UUID.class), roles,
				row.getObject("person_id", UUID.class), row.getObject("invited_by", UUID.class), expiresAt);
	}

	/**
	 * An invitation that was used or withdrawn.
	 *
	 * @param used whether its person used it
	 */
	public record Ended(String email, boolean used, Instant endedAt) {
	}

	private record Draft(String purpose, Audience audience, String email, @Nullable UUID businessId, Set<Role> roles,
			@Nullable UUID personId) {
	}

}
