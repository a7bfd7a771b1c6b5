package dev.hundi.portal;

import java.util.List;

import javax.sql.DataSource;

import dev.hundi.filestore.FileStore;
import dev.hundi.keyfile.KeyFileConfiguration;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.person.Audience;
import dev.hundi.port.QuietServer;
import dev.hundi.port.SeparatePorts;
import dev.hundi.port.SourceAddress;
import dev.hundi.portal.developer.DeveloperSettings;
import dev.hundi.portal.mail.MailSettings;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.ScopedTransactions;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.SchemaConfiguration;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.autoconfigure.web.DataWebAutoConfiguration;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The web application for people. One program serves one audience: it contains the pages
 * of that audience only, and logs in to the database with that audience's role. Any
 * number of instances can run.
 * <p>
 * Spring Data's part for the web is excluded, because it would read models of pages as
 * projections of requests.
 */
@SpringBootApplication(proxyBeanMethods = false,
		exclude = { UserDetailsServiceAutoConfiguration.class, DataWebAutoConfiguration.class },
		excludeName = { "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration",
				"org.springframework.boot.batch.autoconfigure.BatchJobLauncherAutoConfiguration",
				"org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration" })
@EnableConfigurationProperties(PortalSettings.class)
@EnableScheduling
@Import({ SchemaConfiguration.class, KeyFileConfiguration.class })
public class PortalApplication {

	public static void main(String[] args) {
		MachineLanguage.ignore();
		builder().run(args);
	}

	/** The application with its configuration file, {@code hundi-portal.yaml}. */
	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(PortalApplication.class).properties("spring.config.name=hundi-portal");
	}

	@Bean
	DatabaseSettings databaseSettings(PortalSettings settings) {
		return settings.database();
	}

	@Bean
	PortalAddress portalAddress(PortalSettings settings) {
		return settings.portal();
	}

	@Bean
	MailSettings mailSettings(PortalSettings settings) {
		return settings.mail();
	}

	@Bean
	DeveloperSettings developerSettings(PortalSettings settings) {
		return new DeveloperSettings(settings.webhook().allowHttp(), settings.referenceUrl());
	}

	@Bean
	QuietServer quietServer() {
		return new QuietServer();
	}

	@Bean
	SeparatePorts separatePorts(PortalSettings settings) {
		return SeparatePorts.exceptManagement("hundi.http", settings.http(), List.of("/actuator", "/actuator/"),
				settings.management());
	}

	/** Behind trusted proxies, the address of a person is in {@code X-Forwarded-For}. */
	@Bean
	SourceAddress sourceAddress(PortalSettings settings) {
		return new SourceAddress(settings.http().trustedProxies());
	}

	@Bean
	KeyEncryption keyEncryption(PortalSettings settings) {
		return settings.keyEncryption();
	}

	@Bean
	FileStore fileStore(PortalSettings settings) {
		return new FileStore(settings.fileStore());
	}

	@Bean
	DocumentVault documentVault(FileStore files, SecretEncryption secrets) {
		return new DocumentVault(files, secrets);
	}

	@Bean
	ScopedTransactions transactionManager(DataSource dataSource, PortalAddress address) {
		return new ScopedTransactions(dataSource, address.audience() == Audience.MERCHANT);
	}

	/** Primary, because Spring Session has transactions of its own. */
	@Bean
	@Primary
	TransactionTemplate transactionTemplate(ScopedTransactions transactions) {
		return new TransactionTemplate(transactions);
	}

}
