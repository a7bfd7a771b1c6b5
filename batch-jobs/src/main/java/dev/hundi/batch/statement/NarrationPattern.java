package dev.hundi.batch.statement;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * What a narration that has this pattern says.
 *
 * @param pattern a regular expression, found anywhere in the narration. Its groups
 * {@code utr}, {@code reference}, {@code account}, {@code name} and {@code virtual} are
 * taken from it
 * @param direction only of lines of this direction; null for both
 * @param kind what the line is, or null
 * @param rail of the line, or null
 */
record NarrationPattern(Pattern pattern, @Nullable Direction direction, @Nullable LineKind kind, @Nullable Rail rail) {

	private static final Set<String> GROUPS = Set.of("utr", "reference", "account", "name", "virtual");

	NarrationPattern {
		if (pattern == null) {
			throw new IllegalArgumentException("A pattern of narrations is missing");
		}
		pattern.namedGroups().keySet().forEach((group) -> {
			if (!GROUPS.contains(group)) {
				throw new IllegalArgumentException("No group of a narration's pattern is " + group);
			}
		});
	}

	/** Fills what is not known yet. */
	void explain(LineDraft draft, String narration) {
		if (this.direction != null && this.direction != draft.direction) {
			return;
		}
		Matcher matcher = this.pattern.matcher(narration);
		if (!matcher.find()) {
			return;
		}
		draft.utr(group(matcher, "utr"))
			.reference(group(matcher, "reference"))
			.counterpartyAccount(group(matcher, "account"))
			.counterpartyName(group(matcher, "name"))
			.virtualAccountNumber(group(matcher, "virtual"));
		if (draft.rail == null) {
			draft.rail = this.rail;
		}
		if (draft.kind == null) {
			draft.kind = this.kind;
		}
	}

	private @Nullable String group(Matcher matcher, String name) {
		return this.pattern.namedGroups().containsKey(name) ? matcher.group(name) : null;
	}

}
