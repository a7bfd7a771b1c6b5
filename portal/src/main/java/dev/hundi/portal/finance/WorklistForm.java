package dev.hundi.portal.finance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.portal.web.Amounts;
import dev.hundi.reconciliation.BreakFilter;
import dev.hundi.reconciliation.BreakWorklist;
import dev.hundi.text.Beginning;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

/**
 * The filter of the worklist as its form sends it.
 *
 * @param fields what filters, by name, in the order of the form
 * @param problems by field, the key of the text that says what is wrong; such a field
 * does not filter
 */
record WorklistForm(BreakFilter filter, BreakFilter.Order order, Map<String, String> fields,
		Map<String, String> problems) {

	/** Least ages that the form offers, in bank days. */
	static final List<Integer> AGES = List.of(1, 2, 4, 8, 31);

	private static final String NO_OWNER = "none";

	static WorklistForm of(Map<String, String> sent) {
		Reader reader = new Reader(sent, new LinkedHashMap<>(), new LinkedHashMap<>());
		BreakFilter.State state = reader.read("state", BreakFilter.State::valueOf);
		String type = reader.read("type", WorklistForm::type);
		Long bank = reader.read("bank", Long::valueOf);
		String owner = reader.read("owner", (text) -> Beginning.of(text, 100));
		Long least = reader.read("least", WorklistForm::paise);
		Long most = reader.read("most", WorklistForm::paise);
		Integer age = reader.read("age", WorklistForm::age);
		LocalDate due = reader.read("due", NamedDay::parse);
		BreakFilter.Order order = reader.read("order", BreakFilter.Order::valueOf);
		if (least != null && most != null && most < least) {
			reader.problems.put("most", "finance.invalid.most");
			reader.shown.remove("most");
			most = null;
		}
		return new WorklistForm(
				new BreakFilter((state != null) ? state : BreakFilter.State.OPEN, type, bank,
						NO_OWNER.equals(owner) ? "" : owner, least, most, (age != null) ? age : 0, due),
				(order != null) ? order : BreakFilter.Order.OLDEST, reader.shown, reader.problems);
	}

	/** The query of the list's address; empty for all open breaks. */
	String query() {
		return this.fields.entrySet()
			.stream()
			.map((field) -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
			.collect(Collectors.joining("&"));
	}

	private static String type(String text) {
		if (!BreakWorklist.isType(text)) {
			throw new IllegalArgumentException("Not a type");
		}
		return text;
	}

	private static Integer age(String text) {
		Integer days = Integer.valueOf(text);
		if (!AGES.contains(days)) {
			throw new IllegalArgumentException("Not an age of the form");
		}
		return days;
	}

	private static Long paise(String text) {
		return Amounts.paise(text).orElseThrow(() -> new IllegalArgumentException("Not an amount"));
	}

	private record Reader(Map<String, String> sent, Map<String, String> shown, Map<String, String> problems) {

		<T> @Nullable T read(String name, Function<String, T> parse) {
			String text = this.sent.getOrDefault(name, "").strip();
			if (text.isEmpty()) {
				return null;
			}
			try {
				T value = parse.apply(text);
				this.shown.put(name, text);
				return value;
			}
			catch (IllegalArgumentException | DateTimeException ex) {
				this.problems.put(name, "finance.invalid." + name);
				return null;
			}
		}

	}

}
