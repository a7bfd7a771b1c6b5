package dev.hundi.bulk;

import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The number of approvers that a bulk file of a business needs, by its amount.
 */
@Repository
public class ApprovalTiers {

	/** Approvers needed for a file {@code f} that pays {@code total.valid_paise}. */
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
	 * Approvers by the amount in paise above which they are needed; empty if the business
	 * does not exist.
	 */
	public Optional<SortedMap<Long, Integer>> of(UUID businessId) {
		if (!exists(businessId)) {
			return Optional.empty();
		}
		SortedMap<Long, Integer> people = new TreeMap<>();
		this.jdbc.sql("SELECT above_paise, people FROM bulk_approval_tier WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query((row) -> {
				people.put(row.getLong("above_paise"), row.getInt("people"));
			});
		return Optional.of(people);
	}

	/**
	 * Replaces the tiers of a business. Loaded files keep the number they have.
	 * @param people one or two, by the amount in paise above which they are needed
	 * @return false if the business does not exist
	 */
	public boolean set(UUID businessId, SortedMap<Long, Integer> people) {
		return Objects.requireNonNull(this.transaction.execute((status) -> {
			if (!exists(businessId)) {
				return false;
			}
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
			return true;
		}));
	}

	private boolean exists(UUID businessId) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM business WHERE business_id = :businessId)")
			.param("businessId", businessId)
			.query(Boolean.class)
			.single();
	}

}
