package dev.hundi.business;

import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Sets the limits of a business's payouts. The database permits it to an application only
 * in the transaction that executes an approval. The API reads limits at most five seconds
 * later.
 */
@Component
public class ChangeLimits {

	private final JdbcClient jdbc;

	ChangeLimits(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Replaces all limits of a business.
	 * @throws IllegalArgumentException if the business does not exist
	 * @throws org.springframework.dao.DataIntegrityViolationException if an application
	 * has no executed approval
	 */
	@Transactional
	public void set(UUID businessId, PayoutLimits limits) {
		if (this.jdbc.sql("UPDATE business SET max_payout_paise = :max WHERE business_id = :businessId")
			.param("max", limits.maxPayoutPaise())
			.param("businessId", businessId)
			.update() == 0) {
			throw new IllegalArgumentException("Unknown business " + businessId);
		}
		this.jdbc.sql("DELETE FROM rail_limit WHERE business_id = :businessId")
			.param("businessId", businessId)
			.update();
		limits.ranges()
			.forEach((rail, range) -> this.jdbc.sql("""
					INSERT INTO rail_limit (business_id, rail, min_paise, max_paise)
					VALUES (:businessId, :rail, :min, :max)
					""")
				.param("businessId", businessId)
				.param("rail", rail.code())
				.param("min", range.minPaise())
				.param("max", range.maxPaise())
				.update());
	}

}
