package dev.hundi.export;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

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

	/**
	 * A header with the facts that every report of a business has.
	 * @param title of the report
	 * @param period the window of the rows, as text
	 * @param search the search that selected the rows, or {@code null}
	 * @param generatedAt when the rows were read
	 * @param figures balances, totals and counts
	 */
	public static ReportHeader ofBusiness(String title, String businessName, String businessCode, String period,
			@Nullable String search, Instant generatedAt, List<? extends Fact> figures) {
		List<Fact> facts = new ArrayList<>();
		facts.add(new Fact.Text("Business", businessName));
		facts.add(new Fact.Text("Business code", businessCode));
		facts.add(new Fact.Text("Period", period));
		facts.add(new Fact.Text("Search", (search != null) ? search : "none"));
		facts.add(new Fact.Moment("Generated at", generatedAt));
		facts.addAll(figures);
		return new ReportHeader(title, facts);
	}

}
