package dev.hundi.batch.statement;

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
 * The CSV of a bank: {@code hundi.statement.profiles.<name>.csv.*}. Amounts stand in a
 * column for debits and one for credits, or in one with a column for the direction, or in
 * one with a sign.
 *
 * @param columns what the header calls them
 * @param dateFormat of the dates, such as {@code dd/MM/uuuu}
 * @param delimiter between fields
 * @param charset of the file
 * @param decimal before the paise
 * @param grouping between groups of digits, ignored
 * @param debitWords what stands for a debit in the column of the direction
 * @param creditWords what stands for a credit there
 * @param newestFirst whether the newest line comes first
 */
record CsvProfile(Columns columns, @DefaultValue("dd/MM/uuuu") String dateFormat, @DefaultValue(",") char delimiter,
		@DefaultValue("UTF-8") Charset charset, @DefaultValue(".") char decimal, @DefaultValue(",") char grouping,
		@DefaultValue( {
				"DR", "D", "DEBIT" }) List<String> debitWords,
		@DefaultValue({ "CR", "C", "CREDIT" }) List<String> creditWords, @DefaultValue("false") boolean newestFirst){

	CsvProfile {
		if (columns == null) {
			throw new IllegalArgumentException("The columns of a CSV are missing");
		}
		debitWords = upper(debitWords);
		creditWords = upper(creditWords);
		formatter(dateFormat);
	}

	private static List<String> upper(List<String> words) {
		return words.stream().map((word) -> word.toUpperCase(Locale.ROOT)).toList();
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
	 * What the header of a bank calls its columns; null where it has no such column.
	 *
	 * @param amount with {@code direction} or a sign, instead of {@code debit} and
	 * {@code credit}
	 * @param balance of the account after the line: from it come opening and closing
	 * @param reference our own, if the bank has a column for it
	 */
	record Columns(String bookedOn, @Nullable String valueOn, @Nullable String narration, @Nullable String debit,
			@Nullable String credit, @Nullable String amount, @Nullable String direction, String balance,
			@Nullable String utr, @Nullable String reference, @Nullable String bankReference,
			@Nullable String virtualAccount) {

		Columns {
			boolean two = debit != null && credit != null && amount == null && direction == null;
			boolean one = amount != null && debit == null && credit == null;
			if (bookedOn == null || balance == null || two == one) {
				throw new IllegalArgumentException(
						"A CSV needs booked-on, balance, and either debit and credit or amount");
			}
		}

		/** All that the header must have. */
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
