package dev.hundi.batch.export;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.hundi.export.Fact;
import dev.hundi.export.ReportHeader;
import dev.hundi.list.SearchPhrase;
import dev.hundi.time.India;
import dev.hundi.wallet.MovementSummary;
import dev.hundi.walletexport.ClaimedExport;
import org.jspecify.annotations.Nullable;

/** The heading of exported movements: business, period and sums. */
final class MovementReport {

	private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss", Locale.ENGLISH)
		.withZone(India.ZONE);

	private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMMM uuuu", Locale.ENGLISH)
		.withZone(India.ZONE);

	private MovementReport() {
	}

	static ReportHeader of(ClaimedExport export, MovementSummary totals, int maxRows) {
		List<Fact> figures = new ArrayList<>();
		figures.add(new Fact.Rupees("Opening balance", totals.openingBalancePaise()));
		figures.add(new Fact.Rupees("Total credits", totals.totalCreditPaise()));
		figures.add(new Fact.Rupees("Total debits", totals.totalDebitPaise()));
		figures.add(new Fact.Rupees("Closing balance", totals.closingBalancePaise()));
		figures.add(new Fact.WholeNumber("Number of credits", totals.creditCount()));
		figures.add(new Fact.WholeNumber("Number of debits", totals.debitCount()));
		if (totals.totalCount() > maxRows) {
			figures.add(new Fact.Text("Rows",
					"The oldest %d of %d; balances and totals are of all. Ask for a shorter period for the rest"
						.formatted(maxRows, totals.totalCount())));
		}
		SearchPhrase phrase = export.search();
		if (phrase != null) {
			figures.add(new Fact.Text("Note", "Rows and totals are of the search; the balances are the wallet's"));
		}
		// The time of the request, so that a retry writes the same file.
		return ReportHeader.ofBusiness(export.monthly() ? "Monthly wallet statement" : "Wallet statement",
				export.businessName(), export.businessCode(), period(export), (phrase != null) ? phrase.text() : null,
				export.createdAt(), figures);
	}

	private static String period(ClaimedExport export) {
		Instant since = export.window().since();
		Instant until = export.window().until();
		if (export.monthly() && since != null && until != null) {
			return MONTH.format(since) + ": " + between(since, until, export.createdAt());
		}
		return between(since, until, export.createdAt());
	}

	private static String between(@Nullable Instant since, @Nullable Instant until, Instant asked) {
		return ((since != null) ? MOMENT.format(since) : "opening of the wallet") + " to "
				+ ((until != null) ? "before " + MOMENT.format(until) : MOMENT.format(asked)) + " IST";
	}

}
