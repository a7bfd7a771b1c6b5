package dev.hundi.person;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The people of both audiences. */
@Repository
public class People {

	private final JdbcClient jdbc;

	People(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<Person> byEmail(Audience audience, String email) {
		return this.jdbc.sql("""
				SELECT person_id, audience, email, person_name FROM person
				 WHERE lower(email) = lower(:email) AND audience = :audience
				""").param("email", email).param("audience", audience.name()).query(People::person).optional();
	}

	public Optional<Person> byId(UUID personId) {
		return this.jdbc.sql("SELECT person_id, audience, email, person_name FROM person WHERE person_id = :id")
			.param("id", personId)
			.query(People::person)
			.optional();
	}

	/**
	 * Stores a new person, without roles and credentials.
	 * @throws org.springframework.dao.DuplicateKeyException if a person has this address
	 */
	public void add(Person person) {
		this.jdbc.sql("""
				INSERT INTO person (person_id, audience, email, person_name)
				VALUES (:id, :audience, :email, :name)
				""")
			.param("id", person.personId())
			.param("audience", person.audience().name())
			.param("email", person.email())
			.param("name", person.name())
			.update();
	}

	/** Gives a person another name. */
	public void rename(UUID personId, String name) {
		this.jdbc.sql("UPDATE person SET person_name = :name WHERE person_id = :id")
			.param("name", name)
			.param("id", personId)
			.update();
	}

	private static Person person(ResultSet row, int number) throws SQLException {
		return new Person(row.getObject("person_id", UUID.class), Audience.valueOf(row.getString("audience")),
				row.getString("email"), row.getString("person_name"));
	}

}
