package dev.hundi.wallet;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.utr.Utr;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The wallets, one per business.
 */
@Repository
public class Wallets {

	private final JdbcClient jdbc;

	Wallets(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A business's wallet, or empty if the business does not exist. */
	public Optional<WalletSnapshot> snapshot(UUID businessId) {
		return this.jdbc.sql("""
				SELECT b.business_code, b.business_name, b.reserve_percent, b.min_balance_paise,
				       coalesce(w.balance_paise, 0) AS balance_paise, w.business_id IS NOT NULL AS provisioned
				  FROM business b
				  LEFT JOIN wallet w ON w.business_id = b.business_id
				 WHERE b.business_id = :businessId
				""").param("businessId", businessId).query((row, number) -> {
			BalanceRule rule = new BalanceRule(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise"));
			long availablePaise = row.getLong("balance_paise");
			return new WalletSnapshot(businessId, row.getString("business_code"), row.getString("business_name"),
					availablePaise, rule.reservePaise(availablePaise), rule.spendablePaise(availablePaise),
					rule.reservePercent(), rule.minBalancePaise(), row.getBoolean("provisioned"));
		}).optional();
	}

	/**
	 * Creates a business's wallet and its ledger account, unless it has one.
	 * @param virtualAccountNumber account number for top-ups of this wallet; stored in
	 * the canonical form of {@link Utr}
	 */
	public void provision(UUID businessId, String virtualAccountNumber) {
		this.jdbc.sql("""
				WITH account AS (
				  INSERT INTO ledger_account (code, business_id) VALUES ('wallet:' || :businessId, :businessId)
				  ON CONFLICT DO NOTHING
				  RETURNING account_id
				)
				INSERT INTO wallet (business_id, account_id, virtual_account_number)
				SELECT :businessId, account_id, :virtualAccountNumber FROM account
				""")
			.param("businessId", businessId)
			.param("virtualAccountNumber", Utr.canonical(virtualAccountNumber))
			.update();
	}

	/** The account number for top-ups of a wallet, or empty if there is no wallet. */
	public Optional<String> virtualAccountNumber(UUID businessId) {
		return this.jdbc.sql("SELECT virtual_account_number FROM wallet WHERE business_id = :businessId")
			.param("businessId", businessId)
			.query(String.class)
			.optional();
	}

}
