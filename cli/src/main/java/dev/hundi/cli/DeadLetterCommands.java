package dev.hundi.cli;

import java.io.IOException;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "dead-letters", description = "List, show and replay messages that could not be processed.")
final class DeadLetterCommands {

	private static final String PATH = "/dead-letters";

	private final StaffPortal portal;

	DeadLetterCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = "List dead letters.")
	int list(
			@Option(names = "--replayed", paramLabel = "true|false",
					description = "include those already replayed") @Nullable String replayed,
			@Option(names = "--limit", paramLabel = "N") @Nullable String limit)
			throws IOException, InterruptedException {
		return this.portal.get(PATH, Fields.of("replayed", replayed).and("limit", limit));
	}

	@Command(description = "Show the reason, origin and redacted content.")
	int show(@Parameters(paramLabel = "TOPIC") String topic, @Parameters(paramLabel = "OFFSET") String offset)
			throws IOException, InterruptedException {
		return this.portal.get(path(PATH, topic, offset));
	}

	@Command(description = "Send one message ('TOPIC OFFSET') or every message ('all') back to its topic.")
	int replay(@Parameters(paramLabel = "TOPIC|all") String topic,
			@Parameters(paramLabel = "OFFSET", arity = "0..1") @Nullable String offset,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		if (offset != null) {
			return this.portal.post(path(PATH, topic, offset, "replay"), Fields.of("reason", reason));
		}
		if (!topic.equals("all")) {
			throw new UsageException("Missing required parameter: 'OFFSET'");
		}
		return this.portal.post(PATH + "/replay", Fields.of("reason", reason));
	}

}
