package dev.hundi.portal.finance;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.ShownMonth;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.RunCalendar;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The calendar of closings and dry runs. */
@StaffOnly
@Controller
class RunsEndpoint {

	private static final String PAGE = "/finance/runs";

	private static final int DRY_RUNS = 20;

	private static final int WEEK = 7;

	private final RunCalendar calendar;

	private final ReconciliationRuns runs;

	private final ActOnRuns act;

	private final AskedRequest asked;

	private final CurrentPerson current;

	RunsEndpoint(RunCalendar calendar, ReconciliationRuns runs, ActOnRuns act, AskedRequest asked,
			CurrentPerson current) {
		this.calendar = calendar;
		this.runs = runs;
		this.act = act;
		this.asked = asked;
		this.current = current;
	}

	@GetMapping(PAGE)
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String page(@RequestParam(defaultValue = "") String month,
			@RequestParam(name = "asked", required = false) @Nullable UUID request, Model model) {
		this.asked.show(request, model);
		LocalDate today = India.dateOf(Instant.now());
		YearMonth shown = ShownMonth.of(month, today);
		model.addAttribute("month", shown);
		model.addAttribute("weeks", weeks(this.calendar.of(shown)));
		model.addAttribute("dryRuns", dryRuns());
		model.addAttribute("today", today);
		model.addAttribute("maker", this.current.get().roles().contains(Role.FINANCE_MAKER));
		return "finance/runs";
	}

	@PostMapping(PAGE)
	String request(
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate day,
			@RequestParam(defaultValue = "false") boolean dry, @RequestParam(defaultValue = "false") boolean full,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		next.addFlashAttribute("typed", reason);
		if (day == null || !NamedDay.isAllowed(day) || day.isAfter(India.dateOf(Instant.now()))) {
			return new Outcome.Refused("finance.runs.day.invalid").leadTo(PAGE, "request", next);
		}
		return this.act.request(day, dry, full, reason).leadTo(PAGE + "?month=" + YearMonth.from(day), "request", next);
	}

	private List<ReconciliationRun> dryRuns() {
		return this.calendar.dryRuns(DRY_RUNS).stream().map(this.runs::find).flatMap(Optional::stream).toList();
	}

	/** Rows of a calendar, from Monday; null outside the month. */
	private static List<List<RunCalendar.@Nullable Day>> weeks(List<RunCalendar.Day> days) {
		List<RunCalendar.@Nullable Day> cells = new ArrayList<>();
		for (int i = 1; i < days.getFirst().date().getDayOfWeek().getValue(); i++) {
			cells.add(null);
		}
		cells.addAll(days);
		while (cells.size() % WEEK != 0) {
			cells.add(null);
		}
		List<List<RunCalendar.@Nullable Day>> weeks = new ArrayList<>();
		for (int from = 0; from < cells.size(); from += WEEK) {
			weeks.add(cells.subList(from, from + WEEK));
		}
		return weeks;
	}

}
