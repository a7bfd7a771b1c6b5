package dev.hundi.portal.web;

import java.time.Duration;
import java.util.List;

import javax.sql.DataSource;

import dev.hundi.portal.session.PortalAddress;
import jakarta.servlet.http.HttpServletRequest;

import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.http.CacheControl;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.session.config.SessionRepositoryCustomizer;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.jdbc.PostgreSqlJdbcIndexedSessionRepositoryCustomizer;
import org.springframework.session.web.http.CookieSerializer;
import org.springframework.session.web.http.DefaultCookieSerializer;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ResourceUrlEncodingFilter;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/** Sessions, cookies, templates and assets. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {

	@Bean
	CookieSerializer cookieSerializer(PortalAddress address) {
		DefaultCookieSerializer cookie = new DefaultCookieSerializer() {

			/** PostgreSQL cannot look for U+0000, which a cookie in Base64 can have. */
			@Override
			public List<String> readCookieValues(HttpServletRequest request) {
				return super.readCookieValues(request).stream().filter((id) -> id.indexOf('\0') < 0).toList();
			}

		};
		cookie.setCookieName(address.cookie("session"));
		cookie.setCookiePath("/");
		cookie.setSameSite("Strict");
		cookie.setUseHttpOnlyCookie(true);
		cookie.setUseSecureCookie(address.isSecure());
		return cookie;
	}

	/** Two requests may store the same attribute at once. */
	@Bean
	SessionRepositoryCustomizer<JdbcIndexedSessionRepository> atomicSessions() {
		return new PostgreSqlJdbcIndexedSessionRepositoryCustomizer();
	}

	/**
	 * Not confined to a business, because the business is known only after the session is
	 * read.
	 */
	@Bean
	TransactionOperations springSessionTransactionOperations(DataSource dataSource) {
		TransactionTemplate transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		return transactions;
	}

	/** Before all that read parameters. */
	@Bean
	FilterRegistrationBean<LineBreaks> lineBreaks() {
		FilterRegistrationBean<LineBreaks> registration = new FilterRegistrationBean<>(new LineBreaks());
		registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
		return registration;
	}

	@Bean
	WebServerFactoryCustomizer<TomcatServletWebServerFactory> pacedUploads() {
		return (factory) -> {
			factory.addContextValves(new PacedUploads());
			factory.addConnectorCustomizers(PacedUploads::limitPauses);
		};
	}

	/** Puts hashes of their contents into the addresses of assets. */
	@Bean
	ResourceUrlEncodingFilter resourceUrlEncodingFilter() {
		return new ResourceUrlEncodingFilter();
	}

	@Override
	public void addInterceptors(InterceptorRegistry registry) {
		registry.addInterceptor(new RefuseNulCharacters());
		registry.addInterceptor(new RefreshOtherBusiness());
		registry.addInterceptor(new KeepFields());
	}

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		registry.addResourceHandler("/assets/**")
			.addResourceLocations("classpath:/static/assets/")
			.setCacheControl(CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
			.resourceChain(true)
			.addResolver(new VersionResourceResolver().addContentVersionStrategy("/**"));
	}

}
