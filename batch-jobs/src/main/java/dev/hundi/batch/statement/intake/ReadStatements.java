package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.camt053.Camt053Reader;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.common.StatementBytes;
import dev.hundi.batch.statement.common.StatementReader;
import dev.hundi.batch.statement.csv.CsvReader;
import dev.hundi.batch.statement.mt940.Mt940Reader;
import dev.hundi.statement.RejectedStatementException;
import dev.hundi.statement.StatementAccount;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.statement.ProfileContent;
import dev.hundi.statement.StatementFormat;
import dev.hundi.statement.StatementSink;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Detects the format of a file by its first bytes and reads it.
 */
@Component
public class ReadStatements {

	private static final int FIRST_BYTES = 4_096;

	private static final Pattern MT940 = Pattern.compile("(?m)^(\\xEF\\xBB\\xBF)?[\\x01\\s]*(\\{1:|:20:)");

	private static final Pattern XML = Pattern.compile("^(\\xEF\\xBB\\xBF)?\\s*<");

	private final StatementAccounts accounts;

	private final StatementProfiles profiles;

	ReadStatements(StatementAccounts accounts, StatementProfiles profiles) {
		this.accounts = accounts;
		this.profiles = profiles;
	}

	/**
	 * Reads a file of camt.053 or MT940 without the profile of a bank.
	 * @throws RejectedStatementException if the file is invalid
	 * @throws IOException if the file cannot be read
	 */
	public static void read(Path file, StatementSink sink) throws RejectedStatementException, IOException {
		StatementBytes bytes = () -> Files.newInputStream(file);
		StatementFormat format;
		try (InputStream in = bytes.open()) {
			format = formatOf(in.readNBytes(FIRST_BYTES));
		}
		readerOf(format, null, (account) -> StatementProfile.NONE).read(bytes, sink);
	}

	StatementFormat formatOf(StatementBytes file) throws IOException {
		try (InputStream in = file.open()) {
			return formatOf(in.readNBytes(FIRST_BYTES));
		}
	}

	/** The format of a file that begins with these bytes. */
	public static StatementFormat formatOf(byte[] first) {
		String text = new String(first, StandardCharsets.ISO_8859_1);
		boolean wide = text.startsWith("\u00fe\u00ff") || text.startsWith("\u00ff\u00fe") || text.startsWith("\0<")
				|| text.startsWith("<\0");
		if (wide || XML.matcher(text).find()) {
			return StatementFormat.CAMT053;
		}
		return MT940.matcher(text).find() ? StatementFormat.MT940 : StatementFormat.CSV;
	}

	/**
	 * A reader for a file, with the profiles that hold today.
	 * @param accountNumber account named by the sender, or null
	 * @param used receives the name and version of each profile
	 */
	StatementReader reader(StatementFormat format, @Nullable String accountNumber, Consumer<String> used) {
		LocalDate today = India.dateOf(Instant.now());
		return readerOf(format, accountNumber, (account) -> profile(account, today, used));
	}

	/** A reader for a file that reads every account with one profile. */
	static StatementReader reader(StatementFormat format, @Nullable String accountNumber, ProfileContent content) {
		StatementProfile profile = StatementProfile.of(content);
		return readerOf(format, accountNumber, (account) -> profile);
	}

	private static StatementReader readerOf(StatementFormat format, @Nullable String accountNumber,
			Function<String, StatementProfile> profiles) {
		Function<String, Narrations> narrations = (account) -> profiles.apply(account).rules();
		return switch (format) {
			case CAMT053 -> new Camt053Reader(narrations);
			case MT940 -> new Mt940Reader(narrations);
			case CSV -> {
				StatementProfile profile = (accountNumber != null) ? profiles.apply(accountNumber)
						: StatementProfile.NONE;
				yield new CsvReader(accountNumber, profile.csv(), profile.rules());
			}
		};
	}

	private StatementProfile profile(String accountNumber, LocalDate day, Consumer<String> used) {
		String name = this.accounts.find(accountNumber).map(StatementAccount::profile).orElse(null);
		if (name == null) {
			return StatementProfile.NONE;
		}
		StatementProfiles.Version version = this.profiles.holding(name, day)
			.orElseThrow(() -> new IllegalStateException("There is no statement profile " + name));
		used.accept(version.text());
		return StatementProfile.of(version.proposed().profile());
	}

}
