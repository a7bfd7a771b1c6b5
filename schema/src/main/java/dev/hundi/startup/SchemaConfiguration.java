package dev.hundi.startup;

import java.time.Duration;

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
		"dev.hundi.ledger", "dev.hundi.bank", "dev.hundi.webhook", "dev.hundi.secret", "dev.hundi.walletexport",
		"dev.hundi.statement", "dev.hundi.bulk", "dev.hundi.reconciliation", "dev.hundi.partition",
		"dev.hundi.retention", "dev.hundi.person", "dev.hundi.approval", "dev.hundi.audit", "dev.hundi.letter",
		"dev.hundi.onboarding", "dev.hundi.operator", "dev.hundi.sweep", "dev.hundi.token", "dev.hundi.verification" })
public class SchemaConfiguration {

	@Bean
	static RejectUnknownSettings rejectUnknownSettings() {
		return new RejectUnknownSettings();
	}

	/** Every other bean uses this pool, so that waiting here delays the whole start. */
	@Bean
	DataSource dataSource(DatabaseSettings database) {
		AwaitDatabase.await(database);
		HikariDataSource dataSource = pool(database, database.poolSize(), database.statementTimeout(),
				database.statementTimeout().plusSeconds(10));
		dataSource.setMinimumIdle(Math.min(2, database.poolSize()));
		dataSource.setConnectionTimeout(10_000);
		return dataSource;
	}

	@Bean
	AcceptDatabase acceptDatabase(DatabaseSettings database) {
		return new AcceptDatabase(database);
	}

	/**
	 * A pool that connects when first used. The server cancels slow statements; the
	 * socket timeout ends the wait for a server that has vanished.
	 */
	static HikariDataSource pool(DatabaseSettings database, int size, Duration statementTimeout,
			Duration socketTimeout) {
		HikariDataSource dataSource = new HikariDataSource();
		dataSource.setJdbcUrl(database.url());
		dataSource.setUsername(database.username());
		dataSource.setPassword(database.password());
		dataSource.setMaximumPoolSize(size);
		dataSource.addDataSourceProperty("reWriteBatchedInserts", "true");
		dataSource.addDataSourceProperty("ApplicationName", "hundi");
		dataSource.addDataSourceProperty("tcpKeepAlive", "true");
		dataSource.addDataSourceProperty("socketFactory", KeepAliveSockets.class.getName());
		dataSource.addDataSourceProperty("socketTimeout", String.valueOf(socketTimeout.toSeconds()));
		dataSource.addDataSourceProperty("options", DatabaseSettings.sessionOptions(statementTimeout));
		// The detail of a rejected row contains names and account numbers.
		dataSource.addDataSourceProperty("logServerErrorDetail", "false");
		return dataSource;
	}

}
