package dev.hundi.cli;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "statements",
		description = "Upload bank statements, show their status and the problems found in them, release and withdraw them (two people).",
		footer = "Approve or reject a release or withdrawal with reconciliation approve RESOLUTION or reconciliation reject RESOLUTION.")
final class StatementCommands {

	private static final String FILES = "/statements/files";

	private static final String UPLOADS = "/statements/uploads";

	private final StaffPortal portal;

	StatementCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "Upload a bank statement, which another person approves.")
	int load(@Parameters(paramLabel = "FILE") Path file,
			@Option(names = "--account", paramLabel = "N",
					description = "account number, if the file does not contain it (CSV)") @Nullable String account,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.upload(UPLOADS,
				Fields.of("name", String.valueOf(file.getFileName())).and("account", account).and("reason", reason),
				file);
	}

	@Command(description = "List uploads that wait for another person.")
	int uploads() throws IOException, InterruptedException {
		return this.portal.get(UPLOADS);
	}

	@Command(description = "Approve the upload of another person, which is then loaded.")
	int approve(@Parameters(paramLabel = "UPLOAD") String upload,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(UPLOADS, upload, "approve"), Fields.of("reason", reason));
	}

	@Command(description = "Reject the upload of another person.")
	int reject(@Parameters(paramLabel = "UPLOAD") String upload,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path(UPLOADS, upload, "reject"), Fields.of("reason", reason));
	}

	@Command(description = "List received files with their status.")
	int files(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(FILES, Fields.of("limit", limit));
	}

	@Command(description = "Show one received file.")
	int show(@Parameters(paramLabel = "FILE_ID") String file) throws IOException, InterruptedException {
		return this.portal.get(path(FILES, file));
	}

	@Command(description = "List loaded statements.")
	int list(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get("/statements", Fields.of("limit", limit));
	}

	@Command(description = "List gaps, wrong totals, duplicates and rejected files.")
	int problems(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get("/statements/problems", Fields.of("limit", limit));
	}

	@Command(description = "Request the release of a held statement.")
	int release(@Parameters(paramLabel = "STATEMENT") String statement, @Mixin ReconciliationCommands.Reason reason)
			throws IOException, InterruptedException {
		return this.portal.post(ReconciliationCommands.RESOLUTIONS,
				reason.request("RELEASE_STATEMENT", Fields.of("bankStatementId", statement)));
	}

	@Command(description = "Request the withdrawal of a statement: its effects are reversed, its matches revoked.")
	int withdraw(@Parameters(paramLabel = "STATEMENT") String statement, @Mixin ReconciliationCommands.Reason reason,
			@Option(names = "--replacement", paramLabel = "FILE_ID",
					description = "rejected file to load in its place") @Nullable String replacement,
			@Option(names = "--uncovered-to-suspense", paramLabel = "true|false",
					description = "debit suspense where a wallet does not cover a reversal") @Nullable String toSuspense)
			throws IOException, InterruptedException {
		return this.portal.post(ReconciliationCommands.RESOLUTIONS,
				reason.request("WITHDRAW_STATEMENT",
						Fields.of("bankStatementId", statement)
							.and("replacementFileId", replacement)
							.and("uncoveredToSuspense", toSuspense)));
	}

}
