package dev.hundi.sandbox.operator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A command in its parts, such as {@code bulk tiers BUSINESS 0.00=1 --by WHO}.
 *
 * @param operands what is neither subject nor action nor option
 * @param options values by name, without the two dashes, in the order they came in
 */
record CommandLine(String subject, String action, List<String> operands, Map<String, String> options) {

	/** Null where the words are too few, or an option has no value. */
	static @Nullable CommandLine of(List<String> words) {
		List<String> plain = new ArrayList<>();
		Map<String, String> options = new LinkedHashMap<>();
		for (int i = 0; i < words.size(); i++) {
			if (!words.get(i).startsWith("--")) {
				plain.add(words.get(i));
			}
			else if (i + 1 < words.size()) {
				options.put(words.get(i).substring(2), words.get(++i));
			}
			else {
				return null;
			}
		}
		return (plain.size() < 2) ? null
				: new CommandLine(plain.get(0), plain.get(1), plain.subList(2, plain.size()), options);
	}

	/** Whether there are so many operands. */
	boolean names(int operands) {
		return this.operands.size() == operands;
	}

	/** Whether all of these options are given, and maybe others. */
	boolean has(String... options) {
		return this.options.keySet().containsAll(Arrays.asList(options));
	}

	/** Whether these options are given and no others. */
	boolean hasOnly(String... options) {
		return this.options.keySet().equals(Set.of(options));
	}

	/** An option that {@link #has has} told of. */
	String option(String name) {
		return Objects.requireNonNull(this.options.get(name), name);
	}

	/** The operand at an index, as it stands in a path. */
	String operand(int index) {
		return OperatorRequest.encoded(this.operands.get(index));
	}

	/** The options as a body, with one field more. */
	Map<String, Object> with(String name, Object value) {
		Map<String, Object> body = new LinkedHashMap<>(this.options);
		body.put(name, value);
		return body;
	}

}
