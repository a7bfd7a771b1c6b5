package dev.hundi.cli;

import java.io.Serial;

/** A command cannot run; the message is for the operator. */
public final class CommandFailedException extends RuntimeException {

	@Serial
	private static final long serialVersionUID = 1;

	CommandFailedException(String message) {
		super(message);
	}

}
