package dev.hundi.portal.web;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.OptionalLong;

import dev.hundi.money.Rupees;

/** Amounts and percentages as people type them. */
public final class Amounts {

	/** Characters without commas, as the fields of the forms permit. */
	private static final int MAX_CHARACTERS = 20;

	private Amounts() {
	}

	/**
	 * Paise of rupees such as {@code 1,500.50} or {@code 1500}; commas group and are
	 * ignored. Empty if the text is no amount.
	 */
	public static OptionalLong paise(String text) {
		String plain = text.strip().replace(",", "");
		return (plain.length() <= MAX_CHARACTERS) ? Rupees.parse(plain) : OptionalLong.empty();
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
