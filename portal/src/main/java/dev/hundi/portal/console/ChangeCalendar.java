package dev.hundi.portal.console;

import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;

import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.reconciliation.CalendarChange;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** One person proposes a day of the bank calendar, another approves it. */
@StaffOnly
@Component
class ChangeCalendar {

	private static final int MAX_NAME = 100;

	private final BankCalendar calendar;

	private final StaffRecord record;

	private final CommandAuthor author;

	ChangeCalendar(BankCalendar calendar, StaffRecord record, CommandAuthor author) {
		this.calendar = calendar;
		this.record = record;
		this.author = author;
	}

	/**
	 * Proposes an exception from the weekly rule.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'FINANCE_MAKER')")
	public Optional<String> propose(LocalDate day, boolean open, String name, String reason) {
		if (name.isBlank() || name.strip().length() > MAX_NAME) {
			return Optional.of("console.calendar.name.invalid");
		}
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (this.calendar.isSigned(day)) {
			return Optional.of("console.calendar.signed");
		}
		CalendarChange change = this.calendar.propose(new BankCalendar.Day(day, open, name.strip()),
				this.author.name());
		record("PROPOSE_BANK_DAY", change, reason);
		return Optional.empty();
	}

	/**
	 * Approves a change, which takes effect at once.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN', 'FINANCE_CHECKER')")
	public Optional<String> approve(long changeId, String reason) {
		Optional<String> problem = problem(changeId, reason);
		if (problem.isEmpty()) {
			if (this.calendar.isSigned(this.calendar.change(changeId).orElseThrow().day())) {
				return Optional.of("console.calendar.signed");
			}
			record("APPROVE_BANK_DAY", this.calendar.approve(changeId, this.author.name()), reason);
		}
		return problem;
	}

	/**
	 * Rejects a change.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR', 'ADMIN', 'FINANCE_CHECKER')")
	public Optional<String> reject(long changeId, String reason) {
		Optional<String> problem = problem(changeId, reason);
		if (problem.isEmpty()) {
			record("REJECT_BANK_DAY", this.calendar.reject(changeId, this.author.name()), reason);
		}
		return problem;
	}

	private Optional<String> problem(long changeId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<CalendarChange> change = this.calendar.change(changeId);
		if (change.isEmpty() || change.get().decision() != null) {
			return Optional.of("change.closed");
		}
		return change.get().maker().equals(this.author.name()) ? Optional.of("change.own") : Optional.empty();
	}

	private void record(String act, CalendarChange change, String reason) {
		this.record.of(null, act, change.day().toString(), Map.of(), Map.of("changeId", change.changeId(), "open",
				change.open(), "name", change.name(), "reason", reason.strip()));
	}

}
