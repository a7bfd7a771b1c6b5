package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import dev.hundi.time.NamedDay;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Bank days: all but Sundays and second and fourth Saturdays, unless an exception is
 * stored. One person requests an exception and another approves it; it may not concern a
 * signed day.
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

	/**
	 * Requests an exception, also in place of another; nothing changes yet.
	 * @throws IllegalStateException if the day is signed off, or further ahead than
	 * people plan
	 */
	public CalendarChange propose(Day day, String maker) {
		requireUnsigned(day.day());
		LocalDate today = this.jdbc.sql("SELECT (now() AT TIME ZONE 'Asia/Kolkata')::date")
			.query(LocalDate.class)
			.single();
		if (NamedDay.isTooFar(day.day(), today)) {
			throw new IllegalStateException(
					"day %s is more than %d years ahead".formatted(day.day(), NamedDay.YEARS_AHEAD));
		}
		return find(this.jdbc
			.sql("""
					INSERT INTO bank_calendar_change (day, is_open, name, maker) VALUES (:day, :open, :name, :maker) RETURNING change_id
					""")
			.param("day", day.day())
			.param("open", day.open())
			.param("name", day.name())
			.param("maker", maker.strip())
			.query(Long.class)
			.single());
	}

	/**
	 * Approves a change and applies it.
	 * @throws IllegalStateException if it is decided, the checker is its maker, or the
	 * day is signed off
	 */
	@Transactional
	public CalendarChange approve(long changeId, String checker) {
		CalendarChange change = decide(changeId, "APPROVED", checker);
		requireUnsigned(change.day());
		this.jdbc
			.sql("""
					INSERT INTO bank_calendar (day, is_open, name, change_id)
					SELECT day, is_open, name, change_id FROM bank_calendar_change WHERE change_id = :id
					ON CONFLICT (day) DO UPDATE SET is_open = excluded.is_open, name = excluded.name, change_id = excluded.change_id
					""")
			.param("id", changeId)
			.update();
		return change;
	}

	/**
	 * Rejects a change.
	 * @throws IllegalStateException if it is decided or the checker is its maker
	 */
	@Transactional
	public CalendarChange reject(long changeId, String checker) {
		return decide(changeId, "REJECTED", checker);
	}

	private CalendarChange decide(long changeId, String decision, String checker) {
		if (this.jdbc.sql("""
				UPDATE bank_calendar_change SET decision = :decision, checker = :checker, checked_at = now()
				 WHERE change_id = :id AND decision IS NULL AND lower(btrim(maker)) <> lower(btrim(:checker))
				""")
			.param("id", changeId)
			.param("decision", decision)
			.param("checker", checker.strip())
			.update() != 1) {
			throw new IllegalStateException(
					"Calendar change %d is unknown, decided, or was requested by %s".formatted(changeId, checker));
		}
		return find(changeId);
	}

	/**
	 * Whether a day, or a later one, is signed off, so that its calendar cannot change.
	 */
	public boolean isSigned(LocalDate day) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM reconciliation_run WHERE state = 'SIGNED' AND business_date >= :day)")
			.param("day", day)
			.query(Boolean.class)
			.single();
	}

	private void requireUnsigned(LocalDate day) {
		if (isSigned(day)) {
			throw new IllegalStateException(day + " is signed off; its calendar cannot change");
		}
	}

	private CalendarChange find(long changeId) {
		return change(changeId).orElseThrow();
	}

	/** A change, decided or not. */
	public Optional<CalendarChange> change(long changeId) {
		return changes("WHERE change_id = :value", changeId).stream().findFirst();
	}

	/** The newest changes first, decided or not. */
	public List<CalendarChange> changes(int limit) {
		return changes("ORDER BY change_id DESC LIMIT :value", limit);
	}

	private List<CalendarChange> changes(String which, long value) {
		return this.jdbc
			.sql("""
					SELECT change_id, day, is_open, name, maker, made_at, decision, checker, checked_at FROM bank_calendar_change
					"""
					+ which)
			.param("value", value)
			.query((row, number) -> new CalendarChange(row.getLong("change_id"), row.getObject("day", LocalDate.class),
					row.getBoolean("is_open"), row.getString("name"), row.getString("maker"),
					Timestamps.instant(row, "made_at"), row.getString("decision"), row.getString("checker"),
					Timestamps.nullable(row, "checked_at")))
			.list();
	}

	/** The exceptions of a year, in order. */
	public List<Day> of(int year) {
		return this.jdbc
			.sql("SELECT day, is_open, name FROM bank_calendar WHERE extract(year FROM day) = :year ORDER BY day")
			.param("year", year)
			.query((row, number) -> new Day(row.getObject(1, LocalDate.class), row.getBoolean(2), row.getString(3)))
			.list();
	}

	/** The days of a span on which banks work, in order. */
	public List<LocalDate> bankDays(LocalDate from, LocalDate to) {
		return this.jdbc
			.sql("""
					SELECT d::date FROM generate_series(:from::date, :to::date, interval '1 day') AS days (d) WHERE is_bank_day(d::date)
					 ORDER BY d
					""")
			.param("from", from)
			.param("to", to)
			.query(LocalDate.class)
			.list();
	}

}
