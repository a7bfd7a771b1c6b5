package dev.hundi.bulk;

import java.util.SortedMap;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * How many people a bulk file of a business needs, by what it pays.
 */
@Repository
public class ApprovalTiers {

	/** People needed for a file {@code f} that pays {@code total.valid_paise}. */
	static final String PEOPLE = """
			coalesce((SELECT t.people FROM bulk_approval_tier t
			           WHERE t.business_id = f.business_id AND t.above_paise < total.valid_paise
			           ORDER BY t.above_paise DESC LIMIT 1), 1)""";

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	ApprovalTiers(JdbcClient jdbc, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	/**
	 * Replaces the tiers of a business. Files that are loaded already keep what they
	 * need.
	 * @param people one or two, by the amount in paise above which they are needed
	 */
	public void set(UUID businessId, SortedMap<Long, Integer> people) {
		this.transaction.executeWithoutResult((status) -> {
			this.jdbc.sql("DELETE FROM bulk_approval_tier WHERE business_id = :businessId")
				.param("businessId", businessId)
				.update();
			people.forEach((abovePaise, needed) -> this.jdbc
				.sql("""
						INSERT INTO bulk_approval_tier (business_id, above_paise, people) VALUES (:businessId, :abovePaise, :people)
						""")
				.param("businessId", businessId)
				.param("abovePaise", abovePaise)
				.param("people", needed)
				.update());
		});
	}

}
