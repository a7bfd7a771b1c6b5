package dev.hundi.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "requests", description = "Read what another process had not carried out when a command ended.")
final class RequestCommands {

	private static final Map<String, String> FILES = Map.of("READ_RECONCILIATION_REPORT",
			ReconciliationCommands.REPORTS, "READ_LEDGER_EXPORT", ReconciliationCommands.LEDGER_FILES);

	private final StaffPortal portal;

	RequestCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "Show state, result and failure of your own request, or save the file that it wrote.")
	int show(@Parameters(paramLabel = "REQUEST") String request,
			@Parameters(paramLabel = "FILE", arity = "0..1",
					description = "where to save the report or ledger that was asked for") @Nullable Path file)
			throws IOException, InterruptedException {
		return (file == null) ? this.portal.request(request) : this.portal.requestedFile(request, FILES, file);
	}

}
