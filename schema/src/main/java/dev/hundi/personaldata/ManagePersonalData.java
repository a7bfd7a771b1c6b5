package dev.hundi.personaldata;

import java.util.Arrays;
import java.util.List;

import dev.hundi.retention.PersonalDataCommands;
import dev.hundi.retention.RetentionPeriods;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RejectUnknownSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * {@code ./hundi personal-data}: one {@linkplain PersonalDataCommands command} as the
 * schema's owner, because no application may read every table. Exit codes: 0 done, 1
 * failed, 2 usage error.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(ManagePersonalData.Settings.class)
public class ManagePersonalData {

	private static final Logger logger = LoggerFactory.getLogger(ManagePersonalData.class);

	private static final String SETTING = "--hundi.";

	/**
	 * Runs one command and exits.
	 * @param args the command with its options, and settings as
	 * {@code --hundi.database.url=...}
	 */
	public static void main(String[] args) {
		System.exit(run(args));
	}

	static int run(String... args) {
		List<String> words = Arrays.stream(args).filter((arg) -> !arg.startsWith(SETTING)).toList();
		String[] settings = Arrays.stream(args).filter((arg) -> arg.startsWith(SETTING)).toArray(String[]::new);
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(ManagePersonalData.class)
			.web(WebApplicationType.NONE)
			.properties("spring.config.name=hundi-personal-data", "spring.main.banner-mode=off",
					"logging.pattern.console=%m%n", "logging.level.root=warn",
					"logging.level.dev.hundi.personaldata.ManagePersonalData=info",
					"spring.main.log-startup-info=false")
			.run(settings)) {
			Settings bound = context.getBean(Settings.class);
			DatabaseSettings database = bound.database();
			SingleConnectionDataSource session = new SingleConnectionDataSource(database.url(), database.username(),
					database.password(), true);
			try {
				logger.info("{}", new PersonalDataCommands(session, bound.retention()).run(words));
			}
			finally {
				session.destroy();
			}
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

	@Bean
	static RejectUnknownSettings rejectUnknownSettings() {
		return new RejectUnknownSettings();
	}

	/**
	 * Settings of the commands.
	 *
	 * @param database the schema's owner
	 * @param retention how long personal data is kept
	 */
	@ConfigurationProperties("hundi")
	record Settings(DatabaseSettings database, @DefaultValue RetentionPeriods retention) {
	}

}
