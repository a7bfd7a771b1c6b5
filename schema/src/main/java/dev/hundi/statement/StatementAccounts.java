package dev.hundi.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Nodal accounts by the account numbers in their statements.
 */
@Repository
public class StatementAccounts {

	private final JdbcClient jdbc;

	StatementAccounts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<StatementAccount> find(String accountNumber) {
		return this.jdbc
			.sql("""
					SELECT nodal_account_id, account_number, statement_profile FROM nodal_account WHERE account_number = :number
					""")
			.param("number", accountNumber)
			.query(StatementAccounts::account)
			.optional();
	}

	/** All nodal accounts with an account number. */
	public List<StatementAccount> all() {
		return this.jdbc.sql("""
				SELECT nodal_account_id, account_number, statement_profile FROM nodal_account
				 WHERE account_number IS NOT NULL ORDER BY nodal_account_id
				""").query(StatementAccounts::account).list();
	}

	/**
	 * Sets the account number and profile of the active nodal account, so that its
	 * statements can be loaded.
	 * @param accountNumber 4 to 34 letters or digits, upper case
	 * @throws IllegalStateException if no nodal account is active
	 */
	public void activate(String accountNumber, @Nullable String profile) {
		int named = this.jdbc.sql("""
				UPDATE nodal_account SET account_number = :number, statement_profile = :profile WHERE active
				""").param("number", accountNumber).param("profile", profile).update();
		if (named == 0) {
			throw new IllegalStateException("No nodal account is active");
		}
	}

	private static StatementAccount account(ResultSet row, int number) throws SQLException {
		return new StatementAccount(row.getLong("nodal_account_id"), row.getString("account_number"),
				row.getString("statement_profile"));
	}

}
