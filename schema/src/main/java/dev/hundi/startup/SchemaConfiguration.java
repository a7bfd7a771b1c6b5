package dev.hundi.startup;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

/**
 * Configures the schema module: an application imports this class, provides
 * {@link DatabaseSettings} as a bean, and gets every store and action on a migrated
 * database.
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

	/** Every other bean uses this pool, so that waiting here delays the whole start. */
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

}
