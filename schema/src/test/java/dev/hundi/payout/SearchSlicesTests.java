package dev.hundi.payout;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SearchSlicesTests {

	private static final List<String> TEXTS = List.of(
			"txn20261127v60r13eccq\n0199aa00-0000-7000-8000-00000000002a\nord-2026-00000997\nramesh kumar\n50100123456789\nhdfc0001234",
			"txn20261127v60r13ecdz\n0199aa00-0000-7000-8000-00000000002b\n\nसीता देवी\nsita.7@upi",
			"é₹x\nமுருகன்\n\nab", "331000000009\nsb90000001", "");

	@Test
	void everyPartOfATextIsInItsSlices() {
		List<String> slices = slices();
		Random random = new Random(20_261_127);
		for (int i = 0; i < 5_000; i++) {
			int number = random.nextInt(TEXTS.size());
			String text = TEXTS.get(number);
			int begin = random.nextInt(text.length() + 1);
			int end = begin + random.nextInt(text.length() - begin + 1);
			String phrase = text.substring(begin, end);
			assertThat(found(slices, phrase)).as(phrase).contains(number);
			assertThat(found(slices, phrase.toUpperCase(Locale.ROOT))).as("upper case of " + phrase).contains(number);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "ord-2026-00000998", "suresh", "सीता कुमार", "331000000008",
			"0199aa00-0000-7000-8000-00000000002c" })
	void aPhraseThatNoTextContainsFindsHardlyAny(String phrase) {
		assertThat(found(slices(), phrase)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "ab", "é", "s\u0130", "\u0130\u0130\u0130", "aÉb" })
	void phrasesWithFewerThanThreeSureBytesHaveNoSlices(String phrase) {
		assertThat(SearchSlices.of(phrase)).isEmpty();
	}

	@Test
	void aLongPhraseHasAtMostTwoSlicesOfTenWindowsOfEachLength() {
		assertThat(SearchSlices.of("0199aa00-0000-7000-8000-00000000002a")).hasSizeBetween(20, 40).isSorted();
		assertThat(SearchSlices.of("x".repeat(255))).hasSizeBetween(1, 4);
	}

	/** Stored buckets depend on it. */
	@Test
	void theSlicesOfAWindowNeverChange() {
		assertThat(SearchSlices.of("abc")).containsExactly(815, 2337);
		assertThat(SearchSlices.of("₹")).containsExactly(309, 2313);
		assertThat(SearchSlices.of("abcd")).containsExactly(815, 1030, 2337, 2630, 4035, 4052);
	}

	private static List<String> slices() {
		SearchSlices slices = new SearchSlices(TEXTS.size());
		for (int i = 0; i < TEXTS.size(); i++) {
			slices.add(i, TEXTS.get(i));
		}
		assertThat(slices.hex()).hasSize(SearchSlices.SLICES);
		return slices.hex();
	}

	private static List<Integer> found(List<String> slices, String phrase) {
		int[] wanted = SearchSlices.of(phrase);
		return IntStream.range(0, TEXTS.size())
			.filter((text) -> IntStream.of(wanted)
				.allMatch((slice) -> (Integer.parseInt(slices.get(slice), 16) & (0x80 >> text)) != 0))
			.boxed()
			.toList();
	}

}
