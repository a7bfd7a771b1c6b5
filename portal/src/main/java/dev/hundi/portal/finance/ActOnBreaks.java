package dev.hundi.portal.finance;

import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.RequestKind;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakNotes;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Acts on breaks. The kernel and the database check maker and checker again. */
@StaffOnly
@Component
class ActOnBreaks {

	static final int MAX_ASSIGNED = 100;

	private final AskProcess ask;

	private final CommandAuthor author;

	private final Breaks breaks;

	private final BreakNotes notes;

	private final Resolutions resolutions;

	private final Owners owners;

	private final StaffRecord record;

	ActOnBreaks(AskProcess ask, CommandAuthor author, Breaks breaks, BreakNotes notes, Resolutions resolutions,
			Owners owners, StaffRecord record) {
		this.ask = ask;
		this.author = author;
		this.breaks = breaks;
		this.notes = notes;
		this.resolutions = resolutions;
		this.owners = owners;
		this.record = record;
	}

	/**
	 * Asks to assign breaks, all or none.
	 * @param dueOn until when they are to be resolved, or null to leave that
	 */
	@PreAuthorize(FinanceSections.WORKS)
	public Outcome assign(List<Long> breakIds, String owner, @Nullable LocalDate dueOn, String reason) {
		this.author.requireName();
		Optional<String> problem = breakIds.isEmpty() || breakIds.size() > MAX_ASSIGNED
				? Optional.of("finance.assign.none")
				: !this.owners.isOwner(owner) ? Optional.of("finance.assign.owner-unknown")
						: (dueOn != null && !NamedDay.isAhead(dueOn, India.dateOf(Instant.now())))
								? Optional.of("finance.assign.due-invalid") : invalid(reason);
		return Outcome.of(problem, () -> {
			Map<String, Object> arguments = new HashMap<>(Map.of("breakIds", breakIds, "owner", owner));
			if (dueOn != null) {
				arguments.put("dueOn", dueOn.toString());
			}
			String object = (breakIds.size() == 1) ? String.valueOf(breakIds.getFirst()) : breakIds.size() + " breaks";
			return new Outcome.Asked(this.ask.act(RequestKind.ASSIGN_BREAKS, arguments, null, object, reason));
		});
	}

	@Transactional
	@PreAuthorize(FinanceSections.WORKS)
	public Outcome comment(long breakId, String comment) {
		String text = comment.strip();
		if (text.isEmpty() || text.length() > BreakNotes.MAX_COMMENT) {
			return new Outcome.Refused("finance.comment.invalid");
		}
		if (!this.notes.comment(breakId, text, this.author.name())) {
			return new Outcome.Refused("finance.comment.full");
		}
		this.record.of(null, "BREAK_COMMENTED", String.valueOf(breakId), Map.of(), Map.of("comment", text));
		return new Outcome.Done("finance.comment.added");
	}

	/** Asks for a resolution, which another person decides. */
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Outcome propose(NewResolution wanted) {
		return Outcome.of(invalid(wanted.reason()), () -> new Outcome.Asked(this.ask.act(RequestKind.PROPOSE_RESOLUTION,
				arguments(wanted), wanted.businessId(), wanted.action().name(), wanted.reason())));
	}

	/** Asks to revoke the match that closed a break, which another person decides. */
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Outcome undo(long breakId, String reason, String evidence) {
		Optional<Breaks.ClosingMatch> match = this.breaks.closingMatch(breakId);
		Optional<String> problem = match.isEmpty() ? Optional.of("finance.undo.none")
				: match.get().signed() ? Optional.of("finance.undo.signed") : invalid(reason);
		if (problem.isEmpty() && !NewResolution.isEvidence(evidence.strip())) {
			problem = Optional.of("finance.resolve.evidence.invalid");
		}
		return Outcome.of(problem, () -> propose(new NewResolution(NewResolution.Action.REVOKE, List.of(), null, null,
				match.orElseThrow().matchId(), null, reason.strip(), evidence.strip(), this.author.name())));
	}

	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Outcome approve(long resolutionId, String reason) {
		return decide(RequestKind.APPROVE_RESOLUTION, resolutionId, reason);
	}

	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Outcome reject(long resolutionId, String reason) {
		return decide(RequestKind.REJECT_RESOLUTION, resolutionId, reason);
	}

	private Outcome decide(RequestKind kind, long resolutionId, String reason) {
		Optional<Resolution> resolution = this.resolutions.find(resolutionId);
		Optional<String> problem = (resolution.isEmpty() || resolution.get().decided().decision() != null)
				? Optional.of("finance.decide.closed")
				: resolution.get().maker().strip().equalsIgnoreCase(this.author.name())
						? Optional.of("finance.decide.own") : invalid(reason);
		return Outcome.of(problem, () -> new Outcome.Asked(this.ask.act(kind, Map.of("resolutionId", resolutionId),
				resolution.orElseThrow().businessId(), String.valueOf(resolutionId), reason)));
	}

	private static Optional<String> invalid(String reason) {
		return Reason.isValid(reason) ? Optional.empty() : Optional.of(Reason.INVALID);
	}

	private static Map<String, Object> arguments(NewResolution wanted) {
		Map<String, Object> arguments = new HashMap<>(Map.of("action", wanted.action().name(), "breakIds",
				wanted.breakIds(), "reason", wanted.reason(), "evidence", wanted.evidence()));
		UUID businessId = wanted.businessId();
		if (businessId != null) {
			arguments.put("businessId", businessId.toString());
		}
		LocalDate carryTo = wanted.carryTo();
		if (carryTo != null) {
			arguments.put("carryTo", carryTo.toString());
		}
		Long matchId = wanted.matchId();
		if (matchId != null) {
			arguments.put("matchId", matchId);
		}
		return arguments;
	}

}
