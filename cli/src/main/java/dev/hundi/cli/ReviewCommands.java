package dev.hundi.cli;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "reviews", description = "Manual reviews of what banks reported: list, enquire again, settle.")
final class ReviewCommands {

	private static final String BUSINESSES = "/reviews/businesses";

	private final StaffPortal portal;

	ReviewCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "List open manual reviews, the oldest first.")
	int list(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get("/reviews", Fields.of("limit", limit));
	}

	@Command(
			description = "Enquire once more at the bank about a payout whose enquiries have ended or were answered implausibly.")
	int enquire(@Parameters(paramLabel = "BUSINESS") String business, @Parameters(paramLabel = "PAYOUT") String payout,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(BUSINESSES, business, "payouts", payout, "enquire"), Fields.of("reason", reason));
	}

	@Command(description = "Record the outcome of a manual review. Moves no money.")
	int settle(@Parameters(paramLabel = "BUSINESS") String business,
			@Parameters(paramLabel = "payout|beneficiary") Subject subject, @Parameters(paramLabel = "ID") String id,
			@Option(names = "--shown", required = true, paramLabel = "SINCE",
					description = "The value since of the newest case that you have read. Later cases stay open.") String shown,
			@Option(names = "--note", required = true, paramLabel = "TEXT") String note)
			throws IOException, InterruptedException {
		String subjects = switch (subject) {
			case PAYOUT -> "payouts";
			case BENEFICIARY -> "beneficiaries";
		};
		return this.portal.post(path(BUSINESSES, business, subjects, id, "settle"),
				Fields.of("shown", shown).and("note", note));
	}

	enum Subject {

		PAYOUT, BENEFICIARY

	}

}
