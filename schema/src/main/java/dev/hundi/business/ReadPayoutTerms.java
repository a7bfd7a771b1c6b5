package dev.hundi.business;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Reads the current terms of a business.
 */
@Component
public class ReadPayoutTerms {

	private final JdbcClient jdbc;

	ReadPayoutTerms(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The terms of a business; the platform's by default. */
	public PayoutTerms of(UUID businessId) {
		return new PayoutTerms(CommissionPlan.of(slabs(businessId)), RailLimits.of(limits(businessId)),
				maxPayoutPaise(businessId));
	}

	/** The limits that a business has of its own. */
	public PayoutLimits limitsOf(UUID businessId) {
		return new PayoutLimits(limits(businessId), maxPayoutPaise(businessId));
	}

	private List<CommissionSlab> slabs(UUID businessId) {
		return this.jdbc.sql("""
				SELECT rail, above_paise, flat_paise, percent, min_paise, max_paise FROM commission_slab
				 WHERE price_plan_id = current_price_plan(:businessId)
				""").param("businessId", businessId).query(ReadPayoutTerms::slab).list();
	}

	private Map<Rail, RailLimits.Range> limits(UUID businessId) {
		Map<Rail, RailLimits.Range> limits = new EnumMap<>(Rail.class);
		this.jdbc.sql("SELECT rail, min_paise, max_paise FROM rail_limit WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query((row) -> {
				limits.put(Rail.stored(row.getString("rail")),
						new RailLimits.Range(row.getLong("min_paise"), row.getLong("max_paise")));
			});
		return limits;
	}

	private @Nullable Long maxPayoutPaise(UUID businessId) {
		long paise = this.jdbc.sql("SELECT coalesce(max_payout_paise, 0) FROM business WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query(Long.class)
			.single();
		return (paise > 0) ? Long.valueOf(paise) : null;
	}

	static CommissionSlab slab(ResultSet row, int number) throws SQLException {
		return new CommissionSlab(Rail.stored(row.getString("rail")), row.getLong("above_paise"),
				row.getLong("flat_paise"), row.getBigDecimal("percent"), row.getLong("min_paise"),
				row.getObject("max_paise", Long.class));
	}

}
