package dev.hundi.business;

import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Whether the relation with a business lasts. One that has ended makes no payouts until
 * the staff resumes it.
 */
@Repository
public class BusinessRelations {

	private final JdbcClient jdbc;

	BusinessRelations(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Whether the staff has ended the relation with a business and not resumed it. */
	public boolean hasEnded(UUID businessId) {
		return this.jdbc.sql("SELECT relation_ended_at IS NOT NULL FROM business WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

}
