package dev.hundi.export;

import java.time.Instant;

/**
 * A labelled value beside a table, such as an opening balance. Its kinds are those of
 * {@link Column}.
 */
public sealed interface Fact {

	/** The label, never blank. */
	String label();

	/** Free text. */
	record Text(String label, String text) implements Fact {

		public Text {
			requireLabel(label);
		}

	}

	/**
	 * An amount of money.
	 *
	 * @param label the label
	 * @param paise the amount, in paise
	 */
	record Rupees(String label, long paise) implements Fact {

		public Rupees {
			requireLabel(label);
		}

	}

	/** A whole number without a unit, such as a count. */
	record WholeNumber(String label, long number) implements Fact {

		public WholeNumber {
			requireLabel(label);
		}

	}

	/** An instant, shown in Indian time. */
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
