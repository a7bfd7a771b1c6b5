package dev.hundi.portal.statement;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BankCalendar;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.StatementGap;
import dev.hundi.statement.StatementState;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The days of a month with the statements of an account, and what is missing. */
@StaffOnly
@Component
class StatementDays {

	private final BankStatements statements;

	private final BankCalendar calendar;

	StatementDays(BankStatements statements, BankCalendar calendar) {
		this.statements = statements;
		this.calendar = calendar;
	}

	/** How the statements of a day are. */
	enum State {

		/** Every statement of the day is accepted. */
		ACCEPTED,

		/** At least one statement is held. */
		HELD,

		/** A bank day without a statement. */
		MISSING,

		/** No statement, and the bank was closed. */
		CLOSED,

		/** Before the first statement of the account, or not over. */
		NONE

	}

	/**
	 * A day.
	 *
	 * @param pages its statements that are not withdrawn, by page
	 * @param withdrawn how many statements are withdrawn
	 * @param gaps of its statements
	 */
	record Day(LocalDate date, State state, List<LoadedStatement> pages, int withdrawn, List<StatementGap> gaps) {

		/** Position in the picture of the month, from 0. */
		public int position() {
			return this.date.getDayOfMonth() - 1;
		}

	}

	/**
	 * The days of a month, in order.
	 * @param today Asia/Kolkata
	 */
	@Transactional(readOnly = true)
	public List<Day> of(long nodalAccountId, YearMonth month, LocalDate today) {
		LocalDate from = month.atDay(1);
		LocalDate to = month.atEndOfMonth();
		Map<LocalDate, List<LoadedStatement>> loaded = this.statements.ofAccount(nodalAccountId, from, to)
			.stream()
			.collect(Collectors.groupingBy(LoadedStatement::businessDate));
		Map<LocalDate, List<StatementGap>> gaps = this.statements.gaps(nodalAccountId, from, to)
			.stream()
			.collect(Collectors.groupingBy(StatementGap::businessDate));
		Set<LocalDate> open = new HashSet<>(this.calendar.bankDays(from, to));
		LocalDate first = this.statements.firstDay(nodalAccountId).orElse(LocalDate.MAX);
		List<Day> days = new ArrayList<>();
		for (LocalDate date = from; !date.isAfter(to); date = date.plusDays(1)) {
			List<LoadedStatement> all = loaded.getOrDefault(date, List.of());
			List<LoadedStatement> pages = all.stream()
				.filter((one) -> !is(one, StatementState.Status.WITHDRAWN))
				.toList();
			State none = (date.isBefore(first) || !date.isBefore(today)) ? State.NONE
					: open.contains(date) ? State.MISSING : State.CLOSED;
			State state = pages.isEmpty() ? none
					: pages.stream().allMatch((one) -> is(one, StatementState.Status.ACCEPTED)) ? State.ACCEPTED
							: State.HELD;
			days.add(new Day(date, state, pages, all.size() - pages.size(), gaps.getOrDefault(date, List.of())));
		}
		return days;
	}

	private static boolean is(LoadedStatement statement, StatementState.Status status) {
		return statement.state().status() == status;
	}

}
