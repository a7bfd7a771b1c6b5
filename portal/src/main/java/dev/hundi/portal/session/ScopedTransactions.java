package dev.hundi.portal.session;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.UUID;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;

/**
 * Names person and business at the start of each transaction, for the row-level security
 * of the database. Statements outside a transaction see no business. Tables that cannot
 * have row-level security are views of the schema {@code merchant}, which is searched
 * first.
 */
public final class ScopedTransactions extends JdbcTransactionManager {

	private final boolean confined;

	/**
	 * A transaction manager.
	 * @param confined whether row-level security applies to the role of this process
	 */
	public ScopedTransactions(DataSource dataSource, boolean confined) {
		super(dataSource);
		this.confined = confined;
	}

	@Override
	protected void doBegin(Object transaction, TransactionDefinition definition) {
		super.doBegin(transaction, definition);
		if (this.confined) {
			DatabaseScope scope = DatabaseScope.present();
			Connection connection = DataSourceUtils.getConnection(Objects.requireNonNull(getDataSource()));
			try (PreparedStatement statement = connection.prepareStatement(
					"SELECT set_config('hundi.person_id', ?, true), set_config('hundi.business_id', ?, true), set_config('search_path', 'merchant, public', true)")) {
				statement.setString(1, text(scope.personId()));
				statement.setString(2, text(scope.businessId()));
				statement.execute();
			}
			catch (SQLException ex) {
				doCleanupAfterCompletion(transaction);
				throw new TransactionSystemException("The transaction could not be confined to a business", ex);
			}
			finally {
				DataSourceUtils.releaseConnection(connection, getDataSource());
			}
		}
	}

	private static String text(@Nullable UUID id) {
		return (id != null) ? id.toString() : "";
	}

}
