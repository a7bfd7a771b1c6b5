package dev.hundi.startup;

import dev.hundi.secret.KeyCommands;
import dev.hundi.secret.KeyEncryption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * {@code ./hundi keys}: one {@linkplain KeyCommands command} on the key file, as the
 * schema's owner. Exit codes: 0 done, 1 refused or failed, 2 usage error.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(ManageKeys.Settings.class)
public class ManageKeys {

	private static final Logger logger = LoggerFactory.getLogger(ManageKeys.class);

	/**
	 * Runs one command and exits.
	 * @param args the command, and settings as {@code --hundi.key-encryption.file=...}
	 */
	public static void main(String[] args) {
		System.exit(run(args));
	}

	static int run(String... args) {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ManageKeys.class)
			.web(WebApplicationType.NONE)
			.properties("spring.config.name=hundi-keys", "spring.main.banner-mode=off", "logging.pattern.console=%m%n",
					"logging.level.root=warn", "logging.level.dev.hundi.startup.ManageKeys=info",
					"spring.main.log-startup-info=false")
			.run(args)) {
			Settings settings = context.getBean(Settings.class);
			DriverManagerDataSource dataSource = (settings.database() != null) ? dataSource(settings.database())
					: new DriverManagerDataSource();
			String report = new KeyCommands(settings.keyEncryption(), dataSource)
				.run(new DefaultApplicationArguments(args).getNonOptionArgs());
			logger.info("{}", report);
			return 0;
		}
		catch (IllegalArgumentException ex) {
			logger.error("{}", ex.getMessage());
			return 2;
		}
		catch (RuntimeException ex) {
			logger.error("{}", ex.getMessage());
			return 1;
		}
	}

	static DriverManagerDataSource dataSource(DatabaseSettings database) {
		DriverManagerDataSource dataSource = new DriverManagerDataSource(database.url(), database.username(),
				database.password());
		dataSource.setDriverClassName("org.postgresql.Driver");
		return dataSource;
	}

	@Bean
	static RejectUnknownSettings rejectUnknownSettings() {
		return new RejectUnknownSettings();
	}

	/**
	 * Settings of the commands.
	 *
	 * @param database the schema's owner; commands on the key file alone need none
	 * @param keyEncryption the key file
	 */
	@ConfigurationProperties("hundi")
	record Settings(@Nullable DatabaseSettings database, @DefaultValue KeyEncryption keyEncryption) {
	}

}
