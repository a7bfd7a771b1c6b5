package dev.hundi.payout;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The slices of a sealed bucket of the search index, one bit for each payout in each
 * slice. Three consecutive bytes (UTF-8) of a text belong to two of the {@value #SLICES}
 * slices, and the text sets its bit in both. A payout that contains a phrase therefore
 * has its bit in each slice of the phrase; others have it by chance and are excluded by
 * comparing the text.
 * <p>
 * Stored buckets depend on which slices bytes belong to: a change of it must seal all
 * buckets again.
 */
final class SearchSlices {

	/** Three bytes of a text of 130 bytes find their bit set by chance once in 80. */
	static final int SLICES = 2_048;

	private static final int WINDOW = 3;

	/** More slices of a phrase would cost more than the candidates they exclude. */
	private static final int MOST_WINDOWS = 12;

	/** References differ towards their end. */
	private static final int LAST_WINDOWS = 8;

	private static final int SECOND_HASH = 32;

	private static final Pattern UNSURE_LOWER_CASE = Pattern.compile("[\\p{Lu}\\p{Lt}\\p{IsUppercase}&&[^A-Z]]");

	private final BitSet[] payouts = new BitSet[SLICES];

	private final int size;

	/**
	 * Empty slices.
	 * @param size number of payouts in the bucket
	 */
	SearchSlices(int size) {
		this.size = size;
		Arrays.setAll(this.payouts, (slice) -> new BitSet(size));
	}

	/**
	 * Sets the bits of a payout.
	 * @param payout its place in the bucket, from 0
	 * @param text in lower case, as PostgreSQL makes it
	 */
	void add(int payout, String text) {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i + WINDOW <= bytes.length; i++) {
			long hash = hash(bytes, i);
			this.payouts[first(hash)].set(payout);
			this.payouts[second(hash)].set(payout);
		}
	}

	/** Every slice in hexadecimal digits, the first payout in the highest bit. */
	List<String> hex() {
		return Arrays.stream(this.payouts).map(this::hex).toList();
	}

	private String hex(BitSet slice) {
		byte[] bytes = new byte[(this.size + Byte.SIZE - 1) / Byte.SIZE];
		slice.stream().forEach((payout) -> bytes[payout / Byte.SIZE] |= (byte) (0x80 >> (payout % Byte.SIZE)));
		return HexFormat.of().formatHex(bytes);
	}

	/**
	 * The slices in which every text with a phrase has its bit; none if the phrase is too
	 * short to tell. Bytes of upper-case letters beyond ASCII are left out, because
	 * PostgreSQL and Java can differ in their lower case.
	 * @param phrase in any case
	 */
	static int[] of(String phrase) {
		List<byte[]> windows = windows(phrase);
		int others = windows.size() - LAST_WINDOWS;
		int wanted = MOST_WINDOWS - LAST_WINDOWS;
		IntStream chosen = (windows.size() <= MOST_WINDOWS) ? IntStream.range(0, windows.size()) : IntStream.concat(
				IntStream.range(0, wanted).map((i) -> i * others / wanted), IntStream.range(others, windows.size()));
		return chosen.mapToLong((i) -> hash(windows.get(i), 0))
			.flatMap((hash) -> LongStream.of(first(hash), second(hash)))
			.mapToInt(Math::toIntExact)
			.sorted()
			.distinct()
			.toArray();
	}

	private static List<byte[]> windows(String phrase) {
		List<byte[]> windows = new ArrayList<>();
		for (String part : UNSURE_LOWER_CASE.split(phrase)) {
			byte[] bytes = lowerAscii(part).getBytes(StandardCharsets.UTF_8);
			for (int i = 0; i + WINDOW <= bytes.length; i++) {
				windows.add(Arrays.copyOfRange(bytes, i, i + WINDOW));
			}
		}
		return windows;
	}

	/** What is not ASCII stays: other letters are lower-case already or have no case. */
	private static String lowerAscii(String part) {
		return part.chars()
			.map((unit) -> (unit >= 'A' && unit <= 'Z') ? unit - 'A' + 'a' : unit)
			.collect(StringBuilder::new, (text, unit) -> text.append((char) unit), StringBuilder::append)
			.toString();
	}

	private static long hash(byte[] bytes, int start) {
		int window = Byte.toUnsignedInt(bytes[start]) << 16 | Byte.toUnsignedInt(bytes[start + 1]) << 8
				| Byte.toUnsignedInt(bytes[start + 2]);
		long hash = (window + 1) * 0x9E3779B97F4A7C15L;
		hash = (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L;
		return hash ^ (hash >>> 32);
	}

	private static int first(long hash) {
		return (int) (hash & (SLICES - 1));
	}

	private static int second(long hash) {
		return (int) ((hash >>> SECOND_HASH) & (SLICES - 1));
	}

}
