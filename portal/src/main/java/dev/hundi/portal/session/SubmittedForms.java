package dev.hundi.portal.session;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Lets a form act once, however often and at how many copies it is sent. */
@Repository
public class SubmittedForms {

	private final JdbcClient jdbc;

	SubmittedForms(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Records a form in the transaction of its act; a second submission waits for the
	 * first one to end.
	 * @param formId null if the form has none, which acts each time
	 * @return false if the form has acted before
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public boolean isFirst(@Nullable UUID formId, UUID personId) {
		if (formId == null) {
			return true;
		}
		this.jdbc
			.sql("DELETE FROM submitted_form WHERE person_id = :person AND submitted_at < now() - interval '1 day'")
			.param("person", personId)
			.update();
		return this.jdbc
			.sql("INSERT INTO submitted_form (form_id, person_id) VALUES (:form, :person) ON CONFLICT DO NOTHING")
			.param("form", formId)
			.param("person", personId)
			.update() == 1;
	}

}
