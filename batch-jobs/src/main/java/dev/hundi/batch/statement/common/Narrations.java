package dev.hundi.batch.statement.common;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Derives fields of a line from its narration, by the patterns of one bank and by those
 * that all Indian banks share.
 */
public final class Narrations {

	/** Finds only our own references. */
	public static final Narrations NONE = new Narrations(null);

	/** Our own reference in a narration of any bank. */
	private static final Pattern OWN_REFERENCE = Pattern.compile("(?<![0-9A-Z])HND[0-9A-HJKMNP-TV-Z]{26}(?![0-9A-Z])");

	private final @Nullable List<NarrationPattern> patterns;

	/**
	 * Rules of one bank.
	 * @param patterns applied in order, each to the fields that are still empty; null
	 * finds only our own references
	 */
	public Narrations(@Nullable List<NarrationPattern> patterns) {
		this.patterns = patterns;
	}

	static boolean isOwnReference(@Nullable String text) {
		return text != null && OWN_REFERENCE.matcher(text.strip()).matches();
	}

	/** Fills the empty fields of a draft. */
	void explain(LineDraft draft, String narration) {
		if (!draft.hasOwnReference()) {
			Matcher own = OWN_REFERENCE.matcher(narration);
			if (own.find()) {
				draft.reference(own.group());
			}
		}
		if (this.patterns == null) {
			return;
		}
		for (NarrationPattern pattern : this.patterns) {
			pattern.explain(draft, narration);
		}
		for (NarrationPattern pattern : CommonNarrations.PATTERNS) {
			pattern.explain(draft, narration);
		}
		draft.kindByRail();
	}

}
