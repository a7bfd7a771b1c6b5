package dev.hundi.portal.statement;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.ProfileColumn;
import dev.hundi.statement.ProfileContent;
import dev.hundi.statement.ProposedProfile;
import org.jspecify.annotations.Nullable;

import org.springframework.util.MultiValueMap;

/**
 * A profile as a form shows it: everything is text.
 *
 * @param csv whether the bank sends CSV
 * @param columns headings, empty for columns that the bank does not have
 * @param format texts by the name of the field
 */
record ProfileForm(boolean csv, Map<ProfileColumn, String> columns, Map<String, String> format, boolean newestFirst,
		List<Row> patterns) {

	private static final int SPARE_ROWS = 3;

	/** Begins a message about a pattern, before its number in the form. */
	private static final String PATTERN = "pattern ";

	private static final List<String> FORMAT = List.of("dateFormat", "delimiter", "charset", "decimal", "grouping",
			"debitTerms", "creditTerms");

	private static final ProfileContent.Csv USUAL = new ProfileContent.Csv(
			Map.of(ProfileColumn.BOOKED_ON, "Date", ProfileColumn.BALANCE, "Balance", ProfileColumn.DEBIT, "Debit",
					ProfileColumn.CREDIT, "Credit"),
			"dd/MM/uuuu", ",", "UTF-8", ".", ",", List.of("DR", "D", "DEBIT"), List.of("CR", "C", "CREDIT"), false);

	/** A row of the table of patterns. */
	record Row(String pattern, String direction, String kind, String rail) {

		private static final Row EMPTY = new Row("", "", "", "");

	}

	/**
	 * A rule that the form breaks.
	 *
	 * @param id of the field, or null if it is of no field
	 * @param label key of the text of the field, or null
	 * @param number of a pattern, or null
	 */
	record Problem(@Nullable String id, @Nullable String label, @Nullable String number, String rule) {

		/** Of a message that begins with the name of a field, as commands know it. */
		static Problem of(String message) {
			int end = message.indexOf(": ");
			String name = (end > 0) ? message.substring(0, end) : "";
			String rule = message.substring(end + 1).strip();
			if (FORMAT.contains(name)) {
				return new Problem(name, "profiles." + name, null, rule);
			}
			if (name.startsWith(PATTERN)) {
				String number = name.substring(PATTERN.length());
				return new Problem("pattern-" + number, "profiles.pattern.of", number, rule);
			}
			return switch (name) {
				case "columns" -> new Problem("columns", "profiles.columns", null, rule);
				case "day" -> new Problem("day", "profiles.try.day", null, rule);
				default -> Stream.of(ProfileColumn.values())
					.filter((column) -> column.name().equals(name))
					.map((column) -> new Problem("column-" + column, "profiles.column." + column, null, rule))
					.findFirst()
					.orElseGet(() -> new Problem(null, null, null, message));
			};
		}

	}

	static ProfileForm of(@Nullable ProfileContent profile) {
		ProfileContent.Csv csv = (profile != null) ? profile.csv() : USUAL;
		ProfileContent.Csv shown = Objects.requireNonNullElse(csv, USUAL);
		Map<ProfileColumn, String> columns = new EnumMap<>(ProfileColumn.class);
		columns.putAll(shown.columns());
		List<Row> rows = new ArrayList<>();
		if (profile != null) {
			profile.narrations()
				.forEach((one) -> rows
					.add(new Row(one.pattern(), text(one.direction()), text(one.kind()), text(one.rail()))));
		}
		return new ProfileForm(csv != null, columns,
				Map.of("dateFormat", shown.dateFormat(), "delimiter", shown.delimiter(), "charset", shown.charset(),
						"decimal", shown.decimal(), "grouping", shown.grouping(), "debitTerms",
						String.join(", ", shown.debitTerms()), "creditTerms", String.join(", ", shown.creditTerms())),
				shown.newestFirst(), spare(rows));
	}

	static ProfileForm of(MultiValueMap<String, String> sent) {
		Map<ProfileColumn, String> columns = new EnumMap<>(ProfileColumn.class);
		for (ProfileColumn column : ProfileColumn.values()) {
			columns.put(column, first(sent, column.name()));
		}
		Map<String, String> format = new HashMap<>();
		// A delimiter may be a tab or a blank.
		FORMAT.forEach((field) -> format.put(field, Objects.requireNonNullElse(sent.getFirst(field), "")));
		List<Row> rows = new ArrayList<>();
		List<String> patterns = sent.getOrDefault("pattern", List.of());
		for (int i = 0; i < Math.min(patterns.size(), ProfileContent.MOST_PATTERNS + SPARE_ROWS); i++) {
			rows.add(new Row(Objects.requireNonNullElse(patterns.get(i), ""), at(sent, "direction", i),
					at(sent, "kind", i), at(sent, "rail", i)));
		}
		return new ProfileForm(sent.containsKey("csv"), columns, format, sent.containsKey("newestFirst"), spare(rows));
	}

	/**
	 * The profile.
	 * @throws IllegalArgumentException naming the field and its rule
	 */
	ProposedProfile proposed(String name, LocalDate validFrom) {
		List<ProfileContent.Narration> narrations = new ArrayList<>();
		for (int i = 0; i < this.patterns.size(); i++) {
			if (!this.patterns.get(i).pattern.isBlank()) {
				narrations.add(narration(this.patterns.get(i), i + 1));
			}
		}
		return new ProposedProfile(name, validFrom, new ProfileContent(this.csv ? content() : null, narrations));
	}

	private static ProfileContent.Narration narration(Row row, int number) {
		try {
			return new ProfileContent.Narration(row.pattern, constant(Direction.class, row.direction),
					constant(LineKind.class, row.kind), constant(Rail.class, row.rail));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					String.valueOf(ex.getMessage()).replaceFirst("^pattern(?=: )", PATTERN + number), ex);
		}
	}

	private ProfileContent.Csv content() {
		Map<ProfileColumn, String> named = new EnumMap<>(ProfileColumn.class);
		this.columns.forEach((column, heading) -> {
			if (!heading.isBlank()) {
				named.put(column, heading.strip());
			}
		});
		return new ProfileContent.Csv(named, text("dateFormat"), text("delimiter"), text("charset"), text("decimal"),
				text("grouping"), words("debitTerms"), words("creditTerms"), this.newestFirst);
	}

	private String text(String field) {
		return Objects.requireNonNullElse(this.format.get(field), "");
	}

	private List<String> words(String field) {
		return Arrays.stream(text(field).split(",")).map(String::strip).filter((word) -> !word.isEmpty()).toList();
	}

	private static <E extends Enum<E>> @Nullable E constant(Class<E> type, String name) {
		return Stream.of(type.getEnumConstants()).filter((one) -> one.name().equals(name)).findAny().orElse(null);
	}

	private static List<Row> spare(List<Row> rows) {
		List<Row> all = new ArrayList<>(rows.stream().filter((row) -> !row.pattern.isBlank()).toList());
		for (int i = 0; i < SPARE_ROWS && all.size() < ProfileContent.MOST_PATTERNS; i++) {
			all.add(Row.EMPTY);
		}
		return List.copyOf(all);
	}

	private static String text(@Nullable Enum<?> constant) {
		return (constant != null) ? constant.name() : "";
	}

	private static String first(MultiValueMap<String, String> sent, String field) {
		return Objects.requireNonNullElse(sent.getFirst(field), "").strip();
	}

	private static String at(MultiValueMap<String, String> sent, String field, int index) {
		List<String> values = sent.getOrDefault(field, List.of());
		return (index < values.size()) ? Objects.requireNonNullElse(values.get(index), "") : "";
	}

}
