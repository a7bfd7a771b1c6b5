package dev.hundi.batch.reconciliation;

import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.hundi.export.FileFormat;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.reconciliation.RunBreak;
import dev.hundi.reconciliation.StoredReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/reconciliation/runs}: lists runs with progress, figures and reports,
 * requests runs and signs them off.
 */
@RestController
@RequestMapping("/internal/reconciliation")
class OperateRuns {

	private static final Logger logger = LoggerFactory.getLogger(OperateRuns.class);

	private static final int MAX_ROWS = 1_000;

	private final ReconciliationRuns runs;

	private final WriteReport report;

	private final Breaks breaks;

	private final InstantSource clock;

	OperateRuns(ReconciliationRuns runs, WriteReport report, Breaks breaks,
			@Qualifier("reconciliationClock") InstantSource clock) {
		this.runs = runs;
		this.report = report;
		this.breaks = breaks;
		this.clock = clock;
	}

	@GetMapping("/runs")
	List<ReconciliationRun> list(@RequestParam(defaultValue = "30") int limit) {
		return this.runs.newest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/runs/{runId}")
	ShownRun show(@PathVariable long runId) {
		return new ShownRun(run(runId), this.runs.figures(runId), this.runs.reportDigests(runId));
	}

	/** The breaks at the end of a run; those of a rehearsal exist only here. */
	@GetMapping("/runs/{runId}/breaks")
	List<RunBreak> breaks(@PathVariable long runId, @RequestParam(defaultValue = "100") int limit) {
		run(runId);
		return this.breaks.ofRun(runId, Math.clamp(limit, 1, MAX_ROWS));
	}

	@PostMapping("/runs")
	ReconciliationRun request(@RequestBody WantedRun wanted) {
		ReconciliationRun run = Conflicts.orConflict(() -> this.runs.request(wanted.businessDate, wanted.rehearsal(),
				wanted.fullProof(), wanted.by, this.clock.instant()));
		logger.info("{} requests {} of {}", wanted.by, wanted.rehearsal() ? "a rehearsal" : "the closing",
				wanted.businessDate);
		return run;
	}

	@PostMapping("/runs/{runId}/sign-off")
	ReconciliationRun signOff(@PathVariable long runId, @RequestBody Signature signature) {
		run(runId);
		ReconciliationRun signed = Conflicts
			.orConflict(() -> this.runs.signOff(runId, signature.by, this.report::files));
		logger.info("{} signs off {}", signature.by, signed.businessDate());
		return signed;
	}

	/**
	 * The report, which is complete before its first byte is sent. That of a signed run
	 * is the stored one.
	 */
	@GetMapping("/runs/{runId}/report.{format}")
	ResponseEntity<byte[]> report(@PathVariable long runId, @PathVariable String format) throws IOException {
		ReconciliationRun run = run(runId);
		FileFormat kind = switch (format.toLowerCase(Locale.ROOT)) {
			case "csv" -> FileFormat.CSV;
			case "xls" -> FileFormat.XLS;
			case "pdf" -> FileFormat.PDF;
			default -> throw new ResponseStatusException(HttpStatus.NOT_FOUND, "There is csv, xls and pdf");
		};
		if (run.unexplainedPaise() == null) {
			throw new ResponseStatusException(HttpStatus.CONFLICT, "The run has no figures yet");
		}
		Optional<StoredReport> stored = this.runs.report(runId, ReportFormat.valueOf(kind.name()));
		byte[] content = stored.isPresent() ? stored.get().content() : this.report.file(run, kind);
		ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
		stored.ifPresent((report) -> answer.eTag(report.sha256()));
		return answer.header(HttpHeaders.CONTENT_TYPE, kind.mediaType())
			.header(HttpHeaders.CONTENT_DISPOSITION,
					"attachment; filename=\"reconciliation-%s-%d.%s\"".formatted(run.businessDate(), run.runId(),
							kind.extension()))
			.header(HttpHeaders.CACHE_CONTROL, "no-store")
			.body(content);
	}

	private ReconciliationRun run(long runId) {
		return this.runs.find(runId)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no run " + runId));
	}

	/** A run with its figures and the digests of its stored reports. */
	record ShownRun(ReconciliationRun run, List<ReconciliationFigure> figures, List<StoredReport.Digest> reports) {
	}

	/**
	 * A requested day.
	 *
	 * @param dry whether it is only rehearsed; false if absent
	 * @param full whether the proof of the books reads every row; false if absent
	 * @param by who requests it
	 */
	record WantedRun(LocalDate businessDate, @Nullable Boolean dry, @Nullable Boolean full, String by) {

		WantedRun {
			if (businessDate == null || by == null || by.isBlank()) {
				throw new IllegalArgumentException("businessDate and by are needed");
			}
		}

		boolean rehearsal() {
			return Boolean.TRUE.equals(this.dry);
		}

		boolean fullProof() {
			return Boolean.TRUE.equals(this.full);
		}

	}

	/** Signs off a run, or decides on a resolution or a calendar change. */
	record Signature(String by) {

		Signature {
			if (by == null || by.isBlank()) {
				throw new IllegalArgumentException("by is needed");
			}
		}

	}

}
