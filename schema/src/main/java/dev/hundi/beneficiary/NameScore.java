package dev.hundi.beneficiary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How similar the name that a business gave is to the bank's, 0 to 100
 * (docs/decisions/0067-name-verification.md).
 */
public final class NameScore {

	/** The least score of the same name. */
	public static final int MATCH = 90;

	/** The least score of a name that lacks words, has initials or is spelt otherwise. */
	public static final int CLOSE = 70;

	/** Two words that are less similar have nothing in common. */
	private static final double RELATED = 0.85;

	/** Two words that are less similar may be two names, such as Rajesh and Rakesh. */
	private static final double SPELLING = 0.94;

	/** An initial and a word that begins with it. */
	private static final double INITIAL = 0.8;

	private NameScore() {
	}

	public static int of(String given, String registered) {
		return switch (NameMatch.of(given, registered)) {
			case SAME -> 100;
			case CLOSE -> Math.clamp(compare(given, registered), CLOSE, MATCH - 1);
			case DIFFERENT -> compare(given, registered);
		};
	}

	/** The letters of related words in percent of all letters. */
	private static int compare(String given, String registered) {
		List<String> first = NameMatch.words(given);
		List<String> second = NameMatch.words(registered);
		int letters = first.stream().mapToInt(String::length).sum() + second.stream().mapToInt(String::length).sum();
		List<Pair> pairs = pairs(first, second);
		double related = pairs.stream().mapToDouble(Pair::weight).sum();
		int score = (letters > 0) ? (int) Math.round(100 * related / letters) : 0;
		if (pairs.stream().noneMatch((pair) -> !pair.hasInitial)) {
			return Math.min(score, CLOSE - 1);
		}
		boolean whole = first.size() == second.size() && pairs.size() == first.size()
				&& pairs.stream().allMatch((pair) -> pair.similarity >= SPELLING && !pair.hasInitial);
		return whole ? score : Math.min(score, MATCH - 1);
	}

	/** Each word with its most similar one, the best pairs first. */
	private static List<Pair> pairs(List<String> first, List<String> second) {
		List<Pair> all = new ArrayList<>();
		for (int i = 0; i < first.size(); i++) {
			for (int j = 0; j < second.size(); j++) {
				double similarity = similarity(first.get(i), second.get(j));
				if (similarity > 0) {
					int shortest = Math.min(first.get(i).length(), second.get(j).length());
					all.add(new Pair(i, j, first.get(i).length() + second.get(j).length(), similarity, shortest == 1));
				}
			}
		}
		all.sort(Comparator.comparingDouble(Pair::weight).reversed());
		Set<Integer> usedFirst = new HashSet<>();
		Set<Integer> usedSecond = new HashSet<>();
		List<Pair> chosen = new ArrayList<>();
		for (Pair pair : all) {
			if (!usedFirst.contains(pair.first) && !usedSecond.contains(pair.second)) {
				usedFirst.add(pair.first);
				usedSecond.add(pair.second);
				chosen.add(pair);
			}
		}
		return chosen;
	}

	private static double similarity(String one, String other) {
		if (one.equals(other)) {
			return 1;
		}
		if (one.length() == 1 || other.length() == 1) {
			return (one.charAt(0) == other.charAt(0)) ? INITIAL : 0;
		}
		double similarity = jaroWinkler(one, other);
		return (similarity >= RELATED) ? similarity : 0;
	}

	/**
	 * The similarity of Jaro and Winkler: common letters in nearly the same places, with
	 * a bonus for a common beginning of up to four letters.
	 */
	static double jaroWinkler(String one, String other) {
		int window = Math.max(0, Math.max(one.length(), other.length()) / 2 - 1);
		boolean[] taken = new boolean[other.length()];
		StringBuilder common = new StringBuilder();
		for (int i = 0; i < one.length(); i++) {
			for (int j = Math.max(0, i - window); j < Math.min(other.length(), i + window + 1); j++) {
				if (!taken[j] && one.charAt(i) == other.charAt(j)) {
					taken[j] = true;
					common.append(one.charAt(i));
					break;
				}
			}
		}
		int matches = common.length();
		if (matches == 0) {
			return 0;
		}
		int moved = 0;
		int at = 0;
		for (int j = 0; j < other.length(); j++) {
			if (taken[j] && common.charAt(at++) != other.charAt(j)) {
				moved++;
			}
		}
		double jaro = ((double) matches / one.length() + (double) matches / other.length()
				+ (matches - moved / 2.0) / matches) / 3;
		int beginning = 0;
		while (beginning < Math.min(4, Math.min(one.length(), other.length()))
				&& one.charAt(beginning) == other.charAt(beginning)) {
			beginning++;
		}
		return jaro + beginning * 0.1 * (1 - jaro);
	}

	/** Two related words, by their places. */
	private record Pair(int first, int second, int letters, double similarity, boolean hasInitial) {

		double weight() {
			return this.similarity * this.letters;
		}

	}

}
