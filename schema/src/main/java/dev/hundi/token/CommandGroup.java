package dev.hundi.token;

import java.util.Locale;
import java.util.Optional;

/** A group of operator commands, such as {@code ./hundi webhooks}. */
public enum CommandGroup {

	WEBHOOKS, STATEMENTS, BULK, RECONCILIATION, REVIEWS, DEAD_LETTERS;

	/** The word of the command line and of the path: {@code dead-letters}. */
	public String word() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	/** The group of a word. */
	public static Optional<CommandGroup> of(String word) {
		for (CommandGroup group : values()) {
			if (group.word().equals(word)) {
				return Optional.of(group);
			}
		}
		return Optional.empty();
	}

}
