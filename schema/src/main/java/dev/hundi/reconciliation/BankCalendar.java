package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Bank days: all but Sundays and second and fourth Saturdays, unless an exception is
 * stored.
 */
@Repository
public class BankCalendar {

	private final JdbcClient jdbc;

	BankCalendar(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** An exception from the weekly rule. */
	public record Day(LocalDate day, boolean open, String name) {
	}

	/** Stores or replaces an exception. */
	public void put(Day day) {
		this.jdbc.sql("""
				INSERT INTO bank_calendar (day, is_open, name) VALUES (:day, :open, :name)
				ON CONFLICT (day) DO UPDATE SET is_open = excluded.is_open, name = excluded.name
				""").param("day", day.day()).param("open", day.open()).param("name", day.name()).update();
	}

	/** The exceptions of a year, in order. */
	public List<Day> of(int year) {
		return this.jdbc
			.sql("SELECT day, is_open, name FROM bank_calendar WHERE extract(year FROM day) = :year ORDER BY day")
			.param("year", year)
			.query((row, number) -> new Day(row.getObject(1, LocalDate.class), row.getBoolean(2), row.getString(3)))
			.list();
	}

	public boolean isBankDay(LocalDate day) {
		return this.jdbc.sql("SELECT is_bank_day(:day)").param("day", day).query(Boolean.class).single();
	}

}
