package dev.hundi.startup;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Arguments of a command of {@code ./hundi} that works on the database itself. Spring
 * ignores options that it does not know, and the command would act: {@code --dry-run}
 * must not add a key.
 *
 * @param words everything that is no setting
 * @param settings such as {@code --hundi.database.url=...}
 */
public record OwnerArguments(List<String> words, List<String> settings) {

	private static final List<String> SETTINGS = List.of("--hundi.", "--spring.", "--logging.");

	/**
	 * Separates settings from words.
	 */
	public static OwnerArguments of(String... args) {
		var parts = Arrays.stream(args)
			.collect(Collectors.partitioningBy((arg) -> SETTINGS.stream().anyMatch(arg::startsWith)));
		return new OwnerArguments(parts.getOrDefault(false, List.of()), parts.getOrDefault(true, List.of()));
	}

	/** Whether the command shall only print how it is called. */
	public boolean askForHelp() {
		return this.words.stream().anyMatch(Set.of("-h", "--help")::contains);
	}

	/** Whether a word looks like an option; for commands that have none. */
	boolean haveOptions() {
		return this.words.stream().anyMatch((word) -> word.startsWith("-"));
	}

}
