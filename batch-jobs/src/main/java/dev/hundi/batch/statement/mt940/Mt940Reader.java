package dev.hundi.batch.statement.mt940;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementHead;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads MT940. The closing balance, whose date is the day of the statement, follows the
 * lines. The file is therefore read twice: first the heads of the statements, then their
 * lines.
 */
public final class Mt940Reader implements StatementReader {

	private static final Pattern BALANCE = Pattern.compile("([CD])(\\d{6})([A-Z]{3})(\\d{1,15},\\d{0,2})");

	private static final Pattern NUMBER = Pattern.compile("(\\d{1,5})(?:/(\\d{1,5}))?");

	/** Messages of one file, whose heads are kept in memory. */
	private static final int MAX_MESSAGES = 10_000;

	private final Function<String, Narrations> narrations;

	/**
	 * A reader.
	 * @param narrations returns how to read the narrations of an account
	 */
	public Mt940Reader(Function<String, Narrations> narrations) {
		this.narrations = narrations;
	}

	@Override
	public void read(StatementBytes file, StatementSink sink) throws RejectedStatementException, IOException {
		Deque<StatementHead> heads = new ArrayDeque<>();
		try (Mt940Fields fields = new Mt940Fields(new TextLines(file.open()))) {
			Message message = null;
			for (Mt940Fields.Field field = fields.next(); field != null; field = fields.next()) {
				if (field.tag().equals("20")) {
					addHead(heads, message);
					message = new Message(field.at());
				}
				else if (message == null) {
					throw new RejectedStatementException(field.at(), "Field " + field.tag() + " precedes field 20");
				}
				message.take(field);
			}
			addHead(heads, message);
		}
		try (Mt940Fields fields = new Mt940Fields(new TextLines(file.open()))) {
			readLines(fields, heads, sink);
		}
	}

	private static void addHead(Deque<StatementHead> heads, @Nullable Message message)
			throws RejectedStatementException {
		if (message != null) {
			heads.add(message.head());
			if (heads.size() > MAX_MESSAGES) {
				throw new RejectedStatementException(message.begin, "A file of more than 10,000 messages");
			}
		}
	}

	private void readLines(Mt940Fields fields, Deque<StatementHead> heads, StatementSink sink)
			throws RejectedStatementException, IOException {
		Mt940Line line = null;
		Narrations narration = Narrations.NONE;
		boolean open = false;
		for (Mt940Fields.Field field = fields.next(); field != null; field = fields.next()) {
			if (line != null) {
				boolean explained = field.tag().equals("86");
				if (explained) {
					line.explain(field);
				}
				line.write(sink, narration);
				line = null;
				if (explained) {
					continue;
				}
			}
			switch (field.tag()) {
				case "20" -> {
					if (open) {
						sink.end();
					}
					StatementHead head = heads.remove();
					narration = this.narrations.apply(head.accountNumber());
					sink.begin(head);
					open = true;
				}
				case "61" -> line = Mt940Line.of(field);
				default -> {
					// Read in the first pass.
				}
			}
		}
		if (open) {
			sink.end();
		}
	}

	/** A date of six digits in this century. */
	static LocalDate date(String yymmdd, int at) throws RejectedStatementException {
		try {
			return LocalDate.of(2000 + Integer.parseInt(yymmdd, 0, 2, 10), Integer.parseInt(yymmdd, 2, 4, 10),
					Integer.parseInt(yymmdd, 4, 6, 10));
		}
		catch (DateTimeException ex) {
			throw new RejectedStatementException(at, "Not a date: " + Texts.masked(yymmdd));
		}
	}

	/** Collects the head of one message. */
	private static final class Message {

		private final int begin;

		private @Nullable String accountNumber;

		private @Nullable String number;

		private int page = 1;

		private @Nullable Long openingPaise;

		private @Nullable Long closingPaise;

		private @Nullable LocalDate closingOn;

		Message(int begin) {
			this.begin = begin;
		}

		void take(Mt940Fields.Field field) throws RejectedStatementException {
			switch (field.tag()) {
				case "20" -> this.number = field.first();
				case "25", "25P" -> this.accountNumber = account(field);
				case "28", "28C" -> takeNumber(field);
				case "60F", "60M" -> {
					requireFirst(this.openingPaise, field);
					this.openingPaise = paise(field);
				}
				case "61" -> {
					if (this.openingPaise == null || this.closingPaise != null) {
						throw new RejectedStatementException(field.at(), "A line is not between the balances");
					}
				}
				case "62F", "62M" -> {
					requireFirst(this.closingPaise, field);
					this.closingPaise = paise(field);
					this.closingOn = date(field.first().substring(1, 7), field.at());
				}
				default -> {
					// Available balances and texts do not concern booked money.
				}
			}
		}

		private static void requireFirst(@Nullable Long known, Mt940Fields.Field field)
				throws RejectedStatementException {
			if (known != null) {
				throw new RejectedStatementException(field.at(), "A second field " + field.tag() + " in a message");
			}
		}

		private void takeNumber(Mt940Fields.Field field) throws RejectedStatementException {
			Matcher matcher = NUMBER.matcher(field.first());
			if (!matcher.matches()) {
				throw new RejectedStatementException(field.at(),
						"Not a statement number: " + Texts.masked(field.first()));
			}
			this.number = matcher.group(1);
			if (matcher.group(2) != null) {
				this.page = Math.max(1, Integer.parseInt(matcher.group(2)));
			}
		}

		private static String account(Mt940Fields.Field field) throws RejectedStatementException {
			String text = field.first();
			// A bank may write its BIC before the account.
			String account = Texts.account(text.substring(text.lastIndexOf('/') + 1).replaceFirst("(?<=\\d)INR$", ""));
			if (account == null) {
				throw new RejectedStatementException(field.at(), "Not an account number: " + Texts.masked(text));
			}
			return account;
		}

		private static long paise(Mt940Fields.Field field) throws RejectedStatementException {
			Matcher matcher = BALANCE.matcher(field.first());
			if (!matcher.matches()) {
				throw new RejectedStatementException(field.at(), "Not a balance: " + Texts.masked(field.first()));
			}
			if (!matcher.group(3).equals("INR")) {
				throw new RejectedStatementException(field.at(),
						"The balance is not in INR but in " + matcher.group(3));
			}
			long paise = Texts.paise(matcher.group(4), ',', field.at());
			return matcher.group(1).equals("C") ? paise : -paise;
		}

		StatementHead head() throws RejectedStatementException {
			if (this.openingPaise == null || this.closingPaise == null || this.closingOn == null) {
				throw new RejectedStatementException(this.begin, "The message has no opening or no closing balance");
			}
			String reference = Texts.clean(this.number, 100);
			if (this.accountNumber == null || reference == null) {
				throw new RejectedStatementException(this.begin, "The message has no account or no statement number");
			}
			return new StatementHead(this.accountNumber, this.closingOn, reference, this.page, this.openingPaise,
					this.closingPaise);
		}

	}

}
