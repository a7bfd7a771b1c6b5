package dev.hundi.business;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Finds businesses for the staff. */
@Component
public class SearchBusinesses {

	private static final String SELECT = """
			SELECT b.business_id, b.business_code, b.business_name, b.gstin, b.api_access_enabled, b.reserve_percent,
			       b.min_balance_paise, b.queue_if_low_balance, b.created_at, b.relation_ended_at, w.balance_paise,
			       w.virtual_account_number, c.state
			  FROM business b
			  LEFT JOIN wallet w ON w.business_id = b.business_id
			  LEFT JOIN onboarding_case c ON c.business_id = b.business_id
			""";

	private final JdbcClient jdbc;

	SearchBusinesses(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Businesses by name.
	 * @param text part of the name, of the code, of the GSTIN or of the virtual account
	 * number, without case; empty for all
	 * @param apiAccess only those with or without API access, or null
	 */
	@Transactional(readOnly = true)
	public List<BusinessOverview> list(String text, @Nullable Boolean apiAccess, Page page) {
		return this.jdbc
			.sql(SELECT
					+ """
							 WHERE (:text = '' OR position(lower(:text) IN lower(concat_ws(E'\\n', b.business_name, b.business_code, b.gstin,
							                                                               w.virtual_account_number))) > 0)
							   AND (:access::boolean IS NULL OR b.api_access_enabled = :access)
							 ORDER BY lower(b.business_name), b.business_id LIMIT :limit OFFSET :offset
							""")
			.param("text", text)
			.param("access", apiAccess)
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(SearchBusinesses::overview)
			.list();
	}

	@Transactional(readOnly = true)
	public Optional<BusinessOverview> byId(UUID businessId) {
		return this.jdbc.sql(SELECT + " WHERE b.business_id = :businessId")
			.param("businessId", businessId)
			.query(SearchBusinesses::overview)
			.optional();
	}

	private static BusinessOverview overview(ResultSet row, int number) throws SQLException {
		String account = row.getString("virtual_account_number");
		return new BusinessOverview(row.getObject("business_id", UUID.class), row.getString("business_code"),
				row.getString("business_name"), row.getString("gstin"), row.getBoolean("api_access_enabled"),
				row.getString("state"),
				new WalletRules(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise"),
						row.getBoolean("queue_if_low_balance")),
				(account != null) ? new BusinessOverview.Account(row.getLong("balance_paise"), account) : null,
				Timestamps.instant(row, "created_at"), Timestamps.nullable(row, "relation_ended_at"));
	}

}
