package dev.hundi.testing;

import javax.sql.DataSource;

import dev.hundi.webhook.RecordEvent;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Stores and actions of schema on a test database, for tests of several packages. */
public final class TestBeans {

	private TestBeans() {
	}

	/**
	 * All of {@code wallet} and {@code bank}, and some others.
	 * @param others classes with dependencies on the database only
	 */
	public static AnnotationConfigApplicationContext on(TestDatabase database, Class<?>... others) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		DataSource dataSource = database.dataSource();
		context.registerBean(DataSource.class, () -> dataSource);
		context.registerBean(JdbcTemplate.class, () -> new JdbcTemplate(dataSource));
		context.registerBean(JdbcClient.class, () -> JdbcClient.create(dataSource));
		context.registerBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
		context.scan("dev.hundi.wallet", "dev.hundi.bank");
		context.register(RecordEvent.class);
		if (others.length > 0) {
			context.register(others);
		}
		context.refresh();
		return context;
	}

}
