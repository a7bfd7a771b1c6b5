package dev.hundi.portal.operation;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hundi.money.Rupees;

/** Amounts and percentages as people type them. */
final class Amounts {

	private static final int MAX_LENGTH = 20;

	private Amounts() {
	}

	/** Paise of rupees such as {@code 1,500.50}; commas group and are ignored. */
	static OptionalLong paise(String text) {
		String plain = text.strip().replace(",", "");
		return (plain.length() > MAX_LENGTH) ? OptionalLong.empty() : Rupees.parse(plain);
	}

	/** A percentage from 0 to 100. */
	static Optional<BigDecimal> percent(String text, int decimals) {
		String plain = text.strip();
		if (!plain.matches("[0-9]{1,3}(\\.[0-9]{1," + decimals + "})?")) {
			return Optional.empty();
		}
		return Optional.of(new BigDecimal(plain)).filter((value) -> value.compareTo(BigDecimal.valueOf(100)) <= 0);
	}

	/** Rupees as a form shows them. */
	static String plain(long paise) {
		return Rupees.format(paise);
	}

}
