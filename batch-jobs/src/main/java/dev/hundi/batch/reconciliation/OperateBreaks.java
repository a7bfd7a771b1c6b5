package dev.hundi.batch.reconciliation;

import java.util.List;

import dev.hundi.reconciliation.BreakEvent;
import dev.hundi.reconciliation.BreakItem;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.MatchedItem;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ProposedMatch;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.reconciliation.ResolveBreaks;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/reconciliation/breaks} and {@code …/resolutions}: lists breaks and
 * resolves them under maker-checker control.
 */
@RestController
@RequestMapping("/internal/reconciliation")
class OperateBreaks {

	private static final Logger logger = LoggerFactory.getLogger(OperateBreaks.class);

	private static final int MAX_ROWS = 1_000;

	private final Breaks breaks;

	private final Resolutions resolutions;

	private final ResolveBreaks resolve;

	private final ReconciliationSettings settings;

	OperateBreaks(Breaks breaks, Resolutions resolutions, ResolveBreaks resolve, ReconciliationSettings settings) {
		this.breaks = breaks;
		this.resolutions = resolutions;
		this.resolve = resolve;
		this.settings = settings;
	}

	@GetMapping("/breaks")
	List<OpenBreak> list(@RequestParam(required = false) @Nullable String type,
			@RequestParam(defaultValue = "false") boolean closed, @RequestParam(defaultValue = "100") int limit) {
		return this.breaks.list(type, closed, Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/breaks/{breakId}")
	ShownBreak show(@PathVariable long breakId) {
		return new ShownBreak(found(breakId), this.breaks.items(breakId), this.breaks.proposals(breakId),
				this.breaks.history(breakId));
	}

	@PostMapping("/breaks/{breakId}/owner")
	OpenBreak own(@PathVariable long breakId, @RequestBody Ownership ownership) {
		found(breakId);
		if (!this.breaks.own(breakId, ownership.owner, ownership.by)) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "Break " + breakId + " is closed");
		}
		return found(breakId);
	}

	@GetMapping("/matches")
	List<MatchedItem> matches(@RequestParam String of, @RequestParam(defaultValue = "100") int limit) {
		return this.breaks.matched(of, Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/resolutions")
	List<Resolution> resolutions(@RequestParam(defaultValue = "true") boolean waiting,
			@RequestParam(defaultValue = "100") int limit) {
		return this.resolutions.newest(waiting, Math.clamp(limit, 1, MAX_ROWS));
	}

	@PostMapping("/resolutions")
	Resolution propose(@RequestBody NewResolution wanted) {
		Resolution proposed = Conflicts.orConflict(() -> this.resolutions.propose(wanted, this.settings.caps()));
		logger.info("{} requests resolution {}: {}", wanted.by(), proposed.resolutionId(), wanted.action());
		return proposed;
	}

	@PostMapping("/resolutions/{resolutionId}/approve")
	Resolution approve(@PathVariable long resolutionId, @RequestBody OperateRuns.Signature checker) {
		Resolution done = Conflicts
			.orConflict(() -> this.resolve.approve(resolutionId, checker.by(), this.settings.caps()));
		logger.info("{} approves resolution {}: {}", checker.by(), resolutionId, done.action());
		return done;
	}

	@PostMapping("/resolutions/{resolutionId}/reject")
	Resolution reject(@PathVariable long resolutionId, @RequestBody OperateRuns.Signature checker) {
		return Conflicts.orConflict(() -> this.resolutions.reject(resolutionId, checker.by()));
	}

	private OpenBreak found(long breakId) {
		return this.breaks.find(breakId)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no break " + breakId));
	}

	/** A break with its open items, what they may match, and its history. */
	record ShownBreak(OpenBreak found, List<BreakItem> items, List<ProposedMatch> proposals, List<BreakEvent> history) {
	}

	/**
	 * Assigns a break.
	 *
	 * @param by who assigns it
	 */
	record Ownership(String owner, String by) {

		Ownership {
			if (owner == null || owner.isBlank() || by == null || by.isBlank()) {
				throw new IllegalArgumentException("owner and by are needed");
			}
		}

	}

}
