package dev.hundi.startup;

import java.util.List;

import dev.hundi.secret.KeyCommands;
import dev.hundi.secret.KeyEncryption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
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
		MachineLanguage.ignore();
		System.exit(run(args));
	}

	static int run(String... args) {
		OwnerArguments arguments = OwnerArguments.of(args);
		if (arguments.askForHelp()) {
			return OwnerProgram.help(KeyCommands.USAGE);
		}
		if (arguments.haveOptions()) {
			return OwnerProgram.refuse(KeyCommands.USAGE);
		}
		return OwnerProgram.run(ManageKeys.class, "hundi-keys", arguments.settings(),
				(context) -> command(context.getBean(Settings.class), arguments.words()));
	}

	private static int command(Settings settings, List<String> words) {
		DriverManagerDataSource dataSource = (settings.database() != null) ? dataSource(settings.database())
				: new DriverManagerDataSource();
		try {
			logger.info("{}", new KeyCommands(settings.keyEncryption(), dataSource).run(words));
			return 0;
		}
		catch (IllegalArgumentException ex) {
			logger.error("{}", ex.getMessage());
			return 2;
		}
	}

	static DriverManagerDataSource dataSource(DatabaseSettings database) {
		DriverManagerDataSource dataSource = new DriverManagerDataSource(database.url(), database.username(),
				database.password());
		dataSource.setDriverClassName("org.postgresql.Driver");
		return dataSource;
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
