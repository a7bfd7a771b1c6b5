package dev.hundi.portal.finance;

import java.util.Locale;

import dev.hundi.reconciliation.FigureRows;

/** How much of the new lines is matched, in per cent with two decimals. */
record MatchRate(FigureRows.Matched matched) {

	/** Of all rules, effects and resolutions together, at present. */
	public String total() {
		return of(this.matched.matched());
	}

	/**
	 * Of one rule.
	 * @param count as the run counted it; a total counts its payouts
	 */
	public String of(long count) {
		return (this.matched.lines() > 0) ? String.format(Locale.ROOT, "%.2f %%", 100.0 * count / this.matched.lines())
				: "–";
	}

}
