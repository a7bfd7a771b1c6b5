package dev.hundi.portal.command;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.hundi.filestore.FileStore;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /commands/reconciliation/…}: asks batch-jobs to act on the books. Its
 * database role may, the portal's may not.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/reconciliation")
class ReconciliationActs {

	private static final Set<String> FORMATS = Set.of("csv", "xls", "pdf");

	private static final JsonMapper json = JsonMapper.builder().build();

	private final AskProcess ask;

	private final CommandAuthor author;

	private final RequestCommands requests;

	private final FileStore files;

	private final NamedBusinesses businesses;

	private final Resolutions resolutions;

	private final ReconciliationRuns runs;

	ReconciliationActs(AskProcess ask, CommandAuthor author, RequestCommands requests, FileStore files,
			NamedBusinesses businesses, Resolutions resolutions, ReconciliationRuns runs) {
		this.runs = runs;
		this.businesses = businesses;
		this.resolutions = resolutions;
		this.ask = ask;
		this.author = author;
		this.requests = requests;
		this.files = files;
	}

	@PostMapping("/runs")
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public ResponseEntity<RequestCommands.Accepted> request(@RequestBody WantedRun wanted) {
		return act(
				RequestKind.REQUEST_CLOSING, Map.of("businessDate", wanted.businessDate.toString(), "dry",
						Boolean.TRUE.equals(wanted.dry), "full", Boolean.TRUE.equals(wanted.full)),
				wanted.businessDate.toString(), wanted.reason);
	}

	/**
	 * Asks to sign a closing off: the one that the person has read, or else the present
	 * one. The day may be closed again before batch-jobs carries the request out.
	 */
	@PostMapping("/runs/{runId}/sign-off")
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> signOff(@PathVariable long runId,
			@RequestBody Signature signature) {
		Map<String, Object> arguments = new HashMap<>(Map.of("runId", runId));
		signature.read()
			.or(() -> this.runs.find(runId).map(ReconciliationRun::completedAt))
			.ifPresent((time) -> arguments.put("completedAt", time.toString()));
		return act(RequestKind.SIGN_OFF_CLOSING, arguments, String.valueOf(runId), signature.reason);
	}

	@PostMapping("/breaks/{breakId}/owner")
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> own(@PathVariable long breakId, @RequestBody Ownership ownership) {
		return act(RequestKind.OWN_BREAK, Map.of("breakId", breakId, "owner", ownership.owner), String.valueOf(breakId),
				ownership.reason);
	}

	@PostMapping("/resolutions")
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public ResponseEntity<RequestCommands.Accepted> propose(@RequestBody ObjectNode wanted) {
		ObjectNode filled = wanted.deepCopy().put("by", this.author.name());
		if (wanted.path("businessId").isString()) {
			filled.put("businessId", this.businesses.id(wanted.path("businessId").asString()).toString());
		}
		NewResolution resolution = json.treeToValue(filled, NewResolution.class);
		RequestCommands.requireReason(resolution.reason());
		LocalDate carryTo = resolution.carryTo();
		if (carryTo != null) {
			requireNamed("carryTo", carryTo);
		}
		Map<String, Object> arguments = new HashMap<>();
		((ObjectNode) json.<JsonNode>valueToTree(resolution)).properties()
			.stream()
			.filter((field) -> !field.getKey().equals("by") && !field.getValue().isNull())
			.forEach((field) -> arguments.put(field.getKey(), field.getValue()));
		return RequestCommands.accepted(this.ask.act(RequestKind.PROPOSE_RESOLUTION, arguments, resolution.businessId(),
				resolution.action().name(), resolution.reason()));
	}

	@PostMapping("/resolutions/{resolutionId}/approve")
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> approve(@PathVariable long resolutionId,
			@RequestBody RequestCommands.Why why) {
		return ofResolution(RequestKind.APPROVE_RESOLUTION, resolutionId, why);
	}

	@PostMapping("/resolutions/{resolutionId}/reject")
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> reject(@PathVariable long resolutionId,
			@RequestBody RequestCommands.Why why) {
		return ofResolution(RequestKind.REJECT_RESOLUTION, resolutionId, why);
	}

	@PostMapping("/calendar")
	@PreAuthorize("@rights.confirmed('FINANCE_MAKER')")
	public ResponseEntity<RequestCommands.Accepted> proposeDay(@RequestBody WantedDay wanted) {
		return act(RequestKind.PROPOSE_BANK_DAY,
				Map.of("day", wanted.day.toString(), "open", wanted.open, "name", wanted.name), wanted.day.toString(),
				wanted.reason);
	}

	@PostMapping("/calendar/changes/{changeId}/approve")
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> approveDay(@PathVariable long changeId,
			@RequestBody RequestCommands.Why why) {
		return ofDay(RequestKind.APPROVE_BANK_DAY, changeId, why);
	}

	@PostMapping("/calendar/changes/{changeId}/reject")
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public ResponseEntity<RequestCommands.Accepted> rejectDay(@PathVariable long changeId,
			@RequestBody RequestCommands.Why why) {
		return ofDay(RequestKind.REJECT_BANK_DAY, changeId, why);
	}

	/** Asks for the report of a run, whose file is then at {@code /reports/REQUEST}. */
	@GetMapping("/runs/{runId}/report.{format}")
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')")
	public ResponseEntity<RequestCommands.Accepted> report(@PathVariable long runId, @PathVariable String format) {
		if (!FORMATS.contains(format)) {
			throw CommandErrors.missing("report in " + format + ", only csv, xls and pdf");
		}
		return RequestCommands
			.accepted(this.ask.read(RequestKind.READ_RECONCILIATION_REPORT, Map.of("runId", runId, "format", format)));
	}

	/** The file of a report that the person asked for; kept for a day. */
	@GetMapping("/reports/{requestId}")
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER', 'AUDITOR')")
	public ResponseEntity<Resource> file(@PathVariable UUID requestId) throws IOException {
		OperatorRequest request = this.requests.show(requestId);
		JsonNode result = request.result();
		if (request.kind() != RequestKind.READ_RECONCILIATION_REPORT || request.state() != RequestState.DONE
				|| result == null) {
			throw CommandErrors.missing("report of request " + requestId);
		}
		FileChannel channel = this.files.open(result.path("storedAs").asString())
			.orElseThrow(() -> CommandErrors.missing("report of request " + requestId + " any more"));
		return ResponseEntity.ok()
			.header(HttpHeaders.CONTENT_TYPE, result.path("mediaType").asString())
			.body(new InputStreamResource(Channels.newInputStream(channel)));
	}

	/** Java knows days that the database does not. */
	private static void requireNamed(String field, LocalDate day) {
		if (!NamedDay.isAllowed(day)) {
			throw new IllegalArgumentException(
					"%s must be a day of the years %d to %d".formatted(field, NamedDay.FIRST_YEAR, NamedDay.LAST_YEAR));
		}
	}

	private ResponseEntity<RequestCommands.Accepted> ofResolution(RequestKind kind, long id, RequestCommands.Why why) {
		UUID businessId = this.resolutions.find(id).map(Resolution::businessId).orElse(null);
		return act(kind, Map.of("resolutionId", id), businessId, String.valueOf(id), why.reason());
	}

	private ResponseEntity<RequestCommands.Accepted> ofDay(RequestKind kind, long id, RequestCommands.Why why) {
		return act(kind, Map.of("changeId", id), String.valueOf(id), why.reason());
	}

	private ResponseEntity<RequestCommands.Accepted> act(RequestKind kind, Map<String, ?> arguments, String object,
			String reason) {
		return act(kind, arguments, null, object, reason);
	}

	private ResponseEntity<RequestCommands.Accepted> act(RequestKind kind, Map<String, ?> arguments,
			@Nullable UUID businessId, String object, String reason) {
		this.author.requireName();
		return RequestCommands.accepted(this.ask.act(kind, arguments, businessId, object, reason));
	}

	/**
	 * A requested day.
	 *
	 * @param dry whether it is a dry run; false if absent
	 * @param full whether the proof of the books reads every row; false if absent
	 */
	record WantedRun(LocalDate businessDate, @Nullable Boolean dry, @Nullable Boolean full, String reason) {

		WantedRun {
			if (businessDate == null) {
				throw new IllegalArgumentException("businessDate is required");
			}
			requireNamed("businessDate", businessDate);
			RequestCommands.requireReason(reason);
		}

	}

	/**
	 * A signature.
	 *
	 * @param completedAt of the closing that the person has read; a later one is not
	 * signed. Null signs the present one; a blank text is refused, because a script that
	 * has lost the time would sign what was not read. Earlier commands call it
	 * {@code shown}
	 */
	record Signature(@JsonAlias("shown") @Nullable String completedAt, String reason) {

		Signature {
			RequestCommands.requireReason(reason);
		}

		Optional<Instant> read() {
			try {
				return Optional.ofNullable(this.completedAt).map(Instant::parse);
			}
			catch (DateTimeParseException ex) {
				throw new IllegalArgumentException("completedAt must be a time such as 2026-11-21T13:05:09.123456Z",
						ex);
			}
		}

	}

	/** Assigns a break. */
	record Ownership(String owner, String reason) {

		Ownership {
			if (owner == null || owner.isBlank() || owner.length() > 100) {
				throw new IllegalArgumentException("owner must have 1 to 100 characters");
			}
			RequestCommands.requireReason(reason);
		}

	}

	/** A requested exception from the weekly rule. */
	record WantedDay(LocalDate day, boolean open, String name, String reason) {

		WantedDay {
			if (day == null || name == null || name.isBlank() || name.length() > 100) {
				throw new IllegalArgumentException("day and a name of at most 100 characters are required");
			}
			requireNamed("day", day);
			RequestCommands.requireReason(reason);
		}

	}

}
