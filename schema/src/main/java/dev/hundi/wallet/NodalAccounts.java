package dev.hundi.wallet;

import java.sql.Array;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The bank account that holds the money of all wallets and receives top-ups.
 */
@Repository
public class NodalAccounts {

	private final JdbcClient jdbc;

	NodalAccounts(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Makes an account the active one; the previous one is kept inactive. The number in
	 * the statements identifies an account: the details of a known one are replaced, and
	 * the active one of the same branch gets the number that it lacks. So its statements
	 * and books continue. Of another one, days are closed no more, see
	 * {@link #leavesUnsignedDays}.
	 */
	@Transactional
	public void activate(NodalAccount account) {
		Long known = known(account).orElse(null);
		this.jdbc
			.sql("UPDATE nodal_account SET active = false WHERE active AND nodal_account_id IS DISTINCT FROM :known")
			.param("known", known, Types.BIGINT)
			.update();
		this.jdbc
			.sql((known != null) ? """
					UPDATE nodal_account
					   SET account_holder_name = :holder, ifsc = :ifsc, bank_name = :bank, branch_name = :branch,
					       account_type = :type, supported_modes = :modes, account_number = :number,
					       statement_profile = :profile, active = true
					 WHERE nodal_account_id = :known
					"""
					: """
							INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes,
							                           account_number, statement_profile)
							VALUES (:holder, :ifsc, :bank, :branch, :type, :modes, :number, :profile)
							""")
			.param("known", known, Types.BIGINT)
			.param("holder", account.accountHolderName())
			.param("ifsc", account.ifsc())
			.param("bank", account.bankName())
			.param("branch", account.branchName())
			.param("type", account.accountType())
			.param("modes", account.supportedModes().toArray(String[]::new))
			.param("number", account.accountNumber())
			.param("profile", account.statementProfile())
			.update();
	}

	/**
	 * Whether {@link #activate} would leave the active account with days that are not
	 * signed: only days of the active account are closed.
	 */
	public boolean leavesUnsignedDays(NodalAccount account) {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM reconciliation_run r
					                 JOIN nodal_account n ON n.nodal_account_id = r.nodal_account_id AND n.active
					                WHERE NOT r.is_dry AND r.state <> 'SIGNED' AND n.nodal_account_id IS DISTINCT FROM :known)
					""")
			.param("known", known(account).orElse(null), Types.BIGINT)
			.query(Boolean.class)
			.single();
	}

	private Optional<Long> known(NodalAccount account) {
		return this.jdbc
			.sql("""
					SELECT nodal_account_id FROM nodal_account
					 WHERE account_number = :number OR active AND account_number IS NULL AND ifsc = :ifsc AND :number IS NOT NULL
					 ORDER BY account_number LIMIT 1
					""")
			.param("number", account.accountNumber(), Types.VARCHAR)
			.param("ifsc", account.ifsc())
			.query(Long.class)
			.optional();
	}

	/** All accounts, the active one first, then the newest. */
	@Transactional(readOnly = true)
	public List<ListedAccount> list() {
		return this.jdbc.sql("""
				SELECT account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes, account_number,
				       statement_profile, active, created_at
				  FROM nodal_account ORDER BY active DESC, nodal_account_id DESC LIMIT 100
				""")
			.query((row, number) -> new ListedAccount(
					new NodalAccount(row.getString("account_holder_name"), row.getString("ifsc"),
							row.getString("bank_name"), row.getString("branch_name"), row.getString("account_type"),
							strings(row.getArray("supported_modes")), row.getString("account_number"),
							row.getString("statement_profile")),
					row.getBoolean("active"), Timestamps.instant(row, "created_at")))
			.list();
	}

	public boolean anyActive() {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM nodal_account WHERE active)").query(Boolean.class).single();
	}

	/**
	 * Where a business transfers money to; empty if it has no wallet.
	 * @throws IllegalStateException if no nodal account is active
	 */
	public Optional<BankDetails> ofBusiness(UUID businessId) {
		return this.jdbc
			.sql("""
					SELECT n.account_holder_name, w.virtual_account_number, n.ifsc, n.bank_name, n.branch_name, n.account_type,
					       n.supported_modes, b.business_code
					  FROM wallet w
					  JOIN business b ON b.business_id = w.business_id
					  LEFT JOIN nodal_account n ON n.active
					 WHERE w.business_id = :businessId
					""")
			.param("businessId", businessId)
			.query((row, number) -> {
				if (row.getString("ifsc") == null) {
					throw new IllegalStateException("No nodal account is active");
				}
				return new BankDetails(row.getString("account_holder_name"), row.getString("virtual_account_number"),
						row.getString("ifsc"), row.getString("bank_name"), row.getString("branch_name"),
						row.getString("account_type"), strings(row.getArray("supported_modes")),
						row.getString("business_code"));
			})
			.optional();
	}

	private static List<String> strings(Array array) throws SQLException {
		return List.of((String[]) array.getArray());
	}

	/** An account with whether it receives top-ups at present. */
	public record ListedAccount(NodalAccount account, boolean active, Instant createdAt) {
	}

}
