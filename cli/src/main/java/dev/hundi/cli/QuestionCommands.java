package dev.hundi.cli;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "questions", description = "Manual review of what banks reported: list, query the bank again, settle.")
final class QuestionCommands {

	private static final String BUSINESSES = "/questions/businesses";

	private final StaffPortal portal;

	QuestionCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "List open manual reviews, the oldest first.")
	int list(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get("/questions", Fields.of("limit", limit));
	}

	@Command(
			description = "Query the bank once more about a payout whose enquiries have ended or were answered implausibly.")
	int ask(@Parameters(paramLabel = "BUSINESS") String business, @Parameters(paramLabel = "PAYOUT") String payout,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(BUSINESSES, business, "payouts", payout, "ask"), Fields.of("reason", reason));
	}

	@Command(description = "Record the outcome of a manual review. Moves no money.")
	int settle(@Parameters(paramLabel = "BUSINESS") String business,
			@Parameters(paramLabel = "payout|beneficiary") Subject subject, @Parameters(paramLabel = "ID") String id,
			@Option(names = "--note", required = true, paramLabel = "TEXT") String note)
			throws IOException, InterruptedException {
		String subjects = switch (subject) {
			case PAYOUT -> "payouts";
			case BENEFICIARY -> "beneficiaries";
		};
		return this.portal.post(path(BUSINESSES, business, subjects, id, "settle"), Fields.of("note", note));
	}

	enum Subject {

		PAYOUT, BENEFICIARY

	}

}
