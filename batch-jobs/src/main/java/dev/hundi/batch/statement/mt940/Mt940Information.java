package dev.hundi.batch.statement.mt940;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.batch.statement.common.LineDraft;
import dev.hundi.batch.statement.common.UtrForm;
import org.jspecify.annotations.Nullable;

/**
 * Field 86: code words between slashes ({@code /EREF/…/NAME/…}), numbered subfields
 * ({@code 020?00…?20…}), or free text. HDFC writes the narration after {@code /INF/},
 * ICICI after {@code /TXT/}.
 *
 * @param values values by code word
 * @param narration text for readers
 */
record Mt940Information(Map<String, String> values, String narration) {

	/** Characters of a full line of field 86, whose text continues on the next line. */
	private static final int FULL_LINE = 65;

	private static final Set<String> NARRATIONS = Set.of("INF", "TXT", "REMI", "SVWZ", "ORDP", "BENM", "OCMT", "CHGS",
			"EXCH", "ADDR");

	private static final Pattern CODE_WORD = Pattern.compile(
			"/(INF|TXT|EREF|KREF|PREF|MREF|REMI|RTRN|NAME|ACCT|IBAN|UTR|RRN|VPA|VAN|ORDP|BENM|TRTP|TRCD|OCMT|CHGS|EXCH|BIC|CNTP|UDTR)/");

	private static final Pattern NUMBERED = Pattern.compile("\\d{3}\\?\\d{2}.*");

	private static final Pattern SUBFIELD = Pattern.compile("\\?(\\d{2})");

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
		Map<String, String> values = split(text, CODE_WORD);
		return new Mt940Information(values, values.isEmpty() ? text : readable(text, values));
	}

	void fill(LineDraft draft) {
		draft.reference(value("EREF"))
			.reference(value("KREF"))
			.utr(value("UTR"))
			.utr(value("RRN"))
			.utr(UtrForm.certain(value("PREF")))
			.counterpartyName(value("NAME"))
			.counterpartyAccount(value("VPA"))
			.counterpartyAccount(value("ACCT"))
			.counterpartyAccount(value("IBAN"))
			.virtualAccountNumber(value("VAN"))
			.returnReason(value("RTRN"))
			.append(this.narration);
	}

	private @Nullable String value(String codeWord) {
		String value = this.values.get(codeWord);
		return (value != null) ? value.strip() : null;
	}

	/** The text after each separator, up to the next one. */
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

	private static String readable(String text, Map<String, String> values) {
		StringBuilder narration = new StringBuilder();
		Matcher first = CODE_WORD.matcher(text);
		if (first.find() && first.start() > 0) {
			narration.append(text, 0, first.start());
		}
		values.forEach((name, value) -> {
			if (NARRATIONS.contains(name) && !value.isBlank()) {
				narration.append(narration.isEmpty() ? "" : " ").append(value.strip());
			}
		});
		return narration.isEmpty() ? text : narration.toString();
	}

	/**
	 * Subfields 20 to 29 and 60 to 63 are the purpose, 31 the account, 32 and 33 the
	 * name.
	 */
	private static Mt940Information numbered(String text) {
		Map<String, String> parts = split(text, SUBFIELD);
		StringBuilder purpose = new StringBuilder();
		for (int number = 20; number <= 63; number++) {
			if (number <= 29 || number >= 60) {
				purpose.append(parts.getOrDefault(Integer.toString(number), ""));
			}
		}
		Map<String, String> values = new HashMap<>(split(purpose.toString(), PURPOSE));
		String name = (parts.getOrDefault("32", "") + parts.getOrDefault("33", "")).strip();
		if (!name.isEmpty()) {
			values.put("NAME", name);
		}
		if (!parts.getOrDefault("31", "").isEmpty()) {
			values.put("ACCT", parts.getOrDefault("31", ""));
		}
		String narration = (parts.getOrDefault("00", "") + " " + values.getOrDefault("SVWZ", purpose.toString()))
			.strip();
		return new Mt940Information(values, narration);
	}

}
