package dev.hundi.sandbox;

import java.nio.file.Path;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.SchemaConfiguration;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The beans of {@code schema} without an application, for a platform whose applications
 * run in other processes, and for benchmarks of the schema alone.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({ JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
		DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
		DataJdbcRepositoriesAutoConfiguration.class })
@Import(SchemaConfiguration.class)
public class SchemaTools {

	/** Starts the beans on a migrated database; the caller closes them. */
	public static ConfigurableApplicationContext start(DatabaseSettings database, Path keyFile) {
		return new SpringApplicationBuilder(SchemaTools.class).web(WebApplicationType.NONE)
			.properties("spring.config.name=hundi-tools", "spring.main.banner-mode=off")
			.registerShutdownHook(false)
			.initializers((GenericApplicationContext context) -> {
				context.registerBean(DatabaseSettings.class, () -> database);
				context.registerBean(SecretEncryption.class, () -> SecretEncryption.open(keyFile));
			})
			.run();
	}

}
