package dev.hundi.person;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;

import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Passwords, TOTP secrets and recovery codes of people. */
// Lazy: only the portal needs the key file for this.
@Lazy
@Repository
public class Credentials {

	/** Recovery codes that a person gets at once. */
	public static final int RECOVERY_CODES = 10;

	private static final String ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

	private static final int CODE_LENGTH = 16;

	private final JdbcClient jdbc;

	private final SecretEncryption encryption;

	private final SecureRandom random = new SecureRandom();

	Credentials(JdbcClient jdbc, SecretEncryption encryption) {
		this.jdbc = jdbc;
		this.encryption = encryption;
	}

	/**
	 * Is another one after each change of the password, the authenticator, the recovery
	 * codes or the passkeys, but not after their use.
	 */
	public String fingerprint(UUID personId) {
		return this.jdbc
			.sql("""
					SELECT encode(sha256(convert_to(concat_ws('|',
					         (SELECT extract(epoch FROM changed_at) FROM person_password WHERE person_id = :id),
					         (SELECT extract(epoch FROM changed_at) FROM person_totp WHERE person_id = :id),
					         (SELECT string_agg(encode(code_hash, 'hex'), ',' ORDER BY code_hash) FROM recovery_code WHERE person_id = :id),
					         (SELECT string_agg(c.credential_id, ',' ORDER BY c.credential_id)
					            FROM user_credentials c JOIN user_entities u ON u.id = c.user_entity_user_id
					           WHERE u.name = :name)), 'UTF8')), 'hex')
					""")
			.param("id", personId)
			.param("name", personId.toString())
			.query(String.class)
			.single();
	}

	/** The Argon2id hash of a person's password. */
	public Optional<String> passwordHash(UUID personId) {
		return this.jdbc.sql("SELECT hash FROM person_password WHERE person_id = :id")
			.param("id", personId)
			.query(String.class)
			.optional();
	}

	/** Sets or replaces the password. */
	public void setPassword(UUID personId, String hash) {
		this.jdbc.sql("""
				INSERT INTO person_password (person_id, hash) VALUES (:id, :hash)
				ON CONFLICT (person_id) DO UPDATE SET hash = excluded.hash, changed_at = now()
				""").param("id", personId).param("hash", hash).update();
	}

	/** The TOTP secret of a person, 20 bytes. */
	public Optional<byte[]> totpSecret(UUID personId) {
		return this.jdbc.sql("SELECT secret_ciphertext FROM person_totp WHERE person_id = :id")
			.param("id", personId)
			.query(byte[].class)
			.optional()
			.map((ciphertext) -> decrypt(personId, ciphertext));
	}

	/** Encrypts a TOTP secret, for a person who is not stored yet. */
	public byte[] encrypt(UUID personId, byte[] secret) {
		return this.encryption.encrypt(secret, SecretPlace.totp(personId));
	}

	/** Decrypts a result of {@link #encrypt} for the same person. */
	public byte[] decrypt(UUID personId, byte[] ciphertext) {
		return this.encryption.decrypt(ciphertext, SecretPlace.totp(personId));
	}

	/**
	 * Sets or replaces the TOTP secret.
	 * @param step time step of the code that proved it, which is used up
	 */
	public void setTotp(UUID personId, byte[] ciphertext, long step) {
		this.jdbc
			.sql("""
					INSERT INTO person_totp (person_id, secret_ciphertext, last_step) VALUES (:id, :secret, :step)
					ON CONFLICT (person_id) DO UPDATE
					   SET secret_ciphertext = excluded.secret_ciphertext, last_step = excluded.last_step, changed_at = now()
					""")
			.param("id", personId)
			.param("secret", ciphertext)
			.param("step", step)
			.update();
	}

	/**
	 * Uses up a time step, so that a code is accepted once by all copies together.
	 * @return false if this step or a later one was used
	 */
	public boolean useStep(UUID personId, long step) {
		return this.jdbc.sql("UPDATE person_totp SET last_step = :step WHERE person_id = :id AND last_step < :step")
			.param("step", step)
			.param("id", personId)
			.update() == 1;
	}

	/** Replaces all recovery codes. */
	public List<String> newRecoveryCodes(UUID personId) {
		this.jdbc.sql("DELETE FROM recovery_code WHERE person_id = :id").param("id", personId).update();
		List<String> codes = new ArrayList<>();
		for (int i = 0; i < RECOVERY_CODES; i++) {
			String code = randomCode();
			this.jdbc.sql("INSERT INTO recovery_code (person_id, code_hash) VALUES (:id, :hash)")
				.param("id", personId)
				.param("hash", hash(code))
				.update();
			codes.add(code);
		}
		return codes;
	}

	/**
	 * Uses a recovery code up.
	 * @return false if the person has no such unused code
	 */
	public boolean useRecoveryCode(UUID personId, String code) {
		return this.jdbc.sql("""
				UPDATE recovery_code SET used_at = now()
				 WHERE person_id = :id AND code_hash = :hash AND used_at IS NULL
				""").param("id", personId).param("hash", hash(code)).update() == 1;
	}

	public int unusedRecoveryCodes(UUID personId) {
		return this.jdbc.sql("SELECT count(*) FROM recovery_code WHERE person_id = :id AND used_at IS NULL")
			.param("id", personId)
			.query(Integer.class)
			.single();
	}

	/** Removes every credential, passkeys too, and the known browsers. */
	public void removeAll(UUID personId) {
		for (String table : List.of("person_password", "person_totp", "recovery_code", "person_device")) {
			this.jdbc.sql("DELETE FROM " + table + " WHERE person_id = :id").param("id", personId).update();
		}
		this.jdbc.sql(
				"DELETE FROM user_credentials WHERE user_entity_user_id IN (SELECT id FROM user_entities WHERE name = :id)")
			.param("id", personId.toString())
			.update();
	}

	/** Groups of four characters. */
	private String randomCode() {
		StringBuilder code = new StringBuilder();
		for (int i = 0; i < CODE_LENGTH; i++) {
			code.append((i > 0 && i % 4 == 0) ? "-" : "").append(ALPHABET.charAt(this.random.nextInt(32)));
		}
		return code.toString();
	}

	private static byte[] hash(String code) {
		String canonical = code.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
		return Sha256.digest(canonical);
	}

}
