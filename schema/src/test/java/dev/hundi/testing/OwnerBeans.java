package dev.hundi.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.SchemaConfiguration;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;

/**
 * The beans of {@code schema} as the owner of a test's database: for set-up that the
 * tested application has no right to do.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({ JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class,
		DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
		DataJdbcRepositoriesAutoConfiguration.class })
@Import(SchemaConfiguration.class)
public class OwnerBeans {

	private static final Map<String, ConfigurableApplicationContext> contexts = new ConcurrentHashMap<>();

	/**
	 * A bean on a database.
	 * @param keyFile key-encryption key, or {@code null} if no secret is read or written
	 */
	public static <T> T bean(String databaseUrl, @Nullable Path keyFile, Class<T> type) {
		return contexts.computeIfAbsent(databaseUrl, (url) -> start(url, keyFile)).getBean(type);
	}

	/**
	 * A bean of an application, or of the owner if another application does this work and
	 * the application's role has no right to do it.
	 */
	public static <T> T bean(ApplicationContext application, String databaseUrl, Class<T> type,
			Set<Class<?>> ofOthers) {
		return ofOthers.contains(type) ? bean(databaseUrl, null, type) : application.getBean(type);
	}

	/** Releases the connections to a database. */
	public static void close(String databaseUrl) {
		ConfigurableApplicationContext context = contexts.remove(databaseUrl);
		if (context != null) {
			context.close();
		}
	}

	private static ConfigurableApplicationContext start(String url, @Nullable Path keyFile) {
		return new SpringApplicationBuilder(OwnerBeans.class).web(WebApplicationType.NONE)
			.properties("spring.config.name=owner", "spring.main.banner-mode=off",
					"spring.main.lazy-initialization=true")
			.registerShutdownHook(false)
			.initializers((GenericApplicationContext context) -> {
				context.registerBean(DatabaseSettings.class,
						() -> new DatabaseSettings(url, "postgres", "trusted", 4, Duration.ofMinutes(1)));
				if (keyFile != null) {
					context.registerBean(SecretEncryption.class, () -> SecretEncryption.open(keyFile));
				}
			})
			.run();
	}

}
