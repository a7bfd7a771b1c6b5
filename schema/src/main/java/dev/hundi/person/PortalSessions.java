package dev.hundi.person;

import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Ends sessions of people, in the transaction of what makes that necessary, and knows
 * which have not ended.
 */
@Repository
public class PortalSessions {

	private final JdbcClient jdbc;

	PortalSessions(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Ends all sessions of a person in all copies of the portal.
	 * @return their number
	 */
	public int endAll(Audience audience, UUID personId) {
		return this.jdbc.sql("DELETE FROM " + audience.sessionTable() + " WHERE principal_name = :person")
			.param("person", personId.toString())
			.update();
	}

	/** Ends all sessions of a person but one. */
	public int endOthers(Audience audience, UUID personId, String sessionId) {
		return this.jdbc
			.sql("DELETE FROM " + audience.sessionTable()
					+ " WHERE principal_name = :person AND session_id <> :session")
			.param("person", personId.toString())
			.param("session", sessionId)
			.update();
	}

	/** Whether a session of a person has not ended. */
	public boolean exists(Audience audience, UUID personId, String sessionId) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM " + audience.sessionTable()
					+ " WHERE principal_name = :person AND session_id = :session)")
			.param("person", personId.toString())
			.param("session", sessionId)
			.query(Boolean.class)
			.single();
	}

}
