package dev.hundi.token;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.digest.Sha256;
import dev.hundi.port.SourceNetwork;
import dev.hundi.secret.RandomSecret;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Programs that wait for a person to confirm their login in the browser. */
@Repository
public class DeviceLogins {

	/** How long a person has to confirm. */
	public static final Duration VALID_FOR = Duration.ofMinutes(10);

	/** How long the token of a confirmed login is valid. */
	public static final Duration TOKEN_VALID_FOR = Duration.ofHours(8);

	/** Open logins of one network. */
	static final int MOST_PER_NETWORK = 20;

	/** Open logins of all networks. */
	static final int MOST = 1_000;

	private final JdbcClient jdbc;

	private final AccessTokens tokens;

	DeviceLogins(JdbcClient jdbc, AccessTokens tokens) {
		this.jdbc = jdbc;
		this.tokens = tokens;
	}

	/**
	 * Begins a login.
	 * @return empty if too many logins of the network, or of all, are open
	 */
	@Transactional
	public Optional<Begun> begin(String address) {
		// Parallel logins must not all count before one of them is stored.
		this.jdbc.sql("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('device_login', 0))")
			.query(Integer.class)
			.single();
		this.jdbc.sql("DELETE FROM device_login WHERE expires_at < now()").update();
		List<String> addresses = this.jdbc.sql("SELECT address FROM device_login").query(String.class).list();
		if (addresses.size() >= MOST || ofNetwork(SourceNetwork.of(address), addresses) >= MOST_PER_NETWORK) {
			return Optional.empty();
		}
		Begun begun = new Begun(RandomSecret.next(), UserCode.next());
		this.jdbc.sql("""
				INSERT INTO device_login (device_hash, user_code, address, expires_at)
				VALUES (:hash, :code, :address, now() + :validMs * interval '1 millisecond')
				""")
			.param("hash", Sha256.digest(begun.deviceCode()))
			.param("code", begun.userCode())
			.param("address", address)
			.param("validMs", VALID_FOR.toMillis())
			.update();
		return Optional.of(begun);
	}

	/** The open login of a code as a person types it. */
	@Transactional(readOnly = true)
	public Optional<DeviceLogin> open(String typed) {
		return this.jdbc.sql("""
				SELECT user_code, address, created_at FROM device_login
				 WHERE user_code = :code AND state = 'OPEN' AND expires_at > now()
				""")
			.param("code", canonical(typed))
			.query((row, number) -> new DeviceLogin(row.getString("user_code"), row.getString("address"),
					Timestamps.instant(row, "created_at")))
			.optional();
	}

	/**
	 * Decides on an open login.
	 * @return false if there is no such login
	 */
	@Transactional
	public boolean decide(String typed, UUID personId, boolean confirm) {
		this.tokens.awaitChanges(personId);
		return this.jdbc.sql("""
				UPDATE device_login SET state = :state, person_id = :person, decided_at = now()
				 WHERE user_code = :code AND state = 'OPEN' AND expires_at > now()
				""")
			.param("state", confirm ? "CONFIRMED" : "REFUSED")
			.param("person", personId)
			.param("code", canonical(typed))
			.update() == 1;
	}

	/** Exchanges the code of a program for a token, once. */
	@Transactional
	public DeviceExchange exchange(String deviceCode, String name) {
		byte[] hash = Sha256.digest(deviceCode);
		// Before its row is locked: a change of credentials holds the other lock first.
		this.jdbc.sql("SELECT person_id FROM device_login WHERE device_hash = :hash AND state = 'CONFIRMED'")
			.param("hash", hash)
			.query(UUID.class)
			.optional()
			.ifPresent(this.tokens::awaitChanges);
		Optional<Confirmed> confirmed = this.jdbc.sql("""
				UPDATE device_login SET state = 'USED'
				 WHERE device_hash = :hash AND state = 'CONFIRMED' AND expires_at > now()
				RETURNING person_id, decided_at
				""")
			.param("hash", hash)
			.query((row, number) -> new Confirmed(row.getObject("person_id", UUID.class),
					Timestamps.instant(row, "decided_at")))
			.optional();
		if (confirmed.isPresent()) {
			UUID personId = confirmed.get().personId();
			NewToken token = new NewToken(name, TokenScope.ACT, EnumSet.allOf(CommandGroup.class), TOKEN_VALID_FOR);
			return new DeviceExchange.Issued(personId, this.tokens.create(personId, token, confirmed.get().at()));
		}
		boolean open = this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM device_login WHERE device_hash = :hash AND state = 'OPEN' AND expires_at > now())
					""")
			.param("hash", hash)
			.query(Boolean.class)
			.single();
		return open ? new DeviceExchange.Pending() : new DeviceExchange.Ended();
	}

	private static long ofNetwork(SourceNetwork network, List<String> addresses) {
		return addresses.stream().filter((address) -> SourceNetwork.of(address).equals(network)).count();
	}

	private static String canonical(String typed) {
		return typed.toUpperCase(Locale.ROOT).replaceAll("[^A-Z]", "");
	}

	/**
	 * A login that has begun.
	 *
	 * @param deviceCode secret of the program
	 * @param userCode what the person types
	 */
	public record Begun(String deviceCode, String userCode) {

		/** Omits the secret. */
		@Override
		public String toString() {
			return "Begun[" + this.userCode + "]";
		}

	}

	private record Confirmed(UUID personId, Instant at) {
	}

}
