package dev.hundi.person;

import java.util.UUID;

import dev.hundi.digest.Sha256;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The browsers from which people have signed in: the last twenty of each person. */
@Repository
public class KnownDevices {

	private static final int KEPT = 20;

	private final JdbcClient jdbc;

	KnownDevices(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records a sign-in.
	 * @param mark random value that the browser keeps; its hash is stored
	 * @return whether the person had not used this browser before
	 */
	public boolean signedIn(UUID personId, String mark) {
		boolean isNew = this.jdbc.sql("""
				INSERT INTO person_device (person_id, device_hash) VALUES (:person, :hash)
				ON CONFLICT (person_id, device_hash) DO UPDATE SET last_used_at = now()
				RETURNING xmax = 0
				""").param("person", personId).param("hash", Sha256.digest(mark)).query(Boolean.class).single();
		if (isNew) {
			this.jdbc.sql("""
					DELETE FROM person_device
					 WHERE person_id = :person AND device_hash NOT IN (
					         SELECT device_hash FROM person_device WHERE person_id = :person
					          ORDER BY last_used_at DESC, device_hash LIMIT :kept)
					""").param("person", personId).param("kept", KEPT).update();
		}
		return isNew;
	}

}
