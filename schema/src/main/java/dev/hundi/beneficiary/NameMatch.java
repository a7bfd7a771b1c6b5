package dev.hundi.beneficiary;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How well a merchant's name of an account holder matches the bank's. Case, order,
 * punctuation, accents and titles are ignored.
 */
enum NameMatch {

	/** The same words. */
	SAME,

	/** The same except for initials or words that one of them omits. */
	CLOSE,

	/** Another name. */
	DIFFERENT;

	private static final Set<String> TITLES = Set.of("MR", "MRS", "MS", "MISS", "DR", "SHRI", "SRI", "SMT", "KUM", "M",
			"MESSRS", "LTD", "LIMITED", "PVT", "PRIVATE", "LLP");

	static NameMatch of(String given, String registered) {
		List<String> first = words(given);
		List<String> second = words(registered);
		if (first.isEmpty() || second.isEmpty()) {
			return DIFFERENT;
		}
		if (sorted(first).equals(sorted(second)) || String.join("", first).equals(String.join("", second))) {
			return SAME;
		}
		List<String> shorter = (first.size() <= second.size()) ? first : second;
		List<String> longer = new ArrayList<>((shorter == first) ? second : first);
		boolean wholeWord = false;
		for (String word : shorter.stream().sorted((a, b) -> b.length() - a.length()).toList()) {
			wholeWord |= word.length() > 1 && longer.contains(word);
			if (!longer.remove(word) && !removeByInitial(longer, word)) {
				return DIFFERENT;
			}
		}
		return wholeWord ? CLOSE : DIFFERENT;
	}

	/** An initial matches any word that begins with it, on either side. */
	private static boolean removeByInitial(List<String> words, String word) {
		for (String other : words) {
			if ((word.length() == 1 || other.length() == 1) && word.charAt(0) == other.charAt(0)) {
				return words.remove(other);
			}
		}
		return false;
	}

	private static List<String> sorted(List<String> words) {
		return words.stream().sorted().toList();
	}

	/** The words of a name in upper case, without titles, accents and punctuation. */
	static List<String> words(String name) {
		String plain = Normalizer.normalize(name, Normalizer.Form.NFKD)
			.replaceAll("(?<=\\p{IsLatin})\\p{M}", "")
			.toUpperCase(Locale.ROOT)
			.replaceAll("\\bM/S\\b", " ")
			.replaceAll("[^\\p{L}\\p{M}\\p{N}]+", " ")
			.strip();
		List<String> all = Arrays.stream(plain.split(" ")).filter((word) -> !word.isEmpty()).toList();
		List<String> named = all.stream().filter((word) -> !TITLES.contains(word)).toList();
		return named.isEmpty() ? all : named;
	}

}
