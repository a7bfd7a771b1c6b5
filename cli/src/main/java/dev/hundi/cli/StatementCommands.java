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
		footer = "Approve or reject with reconciliation approve RESOLUTION or reconciliation reject RESOLUTION.")
final class StatementCommands {

	private static final String FILES = "/statements/files";

	private final OperatorApi api;

	StatementCommands(OperatorApi api) {
		this.api = api;
	}

	@Command(description = "Upload a bank statement.")
	int load(@Parameters(paramLabel = "FILE") Path file,
			@Option(names = "--account", paramLabel = "N",
					description = "account number, if the file does not contain it (CSV)") @Nullable String account)
			throws IOException, InterruptedException {
		return this.api.upload(FILES, Fields.of("name", String.valueOf(file.getFileName())).and("account", account),
				file);
	}

	@Command(description = "List uploaded files with their status.")
	int files(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.api.get(FILES, Fields.of("limit", limit));
	}

	@Command(description = "Show one uploaded file.")
	int show(@Parameters(paramLabel = "FILE_ID") String file) throws IOException, InterruptedException {
		return this.api.get(path(FILES, file));
	}

	@Command(description = "List loaded statements.")
	int list(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.api.get("/statements", Fields.of("limit", limit));
	}

	@Command(description = "List gaps, wrong totals, duplicates and rejected files.")
	int problems(@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.api.get("/statements/problems", Fields.of("limit", limit));
	}

	@Command(description = "Request the release of a held statement.")
	int release(@Parameters(paramLabel = "STATEMENT") String statement, @Mixin ReconciliationCommands.Reason reason)
			throws IOException, InterruptedException {
		return this.api.post(ReconciliationCommands.RESOLUTIONS,
				reason.request("RELEASE_STATEMENT", Fields.of("bankStatementId", statement)));
	}

	@Command(description = "Request the withdrawal of a statement: its effects are reversed, its matches revoked.")
	int withdraw(@Parameters(paramLabel = "STATEMENT") String statement, @Mixin ReconciliationCommands.Reason reason,
			@Option(names = "--replacement", paramLabel = "FILE_ID",
					description = "rejected file to load in its place") @Nullable String replacement,
			@Option(names = "--uncovered-to-suspense", paramLabel = "true|false",
					description = "debit suspense where a wallet does not cover a reversal") @Nullable String toSuspense)
			throws IOException, InterruptedException {
		return this.api.post(ReconciliationCommands.RESOLUTIONS,
				reason.request("WITHDRAW_STATEMENT",
						Fields.of("bankStatementId", statement)
							.and("replacementFileId", replacement)
							.and("uncoveredToSuspense", toSuspense)));
	}

}
