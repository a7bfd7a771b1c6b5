package dev.hundi.startup;

import java.util.Locale;

/**
 * The language of the machine, which no program of Hundi follows: Java would write the
 * numbers in references, SQL and answers with the digits of Marathi or Arabic.
 */
public final class MachineLanguage {

	private MachineLanguage() {
	}

	/** Ignores it from now on. The first act of a program. */
	public static void ignore() {
		Locale.setDefault(Locale.ENGLISH);
	}

}
