package dev.hundi.export;

import java.time.Instant;

/**
 * One labelled value that stands beside a table, such as an opening balance. Its kinds
 * are those of {@link Column}.
 */
public sealed interface Fact {

	/**
	 * What the value is.
	 * @return some text, never blank
	 */
	String label();

	/**
	 * Text as somebody wrote it.
	 *
	 * @param label what the text is
	 * @param text the text
	 */
	record Text(String label, String text) implements Fact {

		public Text {
			requireLabel(label);
		}

	}

	/**
	 * Money.
	 *
	 * @param label what the amount is
	 * @param paise the amount, in paise
	 */
	record Rupees(String label, long paise) implements Fact {

		public Rupees {
			requireLabel(label);
		}

	}

	/**
	 * A whole number without a unit, such as a count.
	 *
	 * @param label what is counted
	 * @param number the number
	 */
	record WholeNumber(String label, long number) implements Fact {

		public WholeNumber {
			requireLabel(label);
		}

	}

	/**
	 * A moment, shown in Indian time.
	 *
	 * @param label what happened then
	 * @param instant the moment
	 */
	record Moment(String label, Instant instant) implements Fact {

		public Moment {
			requireLabel(label);
		}

	}

	private static void requireLabel(String label) {
		if (label.isBlank()) {
			throw new IllegalArgumentException("A fact needs a label");
		}
	}

}
