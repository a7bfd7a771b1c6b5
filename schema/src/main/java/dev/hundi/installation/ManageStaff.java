package dev.hundi.installation;

import java.net.URI;
import java.util.List;
import java.util.Optional;

import javax.sql.DataSource;

import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Invitations;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Roles;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.OwnerArguments;
import dev.hundi.startup.OwnerProgram;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * {@code ./hundi staff invite EMAIL}: invites the first ADMIN of an installation, as the
 * schema's owner, and prints the link. {@code ./hundi staff recover EMAIL}: the same for
 * an ADMIN who lost its credentials. Exit codes: 0 done, 1 refused or failed, 2 usage
 * error.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(ManageStaff.Settings.class)
@Import({ Invitations.class, People.class, Roles.class, AuditTrail.class, InviteFirstAdmin.class, RecoverAdmin.class })
public class ManageStaff {

	private static final Logger logger = LoggerFactory.getLogger(ManageStaff.class);

	private static final String USAGE = "Usage: ./hundi staff invite|recover EMAIL [--hundi.KEY=VALUE...]";

	/**
	 * Runs one command and exits.
	 * @param args {@code invite EMAIL}, and settings as {@code --hundi.database.url=...}
	 */
	public static void main(String[] args) {
		MachineLanguage.ignore();
		System.exit(run(args));
	}

	static int run(String... args) {
		OwnerArguments arguments = OwnerArguments.of(args);
		if (arguments.askForHelp()) {
			return OwnerProgram.help(USAGE);
		}
		List<String> words = arguments.words();
		if (words.size() != 2 || !List.of("invite", "recover").contains(words.getFirst())) {
			return OwnerProgram.refuse(USAGE);
		}
		if (!Person.isEmail(words.getLast())) {
			logger.error("EMAIL must be an e-mail address, not {}", words.getLast());
			return 2;
		}
		return OwnerProgram.run(ManageStaff.class, "hundi-staff", arguments.settings(),
				(context) -> link(words.getFirst(), words.getLast(), context));
	}

	private static int link(String word, String email, ApplicationContext context) {
		URI origin = context.getBean(Settings.class).portal().origin();
		if (origin == null || origin.getHost() == null || !origin.getRawPath().isEmpty()) {
			logger.error("hundi.portal.origin must be the address of the staff portal, "
					+ "such as https://staff.example.com, without a path");
			return 2;
		}
		boolean recovers = word.equals("recover");
		Optional<String> token = recovers ? context.getBean(RecoverAdmin.class).recover(email)
				: context.getBean(InviteFirstAdmin.class).invite(email);
		if (token.isEmpty()) {
			logger.error(recovers
					? "No ADMIN of the staff has the e-mail address {}. An ADMIN recovers others on the page Team of the staff portal."
					: "The staff has an ADMIN. An ADMIN invites people on the page Team of the staff portal.", email);
			return 1;
		}
		logger.info(
				recovers ? "{} sets new credentials with this link, once and within {} hours:"
						: "{} becomes ADMIN with this link, once and within {} hours:",
				email, Invitations.VALID.toHours());
		logger.info("{}", origin.resolve("/invitation/" + token.get()));
		return 0;
	}

	@Bean
	static DataSource dataSource(Settings settings) {
		DatabaseSettings database = settings.database();
		return new DriverManagerDataSource(database.url(), database.username(), database.password());
	}

	@Bean
	static JdbcClient jdbcClient(DataSource dataSource) {
		return JdbcClient.create(dataSource);
	}

	@Bean
	static TransactionOperations transactions(DataSource dataSource) {
		return new TransactionTemplate(new JdbcTransactionManager(dataSource));
	}

	/**
	 * Settings of the command.
	 *
	 * @param database the schema's owner
	 */
	@ConfigurationProperties("hundi")
	record Settings(DatabaseSettings database, @DefaultValue Portal portal) {
	}

	/**
	 * The staff portal: {@code hundi.portal.*}.
	 *
	 * @param origin what its address bar shows, as in the settings of the portal
	 */
	record Portal(@Nullable URI origin) {
	}

}
