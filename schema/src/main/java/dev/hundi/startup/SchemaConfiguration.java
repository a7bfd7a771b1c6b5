package dev.hundi.startup;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.flyway.autoconfigure.FlywayConfigurationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/**
 * Configures the schema module: an application imports this class, provides
 * {@link DatabaseSettings} and {@link RelaySettings} as beans, and gets every store and
 * action on a migrated database.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan(basePackages = { "dev.hundi.business", "dev.hundi.beneficiary", "dev.hundi.payout", "dev.hundi.wallet",
		"dev.hundi.bank", "dev.hundi.webhook", "dev.hundi.secret", "dev.hundi.walletexport", "dev.hundi.statement",
		"dev.hundi.bulk", "dev.hundi.reconciliation", "dev.hundi.partition" })
public class SchemaConfiguration {

	@Bean
	static RejectUnknownSettings rejectUnknownSettings() {
		return new RejectUnknownSettings();
	}

	/**
	 * Flyway uses this pool before any other bean, so that waiting here delays the whole
	 * start.
	 */
	@Bean
	DataSource dataSource(DatabaseSettings database) {
		AwaitDatabase.await(database);
		HikariDataSource dataSource = new HikariDataSource();
		dataSource.setJdbcUrl(database.url());
		dataSource.setUsername(database.username());
		dataSource.setPassword(database.password());
		dataSource.setMaximumPoolSize(database.poolSize());
		dataSource.setMinimumIdle(Math.min(2, database.poolSize()));
		dataSource.setConnectionTimeout(10_000);
		dataSource.addDataSourceProperty("reWriteBatchedInserts", "true");
		dataSource.addDataSourceProperty("ApplicationName", "hundi");
		// A cut connection must not block a thread without limit.
		dataSource.addDataSourceProperty("tcpKeepAlive", "true");
		dataSource.addDataSourceProperty("socketFactory", KeepAliveSockets.class.getName());
		dataSource.addDataSourceProperty("socketTimeout", "300");
		dataSource.addDataSourceProperty("options", DatabaseSettings.SESSION_OPTIONS);
		// The detail of a rejected row contains names and account numbers.
		dataSource.addDataSourceProperty("logServerErrorDetail", "false");
		return dataSource;
	}

	@Bean
	FlywayConfigurationCustomizer migrationPlaceholders(RelaySettings relay, DatabaseSettings database) {
		return (flyway) -> Migrations.configure(flyway.dataSource(forMigrations(database)), relay);
	}

	/**
	 * Connections without a limit of time: a migration of a large table runs for hours,
	 * and one that is abandoned would go on at the server. A vanished server ends them,
	 * and the server cancels the statement of a client that is gone.
	 */
	static DataSource forMigrations(DatabaseSettings database) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(database.url());
		dataSource.setUser(database.username());
		dataSource.setPassword(database.password());
		dataSource.setApplicationName("hundi");
		dataSource.setSocketFactory(KeepAliveSockets.class.getName());
		dataSource.setTcpKeepAlive(true);
		dataSource.setSocketTimeout(0);
		dataSource.setOptions(DatabaseSettings.SESSION_OPTIONS);
		return dataSource;
	}

}
