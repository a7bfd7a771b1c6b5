package dev.hundi.batch.statement.common;

import java.util.regex.Pattern;

/**
 * A text that a pattern reads a bounded number of times, so that a pattern which
 * backtracks without end is reported and does not occupy a processor for hours.
 */
final class BoundedText implements CharSequence {

	/** A pattern reads a narration of 2,000 characters a few times. */
	private static final int MOST_READS = 200_000;

	private final String text;

	private final Pattern pattern;

	private int reads;

	BoundedText(String text, Pattern pattern) {
		this.text = text;
		this.pattern = pattern;
	}

	@Override
	public int length() {
		return this.text.length();
	}

	@Override
	public char charAt(int index) {
		if (++this.reads > MOST_READS) {
			throw new ExpensivePatternException(this.pattern);
		}
		return this.text.charAt(index);
	}

	@Override
	public CharSequence subSequence(int start, int end) {
		return this.text.subSequence(start, end);
	}

	@Override
	public String toString() {
		return this.text;
	}

}
