package dev.hundi.portal.finance;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import dev.hundi.person.Role;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.FigureRows;
import dev.hundi.reconciliation.ReconciliationFigure;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.reconciliation.RunBreak;
import dev.hundi.reconciliation.StoredReport;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** A run: its progress, its figures with their rows, its sign-off and sealed report. */
@StaffOnly
@Controller
class RunEndpoint {

	private static final int ROWS = 50;

	private final ReconciliationRuns runs;

	private final FigureRows rows;

	private final ActOnRuns act;

	private final AskedRequest asked;

	private final CommandAuthor author;

	private final CurrentPerson current;

	RunEndpoint(ReconciliationRuns runs, FigureRows rows, ActOnRuns act, AskedRequest asked, CommandAuthor author,
			CurrentPerson current) {
		this.runs = runs;
		this.rows = rows;
		this.act = act;
		this.asked = asked;
		this.author = author;
		this.current = current;
	}

	/** The figures whose rows a page shows. */
	enum Figure {

		/** The statements that the balances of the bank are from. */
		STATEMENTS,

		/** The ledger transactions of the days of the run. */
		LEDGER,

		/** What was posted later for the day. */
		LATE,

		/** The breaks at the end of the run. */
		BREAKS

	}

	@GetMapping("/finance/runs/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String page(@PathVariable long id, @RequestParam(name = "asked", required = false) @Nullable UUID request,
			Model model) {
		this.asked.show(request, model);
		show(id, model);
		return "finance/run";
	}

	/** The part of the page that follows a run, with the form once it can be signed. */
	@GetMapping("/finance/runs/{id}/live")
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String live(@PathVariable long id, Model model) {
		show(id, model);
		return "finance/run :: figures";
	}

	private void show(long id, Model model) {
		ReconciliationRun run = known(id);
		List<ReconciliationFigure> figures = this.runs.figures(id);
		model.addAttribute("run", run);
		model.addAttribute("me", this.author.name());
		model.addAttribute("late", this.runs.lacksStatement(run));
		model.addAttribute("checker", this.current.get().roles().contains(Role.FINANCE_CHECKER));
		model.addAttribute("moving", run.state().equals("DUE") || run.state().equals("RUNNING"));
		model.addAttribute("lines", section(figures, "LINES"));
		model.addAttribute("entries", section(figures, "ENTRIES"));
		model.addAttribute("rules", section(figures, "MATCHED"));
		model.addAttribute("effects", section(figures, "EFFECT"));
		model.addAttribute("proposed", section(figures, "PROPOSED"));
		model.addAttribute("openBreaks", section(figures, "BREAK"));
		model.addAttribute("closedBreaks", section(figures, "CLOSED"));
		model.addAttribute("suspense", section(figures, "SUSPENSE"));
		model.addAttribute("rate", new MatchRate(this.rows.matched(run)));
		model.addAttribute("violations", this.rows.violations(run, ROWS));
		model.addAttribute("reports", this.runs.reportDigests(id));
		model.addAttribute("profileVersions", String.join(", ", this.runs.profileVersions(id)));
	}

	private static List<ReconciliationFigure> section(List<ReconciliationFigure> figures, String name) {
		return figures.stream().filter((figure) -> figure.section().equals(name)).toList();
	}

	/** The rows of a figure. */
	@GetMapping("/finance/runs/{id}/rows/{figure}")
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String rows(@PathVariable long id, @PathVariable Figure figure, @RequestParam(defaultValue = "") String type,
			@RequestParam(required = false) @Nullable UUID after, @RequestParam(defaultValue = "0") long afterBreak,
			Model model) {
		ReconciliationRun run = known(id);
		model.addAttribute("run", run);
		model.addAttribute("figure", figure);
		model.addAttribute("type", type);
		switch (figure) {
			case STATEMENTS -> {
				List<FigureRows.Statement> read = this.rows.statements(run, after, ROWS + 1);
				List<FigureRows.Statement> shown = read.subList(0, Math.min(ROWS, read.size()));
				model.addAttribute("statements", shown);
				model.addAttribute("next", (read.size() > ROWS) ? shown.getLast().statementId() : null);
			}
			case LEDGER -> {
				model.addAttribute("start", this.rows.ledgerStart(run));
				entries(this.rows.ledger(run, after, ROWS + 1), model);
			}
			case LATE -> entries(this.rows.late(run, after, ROWS + 1), model);
			case BREAKS -> {
				List<RunBreak> read = this.rows.breaks(run, type.isEmpty() ? null : type, afterBreak, ROWS + 1);
				List<RunBreak> shown = read.subList(0, Math.min(ROWS, read.size()));
				model.addAttribute("breaks", shown);
				model.addAttribute("next", (read.size() > ROWS) ? shown.getLast().breakId() : null);
			}
		}
		return "finance/rows";
	}

	private static void entries(List<FigureRows.Entry> read, Model model) {
		List<FigureRows.Entry> shown = read.subList(0, Math.min(ROWS, read.size()));
		model.addAttribute("entries", shown);
		model.addAttribute("next", (read.size() > ROWS) ? shown.getLast().transactionId() : null);
	}

	@PostMapping("/finance/runs/{id}/sign-off")
	String signOff(@PathVariable long id, @RequestParam(required = false) @Nullable Instant completedAt,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		next.addFlashAttribute("typed", reason);
		return this.act.signOff(id, completedAt, reason).leadTo("/finance/runs/" + id, "sign", next);
	}

	/** A file of the report that was sealed at sign-off, byte for byte. */
	@GetMapping("/finance/runs/{id}/report.{format}")
	@PreAuthorize(FinanceSections.READS)
	public ResponseEntity<byte[]> report(@PathVariable long id, @PathVariable String format) {
		ReportFormat wanted = List.of(ReportFormat.values())
			.stream()
			.filter((one) -> one.name().toLowerCase(Locale.ROOT).equals(format))
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		StoredReport report = this.runs.report(id, wanted)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		String name = "reconciliation-%s-run-%d.%s".formatted(known(id).businessDate(), id, format);
		return ResponseEntity.ok().header(HttpHeaders.CONTENT_TYPE, switch (wanted) {
			case CSV -> "text/csv;charset=UTF-8";
			case XLS -> "application/vnd.ms-excel";
			case PDF -> "application/pdf";
		})
			.header(HttpHeaders.CONTENT_DISPOSITION, ContentDisposition.attachment().filename(name).build().toString())
			.body(report.content());
	}

	private ReconciliationRun known(long id) {
		return this.runs.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

}
