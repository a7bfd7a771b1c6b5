package dev.hundi.batch.export;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import dev.hundi.export.Fact;
import dev.hundi.export.ReportHeader;
import dev.hundi.list.SearchPhrase;
import dev.hundi.time.India;
import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.MovementSummary;
import dev.hundi.walletexport.ClaimedExport;
import org.jspecify.annotations.Nullable;

/** The heading of exported movements: business, period and sums. */
final class MovementReport {

	private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm:ss", Locale.ENGLISH)
		.withZone(India.ZONE);

	private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMMM uuuu", Locale.ENGLISH)
		.withZone(India.ZONE);

	private static final String NOT_RECORDED = "not recorded";

	private MovementReport() {
	}

	static ReportHeader of(ClaimedExport export, ExportSums sums) {
		ClaimedExport.Holder holder = export.holder();
		SearchPhrase phrase = export.search();
		MovementSummary totals = sums.movements();
		List<Fact> facts = new ArrayList<>();
		facts.add(new Fact.Text("Business", holder.name()));
		facts.add(new Fact.Text("Business code", holder.code()));
		facts.add(new Fact.Text("Period", period(export)));
		facts.add(new Fact.Text("GSTIN", Objects.requireNonNullElse(holder.gstin(), NOT_RECORDED)));
		facts.add(new Fact.Text("Registered address", Objects.requireNonNullElse(holder.address(), NOT_RECORDED)));
		facts.add(new Fact.Text("Search", (phrase != null) ? phrase.text() : "none"));
		// The time of the request, so that a retry writes the same file.
		facts.add(new Fact.Moment("Generated at", export.createdAt()));
		facts.add(new Fact.Rupees("Opening balance", totals.openingBalancePaise()));
		facts.add(new Fact.Rupees("Total credits", totals.totalCreditPaise()));
		facts.add(new Fact.Rupees("Total debits", totals.totalDebitPaise()));
		facts.add(new Fact.Rupees("Closing balance", totals.closingBalancePaise()));
		facts.add(new Fact.Rupees("Net commission", sums.commissionPaise()));
		facts.add(new Fact.Rupees("Net GST", sums.gstPaise()));
		facts.add(new Fact.WholeNumber("Number of credits", totals.creditCount()));
		facts.add(new Fact.WholeNumber("Number of debits", totals.debitCount()));
		if (totals.totalCount() > RunExport.MAX_ROWS) {
			facts.add(new Fact.Text("Rows", truncated(sums)));
		}
		if (phrase != null) {
			facts.add(new Fact.Text("Note", "Rows and totals are of the search; the balances are the wallet's"));
		}
		return new ReportHeader(export.monthly() ? "Monthly wallet statement" : "Wallet statement", facts);
	}

	/** The remark that a file omits rows. */
	static String truncated(ExportSums sums) {
		return "The oldest %d of %d; balances and totals are of all. Ask for a shorter period for the rest"
			.formatted(RunExport.MAX_ROWS, sums.movements().totalCount());
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
		if (since != null && until == null && since.isAfter(asked)) {
			return MOMENT.format(since) + " IST or later";
		}
		return ((since != null) ? MOMENT.format(since) : "opening of the wallet") + " to "
				+ ((until != null) ? "before " + MOMENT.format(until) : MOMENT.format(asked)) + " IST";
	}

}
