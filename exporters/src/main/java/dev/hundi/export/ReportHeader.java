package dev.hundi.export;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a reader must know to make sense of a table: its title, and facts such as whose it
 * is, of which period, and what it adds up to. They are known before the first row, so
 * that the head of a file can be written before its rows.
 *
 * @param title what the file is, such as {@code Wallet statement}
 * @param facts in the order they are shown
 */
public record ReportHeader(String title, List<Fact> facts) {

	public ReportHeader {
		if (title.isBlank()) {
			throw new IllegalArgumentException("A statement needs a title");
		}
		facts = List.copyOf(facts);
	}

	/**
	 * A statement of a business, with the facts that every such statement has.
	 * @param title what the file is
	 * @param businessName the name of the business
	 * @param businessCode its code
	 * @param period the window of the rows, as a person would say it
	 * @param search the search that chose the rows, or {@code null} when there was none
	 * @param generatedAt when the rows were read
	 * @param figures balances, totals and counts
	 * @return the statement
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
