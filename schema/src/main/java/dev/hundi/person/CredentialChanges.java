package dev.hundi.person;

import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Orders changes of the credentials of a person, and of its roles in the staff, with what
 * they end: sessions and access tokens. Both locks are held until the transaction ends.
 */
@Repository
public class CredentialChanges {

	private final JdbcClient jdbc;

	CredentialChanges(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Begins a change, one at a time: what is read afterwards is what others left.
	 * Triggers take this lock as well, but after the rows that they change, so a
	 * transaction that locks more rows takes it first.
	 */
	public void begin(UUID personId) {
		this.jdbc.sql("SELECT begin_change_of_credentials(:person)").param("person", personId).query().listOfRows();
	}

	/**
	 * Waits until the changes of others have committed; later ones wait for this
	 * transaction. What is read afterwards in a statement of its own is what they left.
	 */
	public void await(UUID personId) {
		this.jdbc.sql("SELECT await_changes_of_credentials(:person)").param("person", personId).query().listOfRows();
	}

}
