package dev.hundi.personaldata;

import java.util.List;

import dev.hundi.retention.PersonalDataCommands;
import dev.hundi.retention.RetentionPeriods;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.OwnerArguments;
import dev.hundi.startup.OwnerProgram;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
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

	/**
	 * Runs one command and exits.
	 * @param args the command with its options, and settings as
	 * {@code --hundi.database.url=...}
	 */
	public static void main(String[] args) {
		MachineLanguage.ignore();
		System.exit(run(args));
	}

	static int run(String... args) {
		OwnerArguments arguments = OwnerArguments.of(args);
		if (arguments.askForHelp()) {
			return OwnerProgram.help(PersonalDataCommands.USAGE);
		}
		return OwnerProgram.run(ManagePersonalData.class, "hundi-personal-data", arguments.settings(),
				(context) -> command(context.getBean(Settings.class), arguments.words()));
	}

	private static int command(Settings settings, List<String> words) {
		DatabaseSettings database = settings.database();
		SingleConnectionDataSource session = new SingleConnectionDataSource(database.url(), database.username(),
				database.password(), true);
		try {
			logger.info("{}", new PersonalDataCommands(session, settings.retention()).run(words));
			return 0;
		}
		catch (IllegalArgumentException ex) {
			logger.error("{}", ex.getMessage());
			return 2;
		}
		finally {
			session.destroy();
		}
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
