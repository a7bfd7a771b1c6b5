package dev.hundi.startup;

import javax.sql.DataSource;

import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/**
 * {@code ./hundi migrate}: migrates the schema once and ends. It runs as the schema's
 * owner, before applications of this version start; they never migrate.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(MigrateSchema.Settings.class)
public class MigrateSchema {

	private static final String USAGE = """
			Usage: ./hundi migrate --hundi.database.url=URL [--hundi.KEY=VALUE...]
			Creates missing roles and migrates the schema, as its owner. ./hundi help lists the settings.""";

	/**
	 * Migrates and exits.
	 * @param args settings, {@code --hundi.database.url=...} and so on
	 */
	public static void main(String[] args) {
		MachineLanguage.ignore();
		int exit = run(args);
		if (exit != 0) {
			System.exit(exit);
		}
	}

	/** Returns 0 if the schema is migrated, 2 for words that are no settings. */
	static int run(String... args) {
		OwnerArguments arguments = OwnerArguments.of(args);
		if (arguments.askForHelp()) {
			return OwnerProgram.help(USAGE);
		}
		if (!arguments.words().isEmpty()) {
			return OwnerProgram.refuse("Unknown option " + arguments.words().getFirst() + ".\n" + USAGE);
		}
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(MigrateSchema.class)
			.web(WebApplicationType.NONE)
			.properties("spring.config.name=hundi-migrate", "spring.main.banner-mode=off")
			.run(args)) {
			Settings settings = context.getBean(Settings.class);
			Migrations.migrate(dataSource(settings.database()), settings.roles());
		}
		return 0;
	}

	/**
	 * Connections without a limit of time: a migration of a large table runs for hours,
	 * and one that is abandoned would go on at the server. A vanished server ends them,
	 * and the server cancels the statement of a client that is gone.
	 */
	static DataSource dataSource(DatabaseSettings database) {
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

	@Bean
	static RejectUnknownSettings rejectUnknownSettings() {
		return new RejectUnknownSettings();
	}

	/**
	 * Settings of the migration.
	 *
	 * @param database the schema's owner
	 * @param roles passwords for roles that do not exist yet
	 */
	@ConfigurationProperties("hundi")
	record Settings(DatabaseSettings database, @DefaultValue RolePasswords roles) {
	}

}
