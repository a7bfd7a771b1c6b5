package dev.hundi.batch.statement;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * What field 86 says: in words between strokes ({@code /EREF/…/NAME/…}), in numbered
 * parts ({@code 020?00…?20…}), or freely. HDFC writes its narration after {@code /INF/},
 * ICICI after {@code /TXT/}.
 *
 * @param words by their names
 * @param narration what is for reading
 */
record Mt940Information(Map<String, String> words, String narration) {

	/** A full line of field 86: the next one goes on within a word. */
	private static final int FULL_LINE = 65;

	private static final Set<String> NARRATIONS = Set.of("INF", "TXT", "REMI", "SVWZ", "ORDP", "BENM", "OCMT", "CHGS",
			"EXCH", "ADDR");

	private static final Pattern WORD = Pattern.compile(
			"/(INF|TXT|EREF|KREF|PREF|MREF|REMI|RTRN|NAME|ACCT|IBAN|UTR|RRN|VPA|VAN|ORDP|BENM|TRTP|TRCD|OCMT|CHGS|EXCH|BIC|CNTP|UDTR)/");

	private static final Pattern NUMBERED = Pattern.compile("\\d{3}\\?\\d{2}.*");

	private static final Pattern PART = Pattern.compile("\\?(\\d{2})");

	private static final Pattern PURPOSE = Pattern.compile("(EREF|KREF|MREF|SVWZ|UTR)\\+");

	static Mt940Information read(List<String> lines) {
		StringBuilder joined = new StringBuilder();
		int before = FULL_LINE;
		for (String line : lines) {
			joined.append((before < FULL_LINE && !line.startsWith("/") && !line.startsWith("?")) ? " " : "")
				.append(line);
			before = line.length();
		}
		String text = joined.toString().strip();
		if (NUMBERED.matcher(text).matches()) {
			return numbered(text);
		}
		Map<String, String> words = split(text, WORD);
		return words.isEmpty() ? new Mt940Information(Map.of(), text)
				: new Mt940Information(words, readable(text, words));
	}

	void fill(LineDraft draft) {
		draft.reference(word("EREF"))
			.reference(word("KREF"))
			.utr(word("UTR"))
			.utr(word("RRN"))
			.utr(UtrForm.certain(word("PREF")))
			.counterpartyName(word("NAME"))
			.counterpartyAccount(word("VPA"))
			.counterpartyAccount(word("ACCT"))
			.counterpartyAccount(word("IBAN"))
			.virtualAccountNumber(word("VAN"))
			.returnReason(word("RTRN"))
			.append(this.narration);
	}

	private @Nullable String word(String name) {
		String word = this.words.get(name);
		return (word != null) ? word.strip() : null;
	}

	/** What each word is followed by, to the next one. */
	private static Map<String, String> split(String text, Pattern separator) {
		Map<String, String> parts = new LinkedHashMap<>();
		Matcher matcher = separator.matcher(text);
		String name = null;
		int begin = 0;
		while (matcher.find()) {
			if (name != null) {
				parts.putIfAbsent(name, text.substring(begin, matcher.start()));
			}
			name = matcher.group(1);
			begin = matcher.end();
		}
		if (name != null) {
			parts.putIfAbsent(name, text.substring(begin));
		}
		return parts;
	}

	private static String readable(String text, Map<String, String> words) {
		StringBuilder narration = new StringBuilder();
		Matcher first = WORD.matcher(text);
		if (first.find() && first.start() > 0) {
			narration.append(text, 0, first.start());
		}
		words.forEach((name, value) -> {
			if (NARRATIONS.contains(name) && !value.isBlank()) {
				narration.append(narration.isEmpty() ? "" : " ").append(value.strip());
			}
		});
		return narration.isEmpty() ? text : narration.toString();
	}

	/** 20 to 29 and 60 to 63 are the purpose, 31 an account, 32 and 33 a name. */
	private static Mt940Information numbered(String text) {
		Map<String, String> parts = split(text, PART);
		StringBuilder purpose = new StringBuilder();
		for (int number = 20; number <= 63; number++) {
			if (number <= 29 || number >= 60) {
				purpose.append(parts.getOrDefault(Integer.toString(number), ""));
			}
		}
		Map<String, String> words = new HashMap<>(split(purpose.toString(), PURPOSE));
		String name = (parts.getOrDefault("32", "") + parts.getOrDefault("33", "")).strip();
		if (!name.isEmpty()) {
			words.put("NAME", name);
		}
		if (!parts.getOrDefault("31", "").isEmpty()) {
			words.put("ACCT", parts.getOrDefault("31", ""));
		}
		String narration = (parts.getOrDefault("00", "") + " " + words.getOrDefault("SVWZ", purpose.toString()))
			.strip();
		return new Mt940Information(words, narration);
	}

}
