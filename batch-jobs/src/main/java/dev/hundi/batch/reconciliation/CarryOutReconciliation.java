package dev.hundi.batch.reconciliation;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.export.FileFormat;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.CarriedOutKinds;
import dev.hundi.operator.CarryOut;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.reconciliation.ResolveBreaks;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.reconciliation.StoredReport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What the staff asks about the books, carried out as the person who asked. The checks of
 * maker and checker are those of the kernel and of the database.
 */
@Configuration(proxyBeanMethods = false)
class CarryOutReconciliation {

	private static final int MAX_ASSIGNED = 100;

	private static final String FOLDER = "reconciliation-report";

	private static final JsonMapper json = JsonMapper.builder().build();

	@Bean
	CarriedOutKinds reconciliationRequests(ReconciliationRuns runs, ReconcileDay reconcile, WriteReport report,
			FileStore files, @Qualifier("reconciliationClock") InstantSource clock, Resolving resolving,
			BankCalendar calendar) {
		Map<RequestKind, CarryOut> atomic = new HashMap<>(resolving.kinds());
		atomic.put(RequestKind.REQUEST_CLOSING, (request) -> done("run", request(runs, clock, request)));
		atomic.put(RequestKind.SIGN_OFF_CLOSING, (request) -> done("run",
				runs.signOff(run(runs, request).runId(), completedAt(request), request.askedBy(), report::files)));
		atomic.put(RequestKind.PROPOSE_BANK_DAY,
				(request) -> done("change",
						calendar.propose(
								new BankCalendar.Day(request.day("day"),
										request.arguments().path("open").asBoolean(false), request.text("name")),
								request.askedBy())));
		atomic.put(RequestKind.APPROVE_BANK_DAY,
				(request) -> done("change", calendar.approve(request.number("changeId"), request.askedBy())));
		atomic.put(RequestKind.REJECT_BANK_DAY,
				(request) -> done("change", calendar.reject(request.number("changeId"), request.askedBy())));
		return new CarriedOutKinds(
				Map.of(RequestKind.READ_RECONCILIATION_REPORT, (request) -> report(runs, report, files, request),
						RequestKind.READ_RULES_TRIAL,
						(request) -> done("trial",
								reconcile.tryRules(request.day("day"),
										RuleVersions.readRules(request.arguments().path("rules").toString())))),
				atomic);
	}

	@Bean
	Resolving resolving(Breaks breaks, Resolutions resolutions, ResolveBreaks resolve,
			ReconciliationSettings settings) {
		return new Resolving(breaks, resolutions, resolve, settings);
	}

	/** Reports are read within a day. */
	@Bean
	AbandonedFiles abandonedReports(FileStore files) {
		return new AbandonedFiles(FOLDER, files, (names) -> names);
	}

	private static ReconciliationRun request(ReconciliationRuns runs, InstantSource clock, ClaimedRequest request) {
		JsonNode arguments = request.arguments();
		return runs.request(request.day("businessDate"), arguments.path("dry").asBoolean(false),
				arguments.path("full").asBoolean(false), request.askedBy(), clock.instant());
	}

	/**
	 * The report, which is complete before its file has a name. That of a signed run is
	 * the stored one.
	 */
	private static RequestOutcome report(ReconciliationRuns runs, WriteReport report, FileStore files,
			ClaimedRequest request) throws IOException {
		Optional<ReconciliationRun> run = runs.find(request.number("runId"));
		if (run.isEmpty()) {
			return new RequestOutcome.Refused("There is no run " + request.number("runId"));
		}
		if (run.get().unexplainedPaise() == null) {
			return new RequestOutcome.Refused("The run has no figures yet");
		}
		FileFormat format = switch (request.text("format")) {
			case "csv" -> FileFormat.CSV;
			case "xls" -> FileFormat.XLS;
			case "pdf" -> FileFormat.PDF;
			default -> throw new IllegalArgumentException("format must be csv, xls or pdf");
		};
		Optional<StoredReport> stored = runs.report(run.get().runId(), ReportFormat.valueOf(format.name()));
		byte[] content = stored.isPresent() ? stored.get().content() : report.file(run.get(), format);
		String storedAs = FOLDER + "/" + request.requestId() + "-" + request.attempt() + "." + format.extension();
		try (UnfinishedFile file = files.create(storedAs)) {
			file.out().write(content);
			file.publish();
		}
		return new RequestOutcome.Done(Map.of("storedAs", storedAs, "mediaType", format.mediaType()));
	}

	private static ReconciliationRun run(ReconciliationRuns runs, ClaimedRequest request) {
		long runId = request.number("runId");
		return runs.find(runId).orElseThrow(() -> new IllegalStateException("There is no run " + runId));
	}

	/**
	 * Of the closing that a person has read; null if an earlier version of the portal
	 * asked without it.
	 */
	private static @Nullable Instant completedAt(ClaimedRequest request) {
		JsonNode completedAt = request.arguments().path("completedAt");
		return completedAt.isString() ? Instant.parse(completedAt.asString()) : null;
	}

	private static RequestOutcome done(String name, Object result) {
		return new RequestOutcome.Done(Map.of(name, result));
	}

	/** Breaks and their resolutions. */
	record Resolving(Breaks breaks, Resolutions resolutions, ResolveBreaks resolve, ReconciliationSettings settings) {

		Map<RequestKind, CarryOut> kinds() {
			return Map.of(RequestKind.OWN_BREAK, this::own, RequestKind.ASSIGN_BREAKS, this::assign,
					RequestKind.PROPOSE_RESOLUTION,
					(request) -> done("resolution", this.resolutions.propose(wanted(request), this.settings.caps())),
					RequestKind.APPROVE_RESOLUTION,
					(request) -> done("resolution",
							this.resolve.approve(request.number("resolutionId"), request.askedBy(),
									this.settings.caps())),
					RequestKind.REJECT_RESOLUTION, (request) -> done("resolution",
							this.resolutions.reject(request.number("resolutionId"), request.askedBy())));
		}

		private RequestOutcome own(ClaimedRequest request) {
			long breakId = request.number("breakId");
			Optional<OpenBreak> found = this.breaks.find(breakId);
			if (found.isEmpty()) {
				return new RequestOutcome.Refused("There is no break " + breakId);
			}
			if (found.get().age().closedOn() != null) {
				return new RequestOutcome.Refused("Break " + breakId + " is closed");
			}
			this.breaks.assign(List.of(breakId), request.text("owner"), null, request.askedBy());
			return done("break", this.breaks.find(breakId).orElseThrow());
		}

		private RequestOutcome assign(ClaimedRequest request) {
			List<Long> breakIds = request.arguments()
				.path("breakIds")
				.valueStream()
				.filter(JsonNode::isIntegralNumber)
				.map(JsonNode::asLong)
				.toList();
			if (breakIds.isEmpty() || breakIds.size() > MAX_ASSIGNED
					|| breakIds.size() != request.arguments().path("breakIds").size()) {
				throw new IllegalArgumentException("breakIds must be 1 to " + MAX_ASSIGNED + " whole numbers");
			}
			LocalDate dueOn = request.arguments().hasNonNull("dueOn") ? request.day("dueOn") : null;
			return done("assigned", this.breaks.assign(breakIds, request.text("owner"), dueOn, request.askedBy()));
		}

		/** The maker is who asked, whatever the arguments say. */
		private static NewResolution wanted(ClaimedRequest request) {
			ObjectNode fields = ((ObjectNode) request.arguments()).deepCopy().put("by", request.askedBy());
			return json.treeToValue(fields, NewResolution.class);
		}

	}

}
