package dev.hundi.api;

import java.time.Clock;
import java.util.List;

import dev.hundi.api.auth.AuthenticateCalls;
import dev.hundi.api.auth.StreamedBody;
import dev.hundi.api.bulk.UploadSettings;
import dev.hundi.api.export.ExportLimitSettings;
import dev.hundi.api.http.HttpSettings;
import dev.hundi.api.limit.RateLimits;
import dev.hundi.api.observe.ObserveSettings;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.RateAllowances;
import dev.hundi.business.RequestNonces;
import dev.hundi.filestore.FileStore;
import dev.hundi.keyfile.KeyFileConfiguration;
import dev.hundi.port.SeparatePorts;
import dev.hundi.port.SourceAddress;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.SchemaConfiguration;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * The REST API for merchants. Any number of instances can run.
 * <p>
 * Batch's auto-configuration is excluded by name because the sandbox runs the API and
 * batch-jobs on one class path. Boot's error pages are excluded because every error has
 * the envelope, and its request observation because most refusals never reach Spring.
 */
@SpringBootApplication(proxyBeanMethods = false, exclude = ErrorMvcAutoConfiguration.class,
		excludeName = { "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration",
				"org.springframework.boot.batch.autoconfigure.BatchJobLauncherAutoConfiguration",
				"org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration",
				"org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration" })
@EnableConfigurationProperties(ApiSettings.class)
@Import({ SchemaConfiguration.class, KeyFileConfiguration.class })
public class ApiApplication {

	public static void main(String[] args) {
		MachineLanguage.ignore();
		builder().run(args);
	}

	/** The application with its configuration file, {@code hundi-api.yaml}. */
	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(ApiApplication.class).properties("spring.config.name=hundi-api");
	}

	@Bean
	DatabaseSettings databaseSettings(ApiSettings settings) {
		return settings.database();
	}

	@Bean
	HttpSettings httpSettings(ApiSettings settings) {
		return settings.http();
	}

	@Bean
	SeparatePorts separatePorts(ApiSettings settings) {
		return SeparatePorts.of("hundi.http", settings.http().publicPort(), List.of("/v1/", "/openapi.json"),
				settings.management());
	}

	@Bean
	ObserveSettings observeSettings(ApiSettings settings) {
		return settings.observe();
	}

	@Bean
	RateLimits rateLimits(ApiSettings settings, RateAllowances allowances) {
		return new RateLimits(settings.rateLimits(), allowances);
	}

	@Bean
	ExportLimitSettings exportSettings(ApiSettings settings) {
		return settings.export();
	}

	@Bean
	FileStore fileStore(ApiSettings settings) {
		return new FileStore(settings.fileStore());
	}

	@Bean
	UploadSettings uploadSettings(ApiSettings settings) {
		return settings.bulk();
	}

	@Bean
	KeyEncryption keyEncryption(ApiSettings settings) {
		return settings.keyEncryption();
	}

	@Bean
	FilterRegistrationBean<AuthenticateCalls> authenticateCalls(ApiKeys keys, RequestNonces nonces, RateLimits limits,
			HttpSettings settings, StreamedBody.Receiver streamedBodies) {
		AuthenticateCalls filter = new AuthenticateCalls(keys, nonces, new SourceAddress(settings.trustedProxies()),
				limits, settings.readTimeout(), streamedBodies, Clock.systemUTC());
		FilterRegistrationBean<AuthenticateCalls> registration = new FilterRegistrationBean<>(filter);
		registration.addUrlPatterns("/v1/*");
		return registration;
	}

}
