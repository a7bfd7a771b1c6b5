package dev.hundi.portal.console;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The bank calendar: exceptions from the weekly rule, and changes of them. */
@StaffOnly
@Controller
class CalendarEndpoint {

	private static final String PAGE = "redirect:/console/calendar";

	private static final int CHANGES = 100;

	private final BankCalendar calendar;

	private final ChangeCalendar change;

	private final CommandAuthor author;

	CalendarEndpoint(BankCalendar calendar, ChangeCalendar change, CommandAuthor author) {
		this.calendar = calendar;
		this.change = change;
		this.author = author;
	}

	@GetMapping("/console/calendar")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR', 'FINANCE_MAKER', 'FINANCE_CHECKER')")
	public String page(@RequestParam(required = false) @Nullable Integer year, Model model) {
		int shown = (year != null) ? Math.clamp(year, NamedDay.FIRST_YEAR, NamedDay.LAST_YEAR)
				: India.dateOf(Instant.now()).getYear();
		model.addAttribute("year", shown);
		model.addAttribute("days", this.calendar.of(shown));
		model.addAttribute("changes", this.calendar.changes(CHANGES));
		model.addAttribute("me", this.author.name());
		return "console/calendar";
	}

	@PostMapping("/console/calendar")
	String propose(
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate day,
			@RequestParam(defaultValue = "false") boolean open, @RequestParam(defaultValue = "") String name,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		Optional<String> problem = (day == null || !NamedDay.isAllowed(day)
				|| NamedDay.isTooFar(day, India.dateOf(Instant.now()))) ? Optional.of("console.calendar.day.invalid")
						: orSigned(() -> this.change.propose(day, open, name, reason));
		FormAnswer.flash(next, problem, "change.proposed", "propose", reason);
		if (problem.isPresent()) {
			next.addFlashAttribute("typedDay", day);
			next.addFlashAttribute("typedName", name);
			next.addFlashAttribute("typedOpen", open);
		}
		return (day != null && problem.isEmpty()) ? pageOf(day) : PAGE;
	}

	@PostMapping("/console/calendar/changes/{id}/approve")
	String approve(@PathVariable long id, @RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		FormAnswer.flash(next, orSigned(() -> this.change.approve(id, reason)), "change.approved", Long.toString(id),
				reason);
		return pageOf(id);
	}

	@PostMapping("/console/calendar/changes/{id}/reject")
	String reject(@PathVariable long id, @RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		FormAnswer.flash(next, orSigned(() -> this.change.reject(id, reason)), "change.rejected", Long.toString(id),
				reason);
		return pageOf(id);
	}

	private String pageOf(long changeId) {
		return this.calendar.change(changeId).map((change) -> pageOf(change.day())).orElse(PAGE);
	}

	/** The year of a day, where a person sees what became of it. */
	private static String pageOf(LocalDate day) {
		return PAGE + "?year=" + day.getYear();
	}

	/** Another person may sign or decide after the act has checked. */
	private static Optional<String> orSigned(Supplier<Optional<String>> act) {
		try {
			return act.get();
		}
		catch (IllegalStateException | DataIntegrityViolationException ex) {
			return Optional.of("console.calendar.refused");
		}
	}

}
