package dev.hundi.batch.statement;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * How one bank writes: {@code hundi.statement.profiles.<name>.*}.
 *
 * @param csv the columns of its CSV, or null if it sends none
 * @param narrations what its narrations say, each filling what those before left open;
 * after them the words that all banks use count. Null reads none
 */
record StatementProfile(@Nullable CsvProfile csv, @Nullable List<NarrationPattern> narrations) {

	/** Of a bank that nothing is known of. */
	static final StatementProfile NONE = new StatementProfile(null, null);

	/** Our own references, in any bank's narration. */
	private static final Pattern OURS = Pattern.compile("(?<![0-9A-Z])HND[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Z])");

	StatementProfile {
		if (narrations != null) {
			narrations = List.copyOf(narrations);
		}
		else if (csv != null) {
			narrations = List.of();
		}
	}

	/** Fills what the bank's own fields left open. */
	void explain(LineDraft draft, String narration) {
		if (!draft.hasReference()) {
			Matcher ours = OURS.matcher(narration);
			if (ours.find()) {
				draft.reference(ours.group());
			}
		}
		if (this.narrations == null) {
			return;
		}
		for (NarrationPattern pattern : this.narrations) {
			pattern.explain(draft, narration);
		}
		for (NarrationPattern pattern : CommonNarrations.PATTERNS) {
			pattern.explain(draft, narration);
		}
		// Money that a rail carried, and of which nothing else is said, is a payment or a
		// credit.
		if (draft.kind == null && draft.rail != null) {
			draft.kind = (draft.direction == Direction.DEBIT) ? LineKind.PAYMENT : LineKind.CREDIT;
		}
	}

}
