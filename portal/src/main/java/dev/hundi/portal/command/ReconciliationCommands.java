package dev.hundi.portal.command;

import java.util.List;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.BreakItem;
import dev.hundi.reconciliation.BreakWorklist;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.CalendarChange;
import dev.hundi.reconciliation.MatchedItem;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ProposedMatch;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.reconciliation.RunBreak;
import dev.hundi.reconciliation.StoredReport;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /commands/reconciliation/…}: runs, breaks, matches, resolutions and the bank
 * calendar.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/reconciliation")
@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')")
class ReconciliationCommands {

	private static final int MAX_ROWS = 1_000;

	private final ReconciliationRuns runs;

	private final Breaks breaks;

	private final Resolutions resolutions;

	private final BankCalendar calendar;

	ReconciliationCommands(ReconciliationRuns runs, Breaks breaks, Resolutions resolutions, BankCalendar calendar) {
		this.runs = runs;
		this.breaks = breaks;
		this.resolutions = resolutions;
		this.calendar = calendar;
	}

	@GetMapping("/runs")
	public List<ReconciliationRun> runs(@RequestParam(defaultValue = "30") int limit) {
		return this.runs.newest(limited(limit));
	}

	@GetMapping("/runs/{runId}")
	public ShownRun run(@PathVariable long runId) {
		return new ShownRun(known(runId), this.runs.figures(runId), this.runs.reportDigests(runId));
	}

	/** The breaks at the end of a run; those of a dry run exist only here. */
	@GetMapping("/runs/{runId}/breaks")
	public List<RunBreak> breaksOfRun(@PathVariable long runId, @RequestParam(defaultValue = "100") int limit) {
		known(runId);
		return this.breaks.ofRun(runId, limited(limit));
	}

	@GetMapping("/breaks")
	public List<OpenBreak> breaks(@RequestParam(required = false) @Nullable String type,
			@RequestParam(defaultValue = "false") boolean closed, @RequestParam(defaultValue = "100") int limit) {
		// A misspelt type would be answered as if there were no such break.
		if (type != null && !BreakWorklist.isType(type)) {
			throw new IllegalArgumentException("type must be of " + String.join(", ", BreakWorklist.TYPES));
		}
		return this.breaks.list(type, closed, limited(limit));
	}

	@GetMapping("/breaks/{breakId}")
	public ShownBreak breakOf(@PathVariable long breakId) {
		OpenBreak found = this.breaks.find(breakId).orElseThrow(() -> CommandErrors.missing("break " + breakId));
		return new ShownBreak(found, this.breaks.items(breakId), this.breaks.proposals(breakId),
				this.breaks.history(breakId));
	}

	@GetMapping("/matches")
	public List<MatchedItem> matches(@RequestParam String of, @RequestParam(defaultValue = "100") int limit) {
		return this.breaks.matched(of, limited(limit));
	}

	@GetMapping("/resolutions")
	public List<Resolution> resolutions(@RequestParam(defaultValue = "true") boolean waiting,
			@RequestParam(defaultValue = "100") int limit) {
		return this.resolutions.newest(waiting, limited(limit));
	}

	@GetMapping("/calendar/{year}")
	public List<BankCalendar.Day> calendar(@PathVariable int year) {
		return this.calendar.of(year);
	}

	@GetMapping("/calendar/changes")
	public List<CalendarChange> changes(@RequestParam(defaultValue = "100") int limit) {
		return this.calendar.changes(limited(limit));
	}

	private ReconciliationRun known(long runId) {
		return this.runs.find(runId).orElseThrow(() -> CommandErrors.missing("run " + runId));
	}

	private static int limited(int limit) {
		return Math.clamp(limit, 1, MAX_ROWS);
	}

	/** A run with its figures and the digests of its stored reports. */
	record ShownRun(ReconciliationRun run, List<ReconciliationFigure> figures, List<StoredReport.Digest> reports) {
	}

	/** A break with its open items, what they may match, and its history. */
	record ShownBreak(OpenBreak found, List<BreakItem> items, List<ProposedMatch> proposals, List<BreakEvent> history) {
	}

}
