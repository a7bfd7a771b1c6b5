package dev.hundi.batch.statement.common;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a line whose narration contains a pattern.
 *
 * @param pattern regular expression; its groups {@code utr}, {@code reference},
 * {@code account}, {@code name} and {@code virtual} become fields of the line
 * @param direction the only direction of lines it applies to; null for both
 * @param kind kind of the line, or null
 * @param rail rail of the line, or null
 */
public record NarrationPattern(Pattern pattern, @Nullable Direction direction, @Nullable LineKind kind,
		@Nullable Rail rail) {

	private static final Set<String> GROUPS = Set.of("utr", "reference", "account", "name", "virtual");

	public NarrationPattern {
		if (pattern == null) {
			throw new IllegalArgumentException("A narration needs a pattern");
		}
		pattern.namedGroups().keySet().forEach((group) -> {
			if (!GROUPS.contains(group)) {
				throw new IllegalArgumentException("Unknown group in a narration pattern: " + group);
			}
		});
	}

	/** Fills the empty fields of a draft. */
	void explain(LineDraft draft, String narration) {
		if (this.direction != null && this.direction != draft.direction()) {
			return;
		}
		Matcher matcher = this.pattern.matcher(new BoundedText(narration, this.pattern));
		if (!matcher.find()) {
			return;
		}
		draft.utr(group(matcher, "utr"))
			.reference(group(matcher, "reference"))
			.counterpartyAccount(group(matcher, "account"))
			.counterpartyName(group(matcher, "name"))
			.virtualAccountNumber(group(matcher, "virtual"))
			.rail(this.rail)
			.impliedKind(this.kind);
	}

	private @Nullable String group(Matcher matcher, String name) {
		return this.pattern.namedGroups().containsKey(name) ? matcher.group(name) : null;
	}

}
