package dev.hundi.batch.statement.common;

import java.util.List;

import dev.hundi.bank.BankReference;
import org.jspecify.annotations.Nullable;

/**
 * Derives fields of a line from its narration, by the patterns of one bank and by those
 * that all Indian banks share.
 */
public final class Narrations {

	/** Finds only our own references. */
	public static final Narrations NONE = new Narrations(null);

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
		return text != null && BankReference.isReference(text.strip());
	}

	/** Fills the empty fields of a draft. */
	void explain(LineDraft draft, String narration) {
		if (!draft.hasOwnReference()) {
			String own = BankReference.findIn(narration);
			if (own != null) {
				draft.reference(own);
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
