package dev.hundi.batch.statement.common;

import java.util.regex.Pattern;

/** A pattern of narrations backtracks too often. */
public final class ExpensivePatternException extends RuntimeException {

	private static final long serialVersionUID = 1;

	ExpensivePatternException(Pattern pattern) {
		super("The narration pattern " + pattern + " backtracks too often on a narration");
	}

}
