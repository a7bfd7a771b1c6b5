package dev.hundi.person;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;

import dev.hundi.digest.Sha256;
import dev.hundi.port.SourceNetwork;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Slows down guessing, across all copies of the portal. Failures count for the e-mail
 * address, whether or not a person has it, and for the network of the address that it
 * comes from. A block doubles with each further failure, and a day without failures
 * clears it.
 */
@Repository
public class SignInThrottle {

	/** Failures of one e-mail address before it is blocked. */
	public static final int FAILURES_PER_EMAIL = 5;

	/** Failures from one network address before it is blocked. */
	public static final int FAILURES_PER_ADDRESS = 50;

	/** The first block. */
	public static final Duration FIRST_BLOCK = Duration.ofSeconds(30);

	/** The longest block. */
	public static final Duration LONGEST_BLOCK = Duration.ofMinutes(15);

	private final JdbcClient jdbc;

	SignInThrottle(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Whether sign-in is blocked for an e-mail or a network address. */
	public boolean isBlocked(Audience audience, String email, String address) {
		return isBlocked(key(audience, "email", email)) || isAddressBlocked(audience, address);
	}

	/** Whether sign-in is blocked for a network address. */
	public boolean isAddressBlocked(Audience audience, String address) {
		return isBlocked(key(audience, "address", SourceNetwork.of(address).name()));
	}

	/** Counts a failure of both. */
	public void failed(Audience audience, String email, String address) {
		count(key(audience, "address", SourceNetwork.of(address).name()), FAILURES_PER_ADDRESS);
		count(key(audience, "email", email), FAILURES_PER_EMAIL);
	}

	/** Counts a failure that names no person. */
	public void failedAddress(Audience audience, String address) {
		count(key(audience, "address", SourceNetwork.of(address).name()), FAILURES_PER_ADDRESS);
	}

	/** Forgets the failures of an e-mail address after a complete sign-in. */
	public void succeeded(Audience audience, String email) {
		this.jdbc.sql("DELETE FROM sign_in_throttle WHERE throttle_key = :key")
			.param("key", key(audience, "email", email))
			.update();
	}

	private boolean isBlocked(byte[] key) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM sign_in_throttle
				                WHERE throttle_key = :key AND blocked_until > clock_timestamp())
				""").param("key", key).query(Boolean.class).single();
	}

	private void count(byte[] key, int allowed) {
		this.jdbc
			.sql("""
					INSERT INTO sign_in_throttle AS t (throttle_key, failures, last_at) VALUES (:key, 1, clock_timestamp())
					ON CONFLICT (throttle_key) DO UPDATE
					   SET failures = CASE WHEN t.last_at < clock_timestamp() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
					       last_at = clock_timestamp(),
					       blocked_until = CASE WHEN t.last_at >= clock_timestamp() - interval '1 day' AND t.failures + 1 >= :allowed
					         THEN clock_timestamp() + least(make_interval(secs => :longest),
					              make_interval(secs => :first * power(2, least(t.failures + 1 - :allowed, 20)))) END
					""")
			.param("key", key)
			.param("allowed", allowed)
			.param("first", FIRST_BLOCK.toSeconds())
			.param("longest", LONGEST_BLOCK.toSeconds())
			.update();
	}

	private static byte[] key(Audience audience, String kind, String value) {
		return Sha256.digest((audience + "|" + kind + "|" + value.strip().toLowerCase(Locale.ROOT))
			.getBytes(StandardCharsets.UTF_8));
	}

}
