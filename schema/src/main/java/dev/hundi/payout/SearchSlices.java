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
import java.util.stream.Stream;

/**
 * The slices of a sealed bucket of the search index, one bit for each payout in each
 * slice. Three and also four consecutive bytes (UTF-8) of a text belong to two of the
 * {@value #SLICES} slices, and the text sets its bit in them. A payout that contains a
 * phrase therefore has its bit in each slice of the phrase; others have it by chance and
 * are excluded by comparing the text.
 * <p>
 * Stored buckets depend on which slices bytes belong to: a change of it must seal all
 * buckets again.
 */
final class SearchSlices {

	/** Bytes that a text of 130 bytes lacks find their bits set by chance once in 70. */
	static final int SLICES = 4_096;

	/** Three digits are in most texts by chance, four in few. */
	private static final int LONG_WINDOW = 4;

	private static final int SHORT_WINDOW = 3;

	/** Windows of each length of a phrase. */
	private static final int MOST_WINDOWS = 10;

	/** References differ towards their end. */
	private static final int LAST_WINDOWS = 6;

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
		add(payout, bytes, SHORT_WINDOW);
		add(payout, bytes, LONG_WINDOW);
	}

	private void add(int payout, byte[] bytes, int window) {
		for (int i = 0; i + window <= bytes.length; i++) {
			long hash = hash(bytes, i, window);
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
	 * Slices in which every text with a phrase has its bit, from which a search chooses
	 * (PayoutHits); none if the phrase is too short to tell. Bytes of upper-case letters
	 * beyond ASCII are left out, because PostgreSQL and Java can differ in their lower
	 * case.
	 * @param phrase in any case
	 */
	static int[] of(String phrase) {
		return Stream.of(LONG_WINDOW, SHORT_WINDOW)
			.flatMap((length) -> most(windows(phrase, length)).stream())
			.mapToLong((window) -> hash(window, 0, window.length))
			.flatMap((hash) -> LongStream.of(first(hash), second(hash)))
			.mapToInt(Math::toIntExact)
			.sorted()
			.distinct()
			.toArray();
	}

	private static List<byte[]> most(List<byte[]> windows) {
		if (windows.size() <= MOST_WINDOWS) {
			return windows;
		}
		int others = windows.size() - LAST_WINDOWS;
		int wanted = MOST_WINDOWS - LAST_WINDOWS;
		return IntStream
			.concat(IntStream.range(0, wanted).map((i) -> i * others / wanted), IntStream.range(others, windows.size()))
			.mapToObj(windows::get)
			.toList();
	}

	private static List<byte[]> windows(String phrase, int length) {
		List<byte[]> windows = new ArrayList<>();
		for (String part : UNSURE_LOWER_CASE.split(phrase)) {
			byte[] bytes = lowerAscii(part).getBytes(StandardCharsets.UTF_8);
			for (int i = 0; i + length <= bytes.length; i++) {
				windows.add(Arrays.copyOfRange(bytes, i, i + length));
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

	private static long hash(byte[] bytes, int start, int length) {
		long window = (length == SHORT_WINDOW) ? 0 : 1;
		for (int i = start; i < start + length; i++) {
			window = window << Byte.SIZE | Byte.toUnsignedInt(bytes[i]);
		}
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
