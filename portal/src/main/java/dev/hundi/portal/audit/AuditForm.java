package dev.hundi.portal.audit;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a chain, for the page and its export.
 *
 * @param business whose chain the staff reads, or null
 * @param act one act, or empty for all
 * @param from first day, Asia/Kolkata
 * @param to last day, Asia/Kolkata
 */
record AuditForm(@Nullable UUID business, String act, @Nullable UUID person, @Nullable LocalDate from,
		@Nullable LocalDate to) {

	/**
	 * Reads the fields of a request.
	 * @throws IllegalArgumentException if one is invalid
	 */
	static AuditForm of(Map<String, String> fields) {
		LocalDate from = day(fields, "from");
		LocalDate to = day(fields, "to");
		requireOrder(from, to);
		return new AuditForm(id(fields, "business"), fields.getOrDefault("act", "").strip(), id(fields, "person"), from,
				to);
	}

	/**
	 * Whether days that people typed can filter: both are days, the last not before the
	 * first.
	 */
	static boolean areDays(Map<String, String> fields) {
		try {
			requireOrder(day(fields, "from"), day(fields, "to"));
			return true;
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	private static void requireOrder(@Nullable LocalDate from, @Nullable LocalDate to) {
		if (from != null && to != null && to.isBefore(from)) {
			throw new IllegalArgumentException("to is before from");
		}
	}

	AuditTrail.Filter filter() {
		return new AuditTrail.Filter(this.act.isEmpty() ? null : this.act, this.person,
				(this.from != null) ? India.startOf(this.from) : null,
				(this.to != null) ? India.startOf(this.to.plusDays(1)) : null);
	}

	/** What is chosen, for the record of an export. */
	Map<String, String> chosen() {
		Map<String, String> chosen = new LinkedHashMap<>();
		if (!this.act.isEmpty()) {
			chosen.put("act", this.act);
		}
		put(chosen, "person", this.person);
		put(chosen, "from", this.from);
		put(chosen, "to", this.to);
		return chosen;
	}

	private static void put(Map<String, String> chosen, String name, @Nullable Object value) {
		if (value != null) {
			chosen.put(name, value.toString());
		}
	}

	private static @Nullable UUID id(Map<String, String> fields, String name) {
		String text = fields.getOrDefault(name, "");
		return text.isEmpty() ? null : UUID.fromString(text);
	}

	private static @Nullable LocalDate day(Map<String, String> fields, String name) {
		String text = fields.getOrDefault(name, "");
		if (text.isEmpty()) {
			return null;
		}
		try {
			return NamedDay.parse(text);
		}
		catch (DateTimeException ex) {
			throw new IllegalArgumentException(name + " is not a day", ex);
		}
	}

}
