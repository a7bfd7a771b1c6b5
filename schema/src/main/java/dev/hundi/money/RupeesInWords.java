package dev.hundi.money;

import java.util.ArrayList;
import java.util.List;

/**
 * Amounts in English words with Indian numbering: thousand, lakh and crore. A crore is
 * counted again in crores, such as one lakh crore.
 */
public final class RupeesInWords {

	private static final List<String> SMALL = List.of("zero", "one", "two", "three", "four", "five", "six", "seven",
			"eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen",
			"eighteen", "nineteen");

	private static final List<String> TENS = List.of("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
			"eighty", "ninety");

	private static final long CRORE = 10_000_000;

	private RupeesInWords() {
	}

	/**
	 * An amount such as {@code Rupees one lakh fifty thousand and fifty paise only}.
	 * @param paise not negative
	 */
	public static String of(long paise) {
		if (paise < 0) {
			throw new IllegalArgumentException("An amount in words is not negative: " + paise);
		}
		long rest = paise % 100;
		return "Rupees " + number(paise / 100) + ((rest > 0) ? " and " + number(rest) + " paise" : "") + " only";
	}

	private static String number(long number) {
		if (number < SMALL.size()) {
			return SMALL.get((int) number);
		}
		List<String> words = new ArrayList<>();
		long rest = part(words, number, CRORE, "crore");
		rest = part(words, rest, 100_000, "lakh");
		rest = part(words, rest, 1_000, "thousand");
		rest = part(words, rest, 100, "hundred");
		if (rest >= SMALL.size()) {
			words.add(TENS.get((int) rest / 10) + ((rest % 10 > 0) ? "-" + SMALL.get((int) rest % 10) : ""));
		}
		else if (rest > 0) {
			words.add(SMALL.get((int) rest));
		}
		return String.join(" ", words);
	}

	/** What is left below the unit. */
	private static long part(List<String> words, long number, long unit, String name) {
		if (number >= unit) {
			words.add(number(number / unit) + " " + name);
		}
		return number % unit;
	}

}
