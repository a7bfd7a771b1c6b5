package dev.hundi.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "reconciliation", description = "Close days, list breaks, resolve them (two people), sign days off.",
		footer = "Days (DAY) are dates in India, such as 2026-11-21.")
final class ReconciliationCommands {

	private static final String RUNS = "/reconciliation/runs";

	private static final String BREAKS = "/reconciliation/breaks";

	static final String RESOLUTIONS = "/reconciliation/resolutions";

	static final String REPORTS = "/reconciliation/reports/";

	private static final String LEDGER = "/reconciliation/ledger";

	static final String LEDGER_FILES = LEDGER + "/files/";

	private static final String CALENDAR = "/reconciliation/calendar";

	private static final String CALENDAR_CHANGES = CALENDAR + "/changes";

	private final StaffPortal portal;

	ReconciliationCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "List runs, the newest first.")
	int runs(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(RUNS, Fields.of("limit", limit));
	}

	@Command(description = "Close a day that has ended.")
	int run(@Parameters(paramLabel = "DAY") String day,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason,
			@Option(names = "--dry", paramLabel = "true|false",
					description = "dry run of the newest closed day or a later one, today included") @Nullable String dry,
			@Option(names = "--full", paramLabel = "true|false",
					description = "prove every row of the books, also what signed days proved") @Nullable String full)
			throws IOException, InterruptedException {
		return this.portal.post(RUNS,
				Fields.of("reason", reason).and("dry", dry).and("full", full).and("businessDate", day));
	}

	@Command(description = "Show progress, balances, figures and stored reports of a run.")
	int show(@Parameters(paramLabel = "RUN") String run) throws IOException, InterruptedException {
		return this.portal.get(path(RUNS, run));
	}

	@Command(description = "Save the report of a run; that of a signed run as it was signed.")
	int report(@Parameters(paramLabel = "RUN") String run,
			@Parameters(paramLabel = "FILE",
					description = "file name ending in .csv, .xls or .pdf, which selects the format") Path file)
			throws IOException, InterruptedException {
		return this.portal.download(path(RUNS, run) + "/report" + ending(file, ".csv", ".xls", ".pdf"), REPORTS, file);
	}

	private static String ending(Path file, String... endings) {
		String name = String.valueOf(file.getFileName());
		String ending = name.substring(Math.max(name.lastIndexOf('.'), 0));
		if (!List.of(endings).contains(ending)) {
			throw new UsageException("FILE must end in " + String.join(" or ", endings));
		}
		return ending;
	}

	@Command(description = "Save the trial balance or the journal of a period.")
	int ledger(@Parameters(paramLabel = "CONTENT", description = "trial-balance or journal") String content,
			@Parameters(paramLabel = "FILE",
					description = "file name ending in .csv, or in .xml for Tally, which selects the format") Path file,
			@Option(names = "--from", required = true, paramLabel = "DAY") String from,
			@Option(names = "--to", required = true, paramLabel = "DAY", description = "the last day") String to,
			@Option(names = "--business", paramLabel = "BUSINESS",
					description = "only postings of this business") @Nullable String business)
			throws IOException, InterruptedException {
		return this.portal.download(path(LEDGER, content) + ending(file, ".csv", ".xml")
				+ Fields.of("from", from).and("to", to).and("business", business).query(), LEDGER_FILES, file);
	}

	@Command(name = "sign-off", description = "Sign a run off.")
	int signOff(@Parameters(paramLabel = "RUN") String run, @Option(names = "--completed-at", paramLabel = "TIME",
			description = "completedAt of the closing that you have read; a later one is not signed") @Nullable String completedAt,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(RUNS, run, "sign-off"),
				Fields.of("reason", reason).and("completedAt", completedAt));
	}

	@Command(description = "List breaks.")
	int breaks(@Option(names = "--run", paramLabel = "RUN",
			description = "list the breaks at the end of this run instead, also of a dry run") @Nullable String run,
			@Option(names = "--type", paramLabel = "T", description = "such as MISSING_IN_BANK") @Nullable String type,
			@Option(names = "--closed", paramLabel = "true|false",
					description = "list closed breaks instead of open ones") @Nullable String closed,
			@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		if (run != null) {
			if (type != null || closed != null) {
				throw new UsageException("--run cannot be combined with --type or --closed");
			}
			return this.portal.get(path(RUNS, run, "breaks"), Fields.of("limit", limit));
		}
		return this.portal.get(BREAKS, Fields.of("type", type).and("closed", closed).and("limit", limit));
	}

	@Command(name = "break", description = "Show items, proposed matches and history of a break.")
	int oneBreak(@Parameters(paramLabel = "BREAK") String id) throws IOException, InterruptedException {
		return this.portal.get(path(BREAKS, id));
	}

	@Command(description = "Assign a break to an owner.")
	int own(@Parameters(paramLabel = "BREAK") String id,
			@Option(names = "--owner", required = true, paramLabel = "WHO") String owner,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(BREAKS, id, "owner"), Fields.of("owner", owner).and("reason", reason));
	}

	@Command(description = "List the matches of statement lines.")
	int matches(@Option(names = "--of", required = true, paramLabel = "UTR|REFERENCE") String of,
			@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get("/reconciliation/matches", Fields.of("of", of).and("limit", limit));
	}

	@Command(description = "List requested resolutions.")
	int resolutions(
			@Option(names = "--waiting", paramLabel = "true|false",
					description = "only those that wait for approval (default true)") @Nullable String waiting,
			@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(RESOLUTIONS, Fields.of("waiting", waiting).and("limit", limit));
	}

	@Command(description = "Request to match breaks with each other.")
	int match(@Mixin Breaks breaks, @Mixin Reason reason) throws IOException, InterruptedException {
		return propose("MATCH", breaks.ids, reason, Fields.none());
	}

	@Command(description = "Request to book breaks to suspense.")
	int suspense(@Mixin Breaks breaks, @Mixin Reason reason) throws IOException, InterruptedException {
		return propose("SUSPENSE", breaks.ids, reason, Fields.none());
	}

	@Command(name = "write-off", description = "Request to write breaks off.")
	int writeOff(@Mixin Breaks breaks, @Mixin Reason reason) throws IOException, InterruptedException {
		return propose("WRITE_OFF", breaks.ids, reason, Fields.none());
	}

	@Command(name = "adjust-wallet", description = "Request to book breaks to the wallet of a business.")
	int adjustWallet(@Mixin Breaks breaks, @Mixin Reason reason,
			@Option(names = "--business", required = true, paramLabel = "BUSINESS") String business)
			throws IOException, InterruptedException {
		return propose("ADJUST_WALLET", breaks.ids, reason, Fields.of("businessId", business));
	}

	@Command(name = "refund-unpaid",
			description = "Request to refund the payout of a break, which the bank never paid.")
	int refundUnpaid(@Parameters(paramLabel = "BREAK") String id, @Mixin Reason reason)
			throws IOException, InterruptedException {
		return propose("REFUND_UNPAID", List.of(id), reason, Fields.none());
	}

	@Command(name = "carry-forward", description = "Request to carry breaks forward until a day.")
	int carryForward(@Mixin Breaks breaks, @Mixin Reason reason,
			@Option(names = "--to", required = true, paramLabel = "DAY") String to)
			throws IOException, InterruptedException {
		return propose("CARRY_FORWARD", breaks.ids, reason, Fields.of("carryTo", to));
	}

	@Command(description = "Request to revoke a match.")
	int revoke(@Parameters(paramLabel = "MATCH") String match, @Mixin Reason reason)
			throws IOException, InterruptedException {
		return propose("REVOKE", List.of(), reason, Fields.of("matchId", match));
	}

	@Command(description = "Approve the resolution that another person requested.")
	int approve(@Parameters(paramLabel = "RESOLUTION") String resolution,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(RESOLUTIONS, resolution, "approve"), Fields.of("reason", reason));
	}

	@Command(description = "Reject the resolution that another person requested.")
	int reject(@Parameters(paramLabel = "RESOLUTION") String resolution,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(RESOLUTIONS, resolution, "reject"), Fields.of("reason", reason));
	}

	@Command(description = "List the bank holidays of a year.")
	int calendar(@Parameters(paramLabel = "YEAR") String year) throws IOException, InterruptedException {
		return this.portal.get(path(CALENDAR, year));
	}

	@Command(description = "Request that a day is a bank working day or a holiday.")
	int day(@Parameters(paramLabel = "DAY") String day,
			@Option(names = "--open", required = true, paramLabel = "true|false") String open,
			@Option(names = "--name", required = true, paramLabel = "N") String name,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(CALENDAR,
				Fields.of("open", open).and("name", name).and("day", day).and("reason", reason));
	}

	@Command(name = "calendar-changes", description = "List the changes of the bank calendar, the newest first.")
	int calendarChanges(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(CALENDAR_CHANGES, Fields.of("limit", limit));
	}

	@Command(name = "approve-day", description = "Approve the calendar change that another person requested.")
	int approveDay(@Parameters(paramLabel = "CHANGE") String change,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(CALENDAR_CHANGES, change, "approve"), Fields.of("reason", reason));
	}

	@Command(name = "reject-day", description = "Reject the calendar change that another person requested.")
	int rejectDay(@Parameters(paramLabel = "CHANGE") String change,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(CALENDAR_CHANGES, change, "reject"), Fields.of("reason", reason));
	}

	private int propose(String action, List<String> breaks, Reason reason, Fields more)
			throws IOException, InterruptedException {
		return this.portal.post(RESOLUTIONS,
				more.and("reason", reason.text)
					.and("evidence", reason.evidence)
					.and("action", action)
					.and("breakIds", breaks));
	}

	static final class Breaks {

		@Parameters(paramLabel = "BREAK", arity = "1..*")
		private List<String> ids = List.of();

	}

	static final class Reason {

		@Option(names = "--reason", required = true, paramLabel = "R")
		private String text = "";

		@Option(names = "--evidence", required = true, paramLabel = "E")
		private String evidence = "";

		/** A requested resolution of a statement. */
		Fields request(String action, Fields statement) {
			return Fields.of("reason", this.text)
				.and("evidence", this.evidence)
				.and("action", action)
				.and("breakIds", List.of())
				.and("statement", statement.values());
		}

	}

}
