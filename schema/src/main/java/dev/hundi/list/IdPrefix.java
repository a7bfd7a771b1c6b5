package dev.hundi.list;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The beginning of a UUID as a range of ids.
 *
 * @param first lowest id that begins so
 * @param last highest id that begins so
 */
public record IdPrefix(UUID first, UUID last) {

	private static final int DIGITS = 32;

	/** Shorter beginnings are those of too many ids. */
	private static final int LEAST_DIGITS = 6;

	/** Empty if the text is no beginning of an id. */
	public static Optional<IdPrefix> of(String text) {
		String digits = text.strip().toLowerCase(Locale.ROOT).replace("-", "");
		if (!digits.matches("[0-9a-f]{" + LEAST_DIGITS + "," + DIGITS + "}")) {
			return Optional.empty();
		}
		int missing = DIGITS - digits.length();
		return Optional.of(new IdPrefix(uuid(digits + "0".repeat(missing)), uuid(digits + "f".repeat(missing))));
	}

	private static UUID uuid(String digits) {
		return new UUID(Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, DIGITS, 16));
	}

}
