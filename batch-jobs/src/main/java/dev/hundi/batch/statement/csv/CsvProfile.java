package dev.hundi.batch.statement.csv;

import java.nio.charset.Charset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The CSV of a bank. Amounts are in a column for debits and one for credits, in one
 * column with a second one for the direction, or in one column with a sign.
 *
 * @param columns names of the columns in the header
 * @param dateFormat format of dates, such as {@code dd/MM/uuuu}
 * @param delimiter separator of fields
 * @param decimal separator of rupees and paise
 * @param grouping separator of digit groups, ignored
 * @param debitTerms values of a debit in the direction column
 * @param creditTerms values of a credit in the direction column
 * @param newestFirst whether the newest row comes first
 */
public record CsvProfile(Columns columns, @DefaultValue("dd/MM/uuuu") String dateFormat,
		@DefaultValue(",") char delimiter, @DefaultValue("UTF-8") Charset charset, @DefaultValue(".") char decimal,
		@DefaultValue(",") char grouping, @DefaultValue( {
				"DR", "D", "DEBIT" }) List<String> debitTerms,
		@DefaultValue({ "CR", "C", "CREDIT" }) List<String> creditTerms, @DefaultValue("false") boolean newestFirst){

	public CsvProfile {
		if (columns == null) {
			throw new IllegalArgumentException("A CSV profile needs columns");
		}
		debitTerms = upperCase(debitTerms);
		creditTerms = upperCase(creditTerms);
		formatter(dateFormat);
	}

	private static List<String> upperCase(List<String> terms) {
		return terms.stream().map((term) -> term.toUpperCase(Locale.ROOT)).toList();
	}

	DateTimeFormatter dates() {
		return formatter(this.dateFormat);
	}

	private static DateTimeFormatter formatter(String format) {
		return new DateTimeFormatterBuilder().parseCaseInsensitive()
			.appendPattern(format)
			.toFormatter(Locale.ENGLISH)
			.withResolverStyle(ResolverStyle.STRICT);
	}

	/**
	 * Names of the columns in the header; null for a column that the bank does not have.
	 *
	 * @param amount column with {@code direction} or a sign, instead of {@code debit} and
	 * {@code credit}
	 * @param balance balance of the account after the row
	 * @param reference our own reference
	 */
	public record Columns(String bookedOn, @Nullable String valueOn, @Nullable String narration, @Nullable String debit,
			@Nullable String credit, @Nullable String amount, @Nullable String direction, String balance,
			@Nullable String utr, @Nullable String reference, @Nullable String bankReference,
			@Nullable String virtualAccount) {

		public Columns {
			boolean two = debit != null && credit != null && amount == null && direction == null;
			boolean one = amount != null && debit == null && credit == null;
			if (bookedOn == null || balance == null || two == one) {
				throw new IllegalArgumentException(
						"A CSV profile needs booked-on, balance, and either debit and credit or amount");
			}
		}

		/** Where an amount is expected. */
		@Nullable String ofAmount() {
			return (this.amount != null) ? this.amount : this.debit;
		}

		/** Columns that the header must have. */
		List<String> names() {
			return Stream
				.of(this.bookedOn, this.valueOn, this.narration, this.debit, this.credit, this.amount, this.direction,
						this.balance, this.utr, this.reference, this.bankReference, this.virtualAccount)
				.filter((name) -> name != null)
				.map(CsvReader::header)
				.toList();
		}

	}

}
