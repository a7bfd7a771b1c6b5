package dev.hundi.portal.finance;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

import dev.hundi.operator.RequestKind;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;

/** One person requests a closing, another signs it off. */
@StaffOnly
@Component
class ActOnRuns {

	private final AskProcess ask;

	private final CommandAuthor author;

	private final ReconciliationRuns runs;

	ActOnRuns(AskProcess ask, CommandAuthor author, ReconciliationRuns runs) {
		this.ask = ask;
		this.author = author;
		this.runs = runs;
	}

	/**
	 * Asks for the closing of a day.
	 * @param dry whether it is a dry run
	 * @param full whether the proof of the books reads every row
	 */
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Outcome request(LocalDate day, boolean dry, boolean full, String reason) {
		this.author.requireName();
		return Outcome.of(invalid(reason), () -> new Outcome.Asked(this.ask.act(RequestKind.REQUEST_CLOSING,
				Map.of("businessDate", day.toString(), "dry", dry, "full", full), null, day.toString(), reason)));
	}

	/**
	 * Asks to sign a closing off, which batch-jobs checks and seals.
	 * @param completedAt of the closing that the page showed; a page that does not say so
	 * signs nothing
	 */
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Outcome signOff(long runId, @Nullable Instant completedAt, String reason) {
		Optional<String> problem = this.runs.find(runId)
			.map((run) -> problem(run, completedAt))
			.orElse(Optional.of("finance.sign.not-done"))
			.or(() -> invalid(reason));
		return Outcome.of(problem,
				() -> new Outcome.Asked(this.ask.act(RequestKind.SIGN_OFF_CLOSING,
						Map.of("runId", runId, "completedAt", String.valueOf(completedAt)), null, String.valueOf(runId),
						reason)));
	}

	private Optional<String> problem(ReconciliationRun run, @Nullable Instant completedAt) {
		if (run.dry() || !run.state().equals("DONE")) {
			return Optional.of("finance.sign.not-done");
		}
		if (run.requestedBy().strip().equalsIgnoreCase(this.author.name())) {
			return Optional.of("finance.sign.own");
		}
		if (completedAt == null || !completedAt.equals(run.completedAt())) {
			return Optional.of("finance.sign.again");
		}
		return this.runs.lacksStatement(run) ? Optional.of("finance.sign.late") : Optional.empty();
	}

	private static Optional<String> invalid(String reason) {
		return Reason.isValid(reason) ? Optional.empty() : Optional.of(Reason.INVALID);
	}

}
