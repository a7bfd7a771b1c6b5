package dev.hundi.wallet;

import java.util.OptionalLong;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The balance below which a business wants an alert. A trigger of the wallet finds each
 * crossing, records the event {@code LowBalance} and writes a letter to the owners.
 */
@Repository
public class LowBalanceLines {

	private final JdbcClient jdbc;

	LowBalanceLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The line of a business in paise, or empty for no alert. */
	public OptionalLong of(UUID businessId) {
		return this.jdbc.sql("SELECT low_balance_paise FROM wallet WHERE business_id = :business")
			.param("business", businessId)
			.query((row, number) -> row.getLong(1))
			.stream()
			.mapToLong((paise) -> paise)
			.filter((paise) -> paise > 0)
			.findFirst();
	}

	/**
	 * Replaces the line. A balance that is below it already causes no alert.
	 * @param shownPaise what it has to be now, so that no change of another person is
	 * lost; null for no alert
	 * @param linePaise above 0, or null for no alert
	 * @return false if it is not what was shown
	 */
	public boolean replace(UUID businessId, @Nullable Long shownPaise, @Nullable Long linePaise) {
		return this.jdbc.sql("SELECT replace_low_balance_line(:business, :shown::bigint, :line::bigint)")
			.param("business", businessId)
			.param("shown", shownPaise)
			.param("line", linePaise)
			.query(Boolean.class)
			.single();
	}

}
