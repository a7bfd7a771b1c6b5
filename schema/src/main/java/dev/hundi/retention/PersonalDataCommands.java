package dev.hundi.retention;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.sql.DataSource;

import dev.hundi.retention.Subject.Kind;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The commands of {@code ./hundi personal-data}: export and erasure of what is stored
 * about one person.
 */
public final class PersonalDataCommands {

	/** How the commands are called. */
	public static final String USAGE = """
			Usage: ./hundi personal-data export PERSON --by WHO --reason TEXT --to FILE
			       ./hundi personal-data erase PERSON --by WHO --reason TEXT [--execute]
			PERSON is --account NUMBER --ifsc IFSC, --vpa ADDRESS, --phone NUMBER or --email ADDRESS.
			Without --execute, erase only shows what it would erase and what it keeps.""";

	private final JdbcClient jdbc;

	private final TransactionTemplate transactions;

	private final RetentionPeriods periods;

	/**
	 * Commands on a database.
	 * @param session one connection of the role that owns the schema
	 */
	public PersonalDataCommands(DataSource session, RetentionPeriods periods) {
		this.jdbc = JdbcClient.create(session);
		this.transactions = new TransactionTemplate(new DataSourceTransactionManager(session));
		this.periods = periods;
	}

	/**
	 * Runs one command.
	 * @param words the command with its options
	 * @return its report
	 * @throws IllegalArgumentException if the words are no command
	 * @throws IllegalStateException if the file cannot be written
	 */
	public String run(List<String> words) {
		Map<String, String> options = options(words);
		String command = words.isEmpty() ? "" : words.getFirst();
		Subject subject = subject(options);
		String by = required(options, "by");
		String reason = required(options, "reason");
		if (reason.toLowerCase(Locale.ROOT).contains(subject.value().toLowerCase(Locale.ROOT))) {
			throw new IllegalArgumentException("--reason is stored for good; it must not contain the personal data");
		}
		return switch (command) {
			case "export" -> export(subject, by, reason, Path.of(required(options, "to")));
			case "erase" -> erase(subject, by, reason, options.containsKey("execute"));
			default -> throw new IllegalArgumentException(USAGE);
		};
	}

	/** Records the export if its file is written. */
	private String export(Subject subject, String by, String reason, Path file) {
		long found = find(subject);
		this.transactions.executeWithoutResult((status) -> {
			record("EXPORT", subject, by, reason, found);
			try {
				new ExportSubject(this.jdbc).write(file);
			}
			catch (IOException ex) {
				throw new IllegalStateException("The export was not written: " + ex, ex);
			}
		});
		return "Found %d rows; everything stored about the person is in %s".formatted(found, file);
	}

	private String erase(Subject subject, String by, String reason, boolean execute) {
		long found = find(subject);
		Long request = execute ? record("ERASURE", subject, by, reason, found) : null;
		List<ErasedOrKept> rows = new EraseSubject(this.jdbc, this.transactions, this.periods, request).erase();
		long erased = rows.stream().filter(ErasedOrKept::erased).count();
		String summary = execute
				? "Request %d: erased %d rows, kept %d.".formatted(request, erased, rows.size() - erased)
				: "Dry run: would erase %d rows and keep %d. Nothing was changed; repeat it with --execute."
					.formatted(erased, rows.size() - erased);
		return Stream.concat(rows.stream().map(ErasedOrKept::toString), Stream.of(summary))
			.collect(Collectors.joining("\n"));
	}

	private long find(Subject subject) {
		FindSubject finder = new FindSubject(this.jdbc);
		finder.find(subject);
		return finder.found();
	}

	private Long record(String kind, Subject subject, String by, String reason, long found) {
		return this.jdbc.sql("""
				INSERT INTO personal_data_request (kind, found_by, requested_by, reason, found_rows)
				VALUES (:kind, :foundBy, :by, :reason, :found) RETURNING request_id
				""")
			.param("kind", kind)
			.param("foundBy", subject.kind().name())
			.param("by", by)
			.param("reason", reason)
			.param("found", found)
			.query(Long.class)
			.single();
	}

	private static Subject subject(Map<String, String> options) {
		List<Kind> given = Stream.of(Kind.values()).filter((kind) -> options.containsKey(option(kind))).toList();
		if (given.size() != 1) {
			throw new IllegalArgumentException(USAGE);
		}
		Kind kind = given.getFirst();
		return new Subject(kind, required(options, option(kind)), options.get("ifsc"));
	}

	private static String option(Kind kind) {
		return kind.name().toLowerCase(Locale.ROOT);
	}

	private static String required(Map<String, String> options, String name) {
		String value = options.get(name);
		if (value == null || value.isBlank()) {
			throw new IllegalArgumentException("--" + name + " is missing.\n" + USAGE);
		}
		return value;
	}

	private static Map<String, String> options(List<String> words) {
		Map<String, String> options = new LinkedHashMap<>();
		List<String> rest = new ArrayList<>(words.subList(Math.min(1, words.size()), words.size()));
		while (!rest.isEmpty()) {
			String word = rest.removeFirst();
			String name = word.startsWith("--") ? word.substring(2) : "";
			boolean known = List.of("account", "ifsc", "vpa", "phone", "email", "by", "reason", "to").contains(name);
			if (name.equals("execute")) {
				options.put(name, "");
			}
			else if (!known || rest.isEmpty() || options.put(name, rest.removeFirst()) != null) {
				throw new IllegalArgumentException(USAGE);
			}
		}
		return options;
	}

}
