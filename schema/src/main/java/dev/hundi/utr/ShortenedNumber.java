package dev.hundi.utr;

import java.util.regex.Pattern;

/**
 * Numbers of twelve digits or more as spreadsheets show them and write them into a csv,
 * such as {@code 6.32512E+11}: the last digits are lost. No program makes a reference of
 * this form.
 */
public final class ShortenedNumber {

	private static final Pattern FORM = Pattern.compile("[0-9](?:[.,][0-9]+)?E\\+[0-9]{2,3}");

	private ShortenedNumber() {
	}

	/** Whether a text is such a number. */
	public static boolean is(String text) {
		return FORM.matcher(text).matches();
	}

}
