package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.util.List;

import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.CalendarChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /internal/reconciliation/calendar}: lists the bank calendar and changes it under
 * maker-checker control.
 */
@RestController
@RequestMapping("/internal/reconciliation/calendar")
class OperateCalendar {

	private static final Logger logger = LoggerFactory.getLogger(OperateCalendar.class);

	private static final int MAX_ROWS = 1_000;

	private final BankCalendar calendar;

	OperateCalendar(BankCalendar calendar) {
		this.calendar = calendar;
	}

	@GetMapping("/{year}")
	List<BankCalendar.Day> of(@PathVariable int year) {
		return this.calendar.of(year);
	}

	@GetMapping("/changes")
	List<CalendarChange> changes(@RequestParam(defaultValue = "100") int limit) {
		return this.calendar.changes(Math.clamp(limit, 1, MAX_ROWS));
	}

	@PostMapping
	CalendarChange propose(@RequestBody WantedDay wanted) {
		return Conflicts.orConflict(
				() -> this.calendar.propose(new BankCalendar.Day(wanted.day, wanted.open, wanted.name), wanted.by));
	}

	@PostMapping("/changes/{changeId}/approve")
	CalendarChange approve(@PathVariable long changeId, @RequestBody OperateRuns.Signature checker) {
		CalendarChange change = Conflicts.orConflict(() -> this.calendar.approve(changeId, checker.by()));
		logger.info("{} is a bank {}: {}", change.day(), change.open() ? "working day" : "holiday", change.name());
		return change;
	}

	@PostMapping("/changes/{changeId}/reject")
	CalendarChange reject(@PathVariable long changeId, @RequestBody OperateRuns.Signature checker) {
		return Conflicts.orConflict(() -> this.calendar.reject(changeId, checker.by()));
	}

	/**
	 * A requested exception from the weekly rule.
	 *
	 * @param by who requests it
	 */
	record WantedDay(LocalDate day, boolean open, String name, String by) {

		WantedDay {
			if (day == null || name == null || name.isBlank() || name.length() > 100) {
				throw new IllegalArgumentException("day and a name of at most 100 characters are needed");
			}
			if (by == null || by.isBlank() || by.length() > 100) {
				throw new IllegalArgumentException("by is needed, at most 100 characters");
			}
		}

	}

}
