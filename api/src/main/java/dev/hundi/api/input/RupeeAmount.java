package dev.hundi.api.input;

import java.util.OptionalLong;
import java.util.regex.Pattern;

import dev.hundi.money.Rupees;

/**
 * Amounts in requests: rupees with exactly two decimals, without sign, exponent, grouping
 * or leading zeros.
 */
public final class RupeeAmount {

	public static final Pattern FORM = Pattern.compile("(?:0|[1-9][0-9]*)\\.[0-9]{2}");

	private RupeeAmount() {
	}

	/**
	 * Parses an amount into paise.
	 * @return {@link Long#MAX_VALUE} for an amount too large for {@link Rupees}; empty if
	 * the text is not an amount
	 */
	public static OptionalLong paise(String text) {
		if (!FORM.matcher(text).matches()) {
			return OptionalLong.empty();
		}
		OptionalLong paise = Rupees.parse(text);
		return paise.isPresent() ? paise : OptionalLong.of(Long.MAX_VALUE);
	}

}
