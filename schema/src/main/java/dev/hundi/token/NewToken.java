package dev.hundi.token;

import java.time.Duration;
import java.util.Set;

/**
 * A token to create.
 *
 * @param name 1 to 60 characters, for its person to recognise it
 * @param groups the commands that it may call; not empty
 * @param validFor at most 90 days
 */
public record NewToken(String name, TokenScope scope, Set<CommandGroup> groups, Duration validFor) {

	/** The longest life of a token. */
	public static final Duration LONGEST = Duration.ofDays(90);

	private static final int MAX_NAME = 60;

	public NewToken {
		groups = Set.copyOf(groups);
		if (!isName(name)) {
			throw new IllegalArgumentException("name must have 1 to 60 characters");
		}
		if (groups.isEmpty()) {
			throw new IllegalArgumentException("groups must name a group of commands");
		}
		if (!validFor.isPositive() || validFor.compareTo(LONGEST) > 0) {
			throw new IllegalArgumentException("validFor must be at most 90 days");
		}
	}

	/** Whether a text can be the name of a token. */
	public static boolean isName(String name) {
		return !name.isBlank() && name.equals(name.strip()) && name.length() <= MAX_NAME;
	}

}
