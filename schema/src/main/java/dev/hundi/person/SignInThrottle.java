package dev.hundi.person;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.person.SignInAttempt.Counted;
import dev.hundi.port.SourceNetwork;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Slows down guessing, across all copies of a portal. Failed sign-ins count for the
 * e-mail address, whether or not a person has it, failed confirmations for the person,
 * and both for the network of the address that they come from. A block doubles with each
 * further failure, and a day without failures clears it.
 */
@Repository
public class SignInThrottle {

	/** Failures of one e-mail address, or confirming person, before it is blocked. */
	public static final int FAILURES_PER_EMAIL = 5;

	/** Failures from one network address before it is blocked. */
	public static final int FAILURES_PER_ADDRESS = 50;

	public static final Duration FIRST_BLOCK = Duration.ofSeconds(30);

	public static final Duration LONGEST_BLOCK = Duration.ofMinutes(15);

	private final JdbcClient jdbc;

	SignInThrottle(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Begins an attempt. It is counted as a failure before it is checked, because
	 * parallel attempts would otherwise all be checked before the first is counted. While
	 * an e-mail address is blocked, attempts do not prolong its block.
	 */
	public SignInAttempt begin(Audience audience, String email, String address) {
		return begin(audience, emailKey(audience, email), address);
	}

	/**
	 * Begins an attempt of a signed-in person, such as a code that confirms an act. It
	 * has a counter of its own. An attacker who knows the e-mail address can fail
	 * sign-ins without a session, and must not block confirmations with them.
	 */
	public SignInAttempt beginConfirmation(Audience audience, UUID personId, String address) {
		return begin(audience, Sha256.digest(audience + "|confirmation|" + personId), address);
	}

	private SignInAttempt begin(Audience audience, byte[] person, String address) {
		Optional<Counted> network = countIfPermitted(audience, key(audience, address), FAILURES_PER_ADDRESS);
		if (network.isEmpty()) {
			failedAddress(audience, address);
			return new SignInAttempt.NetworkBlocked();
		}
		Optional<Counted> counted = countIfPermitted(audience, person, FAILURES_PER_EMAIL);
		return counted.<SignInAttempt>map((count) -> new SignInAttempt.Permitted(network.get(), count))
			.orElseGet(SignInAttempt.EmailBlocked::new);
	}

	/** Begins an attempt that names no person. */
	public SignInAttempt begin(Audience audience, String address) {
		Optional<Counted> network = countIfPermitted(audience, key(audience, address), FAILURES_PER_ADDRESS);
		if (network.isEmpty()) {
			failedAddress(audience, address);
			return new SignInAttempt.NetworkBlocked();
		}
		return new SignInAttempt.Permitted(network.get(), null);
	}

	/** No longer counts an attempt: it was right, or could not be checked. */
	public void giveBack(SignInAttempt.Permitted attempt) {
		giveBack(attempt.network());
		if (attempt.email() != null) {
			giveBack(attempt.email());
		}
	}

	/**
	 * Forgets all failures of the e-mail address after a complete sign-in, or those of
	 * the person after a confirmation.
	 */
	public void succeeded(SignInAttempt.Permitted attempt) {
		giveBack(attempt.network());
		if (attempt.email() != null) {
			this.jdbc.sql("DELETE FROM " + attempt.email().audience().throttleTable() + " WHERE throttle_key = :key")
				.param("key", attempt.email().key())
				.update();
		}
	}

	/** Whether sign-in is blocked for the network of an address. */
	public boolean isAddressBlocked(Audience audience, String address) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM %s WHERE throttle_key = :key AND blocked_until > clock_timestamp())
				""".formatted(audience.throttleTable()))
			.param("key", key(audience, address))
			.query(Boolean.class)
			.single();
	}

	/** Counts a failure that names no person, also while the network is blocked. */
	public void failedAddress(Audience audience, String address) {
		count(audience, key(audience, address), FAILURES_PER_ADDRESS, true);
	}

	private Optional<Counted> countIfPermitted(Audience audience, byte[] key, int allowed) {
		return count(audience, key, allowed, false);
	}

	/** The lock of the row lets one of several attempts count at a time. */
	private Optional<Counted> count(Audience audience, byte[] key, int allowed, boolean evenIfBlocked) {
		return this.jdbc
			.sql("""
					INSERT INTO %s AS t (throttle_key, failures, last_at) VALUES (:key, 1, clock_timestamp())
					ON CONFLICT (throttle_key) DO UPDATE
					   SET failures = CASE WHEN t.last_at < clock_timestamp() - interval '1 day' THEN 1 ELSE t.failures + 1 END,
					       last_at = clock_timestamp(),
					       blocked_until = CASE WHEN t.last_at >= clock_timestamp() - interval '1 day' AND t.failures + 1 >= :allowed
					         THEN clock_timestamp() + least(make_interval(secs => :longest),
					              make_interval(secs => :first * power(2, least(t.failures + 1 - :allowed, 20)))) END
					 WHERE :evenIfBlocked OR t.blocked_until IS NULL OR t.blocked_until <= clock_timestamp()
					RETURNING blocked_until
					"""
				.formatted(audience.throttleTable()))
			.param("key", key)
			.param("allowed", allowed)
			.param("first", FIRST_BLOCK.toSeconds())
			.param("longest", LONGEST_BLOCK.toSeconds())
			.param("evenIfBlocked", evenIfBlocked)
			.query((row, number) -> new Counted(audience, key, allowed, Timestamps.nullable(row, "blocked_until")))
			.optional();
	}

	/** A block that other failures have caused stays. */
	private void giveBack(Counted counted) {
		this.jdbc
			.sql("""
					UPDATE %s
					   SET failures = greatest(failures - 1, 0),
					       blocked_until = CASE WHEN failures > :allowed AND blocked_until IS DISTINCT FROM cast(:own AS timestamptz)
					         THEN blocked_until END
					 WHERE throttle_key = :key
					"""
				.formatted(counted.audience().throttleTable()))
			.param("allowed", counted.allowed())
			.param("own", (counted.blockedUntil() != null) ? Timestamps.utc(counted.blockedUntil()) : null)
			.param("key", counted.key())
			.update();
	}

	private static byte[] key(Audience audience, String address) {
		return Sha256.digest(audience + "|address|" + SourceNetwork.of(address).name().toLowerCase(Locale.ROOT));
	}

	/**
	 * The database finds a person by its own lower(), which differs from that of Java in
	 * some letters: each spelling that it takes for the same address must count together.
	 */
	private byte[] emailKey(Audience audience, String email) {
		return this.jdbc.sql("SELECT sha256(convert_to(:kind || lower(:email), 'UTF8'))")
			.param("kind", audience + "|email|")
			.param("email", email.strip())
			.query(byte[].class)
			.single();
	}

}
