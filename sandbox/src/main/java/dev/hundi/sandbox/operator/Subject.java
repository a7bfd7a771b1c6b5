package dev.hundi.sandbox.operator;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.sandbox.OperatorAccess;
import org.jspecify.annotations.Nullable;

/**
 * What a command is about: its first word.
 */
enum Subject {

	WEBHOOKS(OperatorAccess::url, WebhookCommands::request, WebhookCommands.USAGE),

	QUESTIONS(OperatorAccess::url, QuestionCommands::request, QuestionCommands.USAGE),

	DEAD_LETTERS(OperatorAccess::url, DeadLetterCommands::request, DeadLetterCommands.USAGE),

	STATEMENTS(OperatorAccess::batch, StatementCommands::request, StatementCommands.USAGE),

	BULK(OperatorAccess::batch, BulkCommands::request, BulkCommands.USAGE),

	RECONCILIATION(OperatorAccess::batch, ReconciliationCommands::request, ReconciliationCommands.USAGE);

	private final Function<OperatorAccess, URI> door;

	private final Form form;

	private final String usage;

	Subject(Function<OperatorAccess, URI> door, Form form, String usage) {
		this.door = door;
		this.form = form;
		this.usage = usage;
	}

	static @Nullable Subject of(List<String> words) {
		return Arrays.stream(values())
			.filter((subject) -> !words.isEmpty() && subject.word().equals(words.getFirst()))
			.findFirst()
			.orElse(null);
	}

	/** How the subject of some words is written, or each where they have none. */
	static String usage(List<String> words) {
		Subject subject = of(words);
		return Arrays.stream(values())
			.filter((each) -> subject == null || each == subject)
			.flatMap(Subject::usageLines)
			.collect(Collectors.joining("\n       ", "usage: ", ""));
	}

	/** A line of usage that begins with a space goes on with the one before. */
	private Stream<String> usageLines() {
		String command = "./hundi " + word() + " ";
		return this.usage.lines().map((line) -> (line.startsWith(" ") ? command.replaceAll(".", " ") : command) + line);
	}

	/**
	 * Where the application of this subject listens.
	 * @throws dev.hundi.sandbox.server.StartFailedException if nobody said where
	 */
	URI door(OperatorAccess access) {
		return this.door.apply(access);
	}

	/** The request of a command, or null where it has none of the forms of the usage. */
	@Nullable OperatorRequest request(CommandLine line) {
		return this.form.request(line);
	}

	private String word() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** Makes a request of a command. */
	private interface Form {

		@Nullable OperatorRequest request(CommandLine line);

	}

}
