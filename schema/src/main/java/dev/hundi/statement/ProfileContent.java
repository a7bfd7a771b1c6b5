package dev.hundi.statement;

import java.nio.charset.Charset;
import java.time.format.DateTimeFormatterBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * How the statements of a bank are read, as JSON stores it.
 *
 * @param csv its CSV, or null if it sends none
 * @param narrations patterns, each for the fields that are still empty; the patterns of
 * all banks follow
 */
public record ProfileContent(@Nullable Csv csv, List<Narration> narrations) {

	/** Maximum number of patterns. */
	public static final int MOST_PATTERNS = 20;

	private static final int LONGEST_PATTERN = 300;

	private static final int LONGEST_HEADING = 100;

	public ProfileContent {
		narrations = List.copyOf(narrations);
		require(narrations.size() <= MOST_PATTERNS, "narrations: at most " + MOST_PATTERNS + " patterns");
	}

	/**
	 * A CSV.
	 *
	 * @param columns headings by what the column holds
	 * @param dateFormat such as {@code dd/MM/uuuu}
	 * @param delimiter of fields, one character
	 * @param charset such as {@code UTF-8}
	 * @param decimal separator of rupees and paise, one character
	 * @param grouping separator of digit groups, one character
	 * @param debitTerms values of a debit in the column of the direction
	 * @param creditTerms values of a credit in it
	 * @param newestFirst whether the newest row comes first
	 */
	public record Csv(Map<ProfileColumn, String> columns, String dateFormat, String delimiter, String charset,
			String decimal, String grouping, List<String> debitTerms, List<String> creditTerms, boolean newestFirst) {

		public Csv {
			columns = Map.copyOf(columns.isEmpty() ? Map.of() : new EnumMap<>(columns));
			columns
				.forEach((column, heading) -> require(!heading.isBlank() && heading.strip().length() <= LONGEST_HEADING,
						column + ": a heading has 1 to " + LONGEST_HEADING + " characters"));
			Set<ProfileColumn> named = columns.keySet();
			boolean two = named.containsAll(Set.of(ProfileColumn.DEBIT, ProfileColumn.CREDIT))
					&& !named.contains(ProfileColumn.AMOUNT) && !named.contains(ProfileColumn.DIRECTION);
			boolean one = named.contains(ProfileColumn.AMOUNT) && !named.contains(ProfileColumn.DEBIT)
					&& !named.contains(ProfileColumn.CREDIT);
			require(named.containsAll(Set.of(ProfileColumn.BOOKED_ON, ProfileColumn.BALANCE)) && two != one,
					"columns: BOOKED_ON, BALANCE, and either DEBIT and CREDIT or AMOUNT are needed");
			requireDateFormat(dateFormat);
			requireCharacter("delimiter", delimiter);
			requireCharacter("decimal", decimal);
			requireCharacter("grouping", grouping);
			require(!decimal.equals(grouping), "grouping: another character than decimal");
			require(isCharset(charset), "charset: there is no " + charset);
			debitTerms = terms(debitTerms, "debitTerms");
			creditTerms = terms(creditTerms, "creditTerms");
		}

		private static List<String> terms(List<String> terms, String field) {
			require(terms.size() <= 10 && terms.stream().allMatch((term) -> !term.isBlank() && term.length() <= 20),
					field + ": at most 10 words of 1 to 20 characters");
			return terms.stream().map((term) -> term.strip().toUpperCase(Locale.ROOT)).toList();
		}

		private static void requireCharacter(String field, String text) {
			require(text.length() == 1, field + ": one character");
		}

		private static void requireDateFormat(String format) {
			require(!format.isBlank() && format.length() <= 40, "dateFormat: 1 to 40 characters");
			try {
				new DateTimeFormatterBuilder().appendPattern(format);
			}
			catch (IllegalArgumentException ex) {
				throw new IllegalArgumentException("dateFormat: not a format of dates such as dd/MM/uuuu", ex);
			}
		}

		private static boolean isCharset(String name) {
			try {
				return Charset.isSupported(name);
			}
			catch (IllegalArgumentException ex) {
				return false;
			}
		}

	}

	/**
	 * A pattern that explains narrations.
	 *
	 * @param pattern regular expression; its groups {@code utr}, {@code reference},
	 * {@code account}, {@code name} and {@code virtual} become fields of the line
	 * @param direction the only direction of lines it applies to; null for both
	 * @param kind kind of the line, or null
	 * @param rail rail of the line, or null
	 */
	public record Narration(String pattern, @Nullable Direction direction, @Nullable LineKind kind,
			@Nullable Rail rail) {

		private static final Set<String> GROUPS = Set.of("utr", "reference", "account", "name", "virtual");

		public Narration {
			require(!pattern.isBlank() && pattern.length() <= LONGEST_PATTERN,
					"pattern: 1 to " + LONGEST_PATTERN + " characters");
			try {
				Pattern.compile(pattern)
					.namedGroups()
					.keySet()
					.forEach((group) -> require(GROUPS.contains(group), "pattern: unknown group " + group));
			}
			catch (PatternSyntaxException ex) {
				throw new IllegalArgumentException("pattern: " + ex.getDescription(), ex);
			}
		}

		/** The compiled pattern. */
		public Pattern compiled() {
			return Pattern.compile(this.pattern);
		}

	}

	private static void require(boolean holds, String otherwise) {
		if (!holds) {
			throw new IllegalArgumentException(otherwise);
		}
	}

}
