package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementAccount;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementSink;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Knows a format by the first bytes of a file, and who reads it.
 */
@Component
public class ReadStatements {

	private static final int FIRST_BYTES = 4_096;

	private static final Pattern MT940 = Pattern.compile("(?m)^[\\x01\\s]*(\\{1:|:20:)");

	private static final Pattern XML = Pattern.compile("^(\\xEF\\xBB\\xBF)?\\s*<");

	private final StatementAccounts accounts;

	private final StatementSettings settings;

	ReadStatements(StatementAccounts accounts, StatementSettings settings) {
		this.accounts = accounts;
		this.settings = settings;
	}

	/**
	 * Reads a file of camt.053 or MT940 as it stands, without the profile of any bank.
	 * @throws RejectedStatementException if it is not as it must be
	 * @throws IOException if it cannot be read
	 */
	public static void read(Path file, StatementSink sink) throws RejectedStatementException, IOException {
		StatementBytes bytes = () -> Files.newInputStream(file);
		StatementFormat format;
		try (InputStream in = bytes.open()) {
			format = formatOf(in.readNBytes(FIRST_BYTES));
		}
		reader(format, null, (account) -> StatementProfile.NONE).read(bytes, sink);
	}

	StatementFormat formatOf(StatementBytes file) throws IOException {
		try (InputStream in = file.open()) {
			return formatOf(in.readNBytes(FIRST_BYTES));
		}
	}

	static StatementFormat formatOf(byte[] first) {
		String text = new String(first, StandardCharsets.ISO_8859_1);
		boolean wide = text.startsWith("\u00fe\u00ff") || text.startsWith("\u00ff\u00fe") || text.startsWith("\0<")
				|| text.startsWith("<\0");
		if (wide || XML.matcher(text).find()) {
			return StatementFormat.CAMT053;
		}
		return MT940.matcher(text).find() ? StatementFormat.MT940 : StatementFormat.CSV;
	}

	/**
	 * A reader for a file.
	 * @param accountNumber whose the sender says it is, or null
	 */
	StatementReader reader(StatementFormat format, @Nullable String accountNumber) {
		return reader(format, accountNumber, this::profile);
	}

	private static StatementReader reader(StatementFormat format, @Nullable String accountNumber,
			AccountProfiles profiles) {
		return switch (format) {
			case CAMT053 -> new Camt053Reader(profiles);
			case MT940 -> new Mt940Reader(profiles);
			case CSV -> new CsvReader(accountNumber, profiles);
		};
	}

	private StatementProfile profile(String accountNumber) {
		String name = this.accounts.find(accountNumber).map(StatementAccount::profile).orElse(null);
		return (name != null) ? this.settings.profile(name) : StatementProfile.NONE;
	}

}
