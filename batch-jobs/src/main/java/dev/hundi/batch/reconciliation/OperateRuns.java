package dev.hundi.batch.reconciliation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

import dev.hundi.export.FileFormat;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationRun;
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
 * requests runs and signs them off. {@code …/calendar} is the bank calendar.
 */
@RestController
@RequestMapping("/internal/reconciliation")
class OperateRuns {

	private static final Logger logger = LoggerFactory.getLogger(OperateRuns.class);

	private static final int MAX_ROWS = 1_000;

	private final ReconciliationRuns runs;

	private final WriteReport report;

	private final BankCalendar calendar;

	private final InstantSource clock;

	OperateRuns(ReconciliationRuns runs, WriteReport report, BankCalendar calendar,
			@Qualifier("reconciliationClock") InstantSource clock) {
		this.runs = runs;
		this.report = report;
		this.calendar = calendar;
		this.clock = clock;
	}

	@GetMapping("/runs")
	List<ReconciliationRun> list(@RequestParam(defaultValue = "30") int limit) {
		return this.runs.newest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/runs/{runId}")
	ShownRun show(@PathVariable long runId) {
		return new ShownRun(run(runId), this.runs.figures(runId));
	}

	@PostMapping("/runs")
	ReconciliationRun request(@RequestBody WantedRun wanted) {
		logger.info("{} requests {} of {}", wanted.by, wanted.rehearsal() ? "a rehearsal" : "the closing",
				wanted.businessDate);
		return Conflicts.orConflict(
				() -> this.runs.request(wanted.businessDate, wanted.rehearsal(), wanted.by, this.clock.instant()));
	}

	@PostMapping("/runs/{runId}/sign-off")
	ReconciliationRun signOff(@PathVariable long runId, @RequestBody Signature signature) {
		run(runId);
		ReconciliationRun signed = Conflicts.orConflict(() -> this.runs.signOff(runId, signature.by));
		logger.info("{} signs off {}", signature.by, signed.businessDate());
		return signed;
	}

	/** The report, which is complete before its first byte is sent. */
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
		ByteArrayOutputStream file = new ByteArrayOutputStream();
		this.report.write(run, kind, file);
		return ResponseEntity.ok()
			.header(HttpHeaders.CONTENT_TYPE, kind.mediaType())
			.header(HttpHeaders.CONTENT_DISPOSITION,
					"attachment; filename=\"reconciliation-%s-%d.%s\"".formatted(run.businessDate(), run.runId(),
							kind.extension()))
			.header(HttpHeaders.CACHE_CONTROL, "no-store")
			.body(file.toByteArray());
	}

	@GetMapping("/calendar/{year}")
	List<BankCalendar.Day> calendar(@PathVariable int year) {
		return this.calendar.of(year);
	}

	@PostMapping("/calendar")
	BankCalendar.Day calendar(@RequestBody BankCalendar.Day day) {
		this.calendar.put(day);
		logger.info("{} is a bank {}: {}", day.day(), day.open() ? "working day" : "holiday", day.name());
		return day;
	}

	private ReconciliationRun run(long runId) {
		return this.runs.find(runId)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no run " + runId));
	}

	/** A run with its figures. */
	record ShownRun(ReconciliationRun run, List<ReconciliationFigure> figures) {
	}

	/**
	 * A requested day.
	 *
	 * @param dry whether it is only rehearsed; false if absent
	 * @param by who requests it
	 */
	record WantedRun(LocalDate businessDate, @Nullable Boolean dry, String by) {

		WantedRun {
			if (businessDate == null || by == null || by.isBlank()) {
				throw new IllegalArgumentException("businessDate and by are needed");
			}
		}

		boolean rehearsal() {
			return Boolean.TRUE.equals(this.dry);
		}

	}

	/** Signs off a run or decides on a resolution. */
	record Signature(String by) {

		Signature {
			if (by == null || by.isBlank()) {
				throw new IllegalArgumentException("by is needed");
			}
		}

	}

}
