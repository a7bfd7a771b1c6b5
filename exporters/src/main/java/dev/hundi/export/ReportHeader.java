package dev.hundi.export;

import java.util.List;

/**
 * The header of a report: its title and facts such as business, period and totals. They
 * are known before the first row, so a format can write them first.
 *
 * @param title such as {@code Wallet statement}
 * @param facts in display order
 */
public record ReportHeader(String title, List<Fact> facts) {

	public ReportHeader {
		if (title.isBlank()) {
			throw new IllegalArgumentException("A report needs a title");
		}
		facts = List.copyOf(facts);
	}

}
