package dev.hundi.business;

import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.repository.config.EnableJdbcRepositories;

/**
 * Enables the repository of this package, which lies outside every application's own
 * packages.
 */
@Configuration(proxyBeanMethods = false)
@EnableJdbcRepositories
class BusinessRowsConfiguration {

}
