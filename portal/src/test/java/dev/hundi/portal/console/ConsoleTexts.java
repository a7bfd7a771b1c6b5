package dev.hundi.portal.console;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.hundi.bank.BreakerState;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.ReviewKind;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.payout.OpenStage;
import dev.hundi.walletexport.ExportStatus;

/** Keys of texts that contain names of constants. */
public final class ConsoleTexts {

	private ConsoleTexts() {
	}

	public static Set<String> keys() {
		Set<String> keys = new TreeSet<>();
		Map.of("review", ReviewKind.values(), "review.act", ReviewKind.values(), "stage", OpenStage.values(), "wait",
				PayoutWait.values(), "older", StuckEndpoint.LeastAge.values(), "breaker", BreakerState.values(),
				"result", PaymentResult.values(), "endpoint", WebhookHealthEndpoint.State.values(), "export",
				ExportStatus.values(), "job", JobName.values())
			.forEach((part, constants) -> List.of(constants).forEach((one) -> keys.add("console." + part + "." + one)));
		for (JobStatus status : JobStatus.values()) {
			keys.add("console.run." + status);
		}
		for (RequestState state : RequestState.values()) {
			keys.add("console.request." + state);
		}
		for (RequestKind kind : List.of(RequestKind.RESTART_JOB, RequestKind.REPLAY_DEAD_LETTER,
				RequestKind.REPLAY_DEAD_LETTERS, RequestKind.DISCARD_DEAD_LETTER)) {
			keys.add("act." + kind);
		}
		for (String part : List.of("reviews", "stuck", "banks", "calendar", "webhooks", "exports", "jobs",
				"dead-letters")) {
			keys.addAll(List.of("console." + part + ".title", "console." + part + ".waiting"));
		}
		keys.addAll(List.of("console.calendar.APPROVED", "console.calendar.REJECTED", "console.export.kind.requested",
				"console.export.kind.statement", "console.letter.replayed", "console.letter.discarded"));
		return keys;
	}

}
