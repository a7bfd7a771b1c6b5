package dev.hundi.startup;

import java.util.Locale;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Creates the runtime roles that do not exist. Migrations grant to them, so they must
 * exist first.
 */
final class RuntimeRoles {

	private static final Logger logger = LoggerFactory.getLogger(RuntimeRoles.class);

	private RuntimeRoles() {
	}

	/**
	 * Creates missing roles and checks existing ones.
	 * @throws IllegalStateException if a role is missing and cannot be created, or has
	 * rights that no application may have
	 */
	static void prepare(DataSource owner, RolePasswords passwords) {
		JdbcClient jdbc = JdbcClient.create(owner);
		for (RuntimeRole role : RuntimeRole.values()) {
			boolean exists = jdbc.sql("SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = :name)")
				.param("name", role.roleName())
				.query(Boolean.class)
				.single();
			if (!exists) {
				create(jdbc, role, passwords.of(role));
			}
			check(jdbc, role);
		}
	}

	private static void create(JdbcClient jdbc, RuntimeRole role, @Nullable String password) {
		if (password == null || password.isBlank()) {
			throw new IllegalStateException(("The role %s does not exist. Create it (docs/operating.md lists the "
					+ "statements), or set hundi.roles.%s-password and migrate as a role with CREATEROLE.")
				.formatted(role.roleName(), role.name().toLowerCase(Locale.ROOT).replace('_', '-')));
		}
		try {
			String statement = jdbc
				.sql("SELECT format('CREATE ROLE %I " + role.attributes() + " PASSWORD %L', :name, :password)")
				.param("name", role.roleName())
				.param("password", password)
				.query(String.class)
				.single();
			jdbc.sql(statement).update();
			logger.info("Created the role {}", role.roleName());
		}
		catch (DuplicateKeyException ex) {
			logger.info("Another migration created the role {}", role.roleName());
		}
		catch (DataAccessException ex) {
			throw new IllegalStateException("Cannot create the role " + role.roleName() + ": " + ex.getMessage(), ex);
		}
	}

	private static void check(JdbcClient jdbc, RuntimeRole role) {
		String excess = jdbc
			.sql("""
					SELECT concat_ws(', ', CASE WHEN r.rolsuper THEN 'SUPERUSER' END,
					                       CASE WHEN r.rolbypassrls THEN 'BYPASSRLS' END,
					                       CASE WHEN r.rolcreaterole THEN 'CREATEROLE' END,
					                       CASE WHEN r.rolcreatedb THEN 'CREATEDB' END,
					                       CASE WHEN r.rolreplication AND NOT :replication THEN 'REPLICATION' END,
					                       CASE WHEN pg_has_role(r.oid, d.datdba, 'MEMBER') THEN 'ownership of the database' END)
					  FROM pg_roles r, pg_database d
					 WHERE r.rolname = :name AND d.datname = current_database()
					""")
			.param("name", role.roleName())
			.param("replication", role == RuntimeRole.RELAY)
			.query(String.class)
			.single();
		if (!excess.isEmpty()) {
			throw new IllegalStateException(
					"The role %s has %s, which no application may have".formatted(role.roleName(), excess));
		}
	}

}
