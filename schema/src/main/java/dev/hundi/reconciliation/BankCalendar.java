package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * On which days banks work: not on Sundays, nor on second and fourth Saturdays, unless a
 * day is written down otherwise.
 */
@Repository
public class BankCalendar {

	private final JdbcClient jdbc;

	BankCalendar(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** A day that is not as the week says. */
	public record Day(LocalDate day, boolean open, String name) {
	}

	/** Writes a day down, or changes it. */
	public void put(Day day) {
		this.jdbc.sql("""
				INSERT INTO bank_calendar (day, is_open, name) VALUES (:day, :open, :name)
				ON CONFLICT (day) DO UPDATE SET is_open = excluded.is_open, name = excluded.name
				""").param("day", day.day()).param("open", day.open()).param("name", day.name()).update();
	}

	/** Those of a year, in order. */
	public List<Day> of(int year) {
		return this.jdbc
			.sql("SELECT day, is_open, name FROM bank_calendar WHERE extract(year FROM day) = :year ORDER BY day")
			.param("year", year)
			.query((row, number) -> new Day(row.getObject(1, LocalDate.class), row.getBoolean(2), row.getString(3)))
			.list();
	}

	/** Whether banks work on a day. */
	public boolean isBankDay(LocalDate day) {
		return this.jdbc.sql("SELECT is_bank_day(:day)").param("day", day).query(Boolean.class).single();
	}

}
