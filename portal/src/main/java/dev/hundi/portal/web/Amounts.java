package dev.hundi.portal.web;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hundi.money.Rupees;

/** Amounts and percentages as people type them. */
public final class Amounts {

	private Amounts() {
	}

	/**
	 * Paise of rupees such as {@code 1,500.50} or {@code 1500}; commas group and are
	 * ignored. Empty if the text is no amount.
	 */
	public static OptionalLong paise(String text) {
		return Rupees.parse(text.strip().replace(",", ""));
	}

	/** A percentage from 0 to 100. */
	public static Optional<BigDecimal> percent(String text, int decimals) {
		String plain = text.strip();
		if (!plain.matches("[0-9]{1,3}(\\.[0-9]{1," + decimals + "})?")) {
			return Optional.empty();
		}
		return Optional.of(new BigDecimal(plain)).filter((value) -> value.compareTo(BigDecimal.valueOf(100)) <= 0);
	}

}
