package dev.hundi.cli;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import static dev.hundi.cli.Fields.path;

@Command(name = "bulk", description = "Propose how many approvals bulk files need, and whether BulkCompleted is sent.")
final class BulkCommands {

	private final StaffPortal portal;

	BulkCommands(StaffPortal portal) {
		this.portal = portal;
	}

	@Command(description = { "Show the approval tiers of a business, or propose others:",
			"  tiers BUSINESS 0.00=1 100000.00=2 --reason R", "  tiers BUSINESS none --reason R" })
	int tiers(@Parameters(paramLabel = "BUSINESS") String business,
			@Parameters(paramLabel = "ABOVE=PEOPLE", arity = "0..*") @Nullable List<String> tiers,
			@Option(names = "--reason", paramLabel = "R") @Nullable String reason)
			throws IOException, InterruptedException {
		String path = path("/bulk/businesses", business, "approval-tiers");
		if (tiers == null || tiers.isEmpty()) {
			if (reason != null) {
				throw new UsageException("Missing required parameter: 'ABOVE=PEOPLE' or 'none'");
			}
			return this.portal.get(path);
		}
		if (reason == null) {
			throw new UsageException("Missing required option: '--reason=R'");
		}
		List<Tier> wanted = tiers.equals(List.of("none")) ? List.of() : tiers.stream().map(BulkCommands::tier).toList();
		return this.portal.post(path, Fields.of("reason", reason).and("tiers", wanted));
	}

	@Command(name = "completed-webhook", description = "Turn the BulkCompleted webhook of a business on or off.")
	int completedWebhook(@Parameters(paramLabel = "BUSINESS") String business,
			@Parameters(paramLabel = "on|off") Switch wanted,
			@Option(names = "--reason", required = true, paramLabel = "R") String reason)
			throws IOException, InterruptedException {
		return this.portal.post(path("/bulk/businesses", business, "completed-webhook"),
				Fields.of("reason", reason).and("sent", wanted == Switch.ON));
	}

	private static Tier tier(String text) {
		int equals = text.indexOf('=');
		if (equals < 0) {
			throw new UsageException("Expected ABOVE=PEOPLE, not '%s'".formatted(text));
		}
		return new Tier(text.substring(0, equals), text.substring(equals + 1));
	}

	/** As the staff portal reads it, in this order. */
	record Tier(String above, String people) {
	}

	enum Switch {

		ON, OFF

	}

}
