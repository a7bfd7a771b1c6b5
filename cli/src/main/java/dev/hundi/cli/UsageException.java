package dev.hundi.cli;

import java.io.Serial;

/** The arguments contradict each other or are incomplete; the usage is printed. */
final class UsageException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1;

	UsageException(String message) {
		super(message);
	}

}
