package dev.hundi.work;

import java.util.Map;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Under which condition work is due, for {@link LookForWork}.
 *
 * @param sql an expression of type boolean that is asked often: a look-up of an index, or
 * a few
 * @param parameters of the expression, by names that no other condition uses
 */
public record DueCondition(String sql, Map<String, Object> parameters) {

	public DueCondition {
		parameters = Map.copyOf(parameters);
	}

	/** A condition without parameters. */
	public static DueCondition of(String sql) {
		return new DueCondition(sql, Map.of());
	}

	/** Asks for this condition alone. */
	public boolean isTrue(JdbcClient jdbc) {
		return jdbc.sql("SELECT " + this.sql).params(this.parameters).query(Boolean.class).single();
	}

}
