package dev.hundi.bench.seed;

import java.util.Optional;
import java.util.Random;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Fields of random rows of a business, and parts of them, to search for. */
public final class SeededFields {

	private final JdbcClient jdbc;

	private final UUID business;

	private final Random random;

	private final double samplePercent;

	/**
	 * Draws from the rows of a business.
	 * @param rows about as many as its larger tables have
	 */
	public SeededFields(JdbcClient jdbc, UUID business, int rows, Random random) {
		this.jdbc = jdbc;
		this.business = business;
		this.random = random;
		this.samplePercent = Math.min(100, 50_000.0 / rows);
	}

	/** From a random row that has the field. */
	public String field(String table, String column) {
		while (true) {
			Optional<String> field = this.jdbc.sql("""
					SELECT %s::text FROM %s TABLESAMPLE SYSTEM (%s)
					 WHERE business_id = :business AND %s IS NOT NULL ORDER BY random() LIMIT 1
					""".formatted(column, table, this.samplePercent, column))
				.param("business", this.business)
				.query(String.class)
				.optional();
			if (field.isPresent()) {
				return field.get();
			}
		}
	}

	/** A part from the middle: two thirds of it, at least five characters. */
	public String part(String field) {
		int length = Math.max(Math.min(5, field.length()), field.length() * 2 / 3);
		int start = this.random.nextInt(field.length() - length + 1);
		return field.substring(start, start + length);
	}

}
