package dev.hundi.api.health;

import javax.sql.DataSource;

import dev.hundi.secret.SecretEncryption;

import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The components of {@code /actuator/health}. The first replaces that of Spring Boot.
 */
@Configuration(proxyBeanMethods = false)
class HealthConfiguration {

	@Bean
	HealthIndicator dbHealthIndicator(DataSource dataSource) {
		return new DatabaseHealth(dataSource);
	}

	@Bean
	HealthIndicator keyFileHealthIndicator(SecretEncryption encryption) {
		return new KeyFileHealth(encryption);
	}

}
