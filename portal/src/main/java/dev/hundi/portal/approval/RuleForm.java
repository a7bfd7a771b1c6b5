package dev.hundi.portal.approval;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.money.Rupees;
import dev.hundi.payout.PayoutRule;
import dev.hundi.payout.PayoutRule.Scope;
import dev.hundi.portal.web.Amounts;

import org.springframework.util.MultiValueMap;

/**
 * A row of the form of rules as a person typed it. A row without an amount is no rule.
 *
 * @param above rupees
 */
record RuleForm(String scope, String above, String people, String hours, List<String> checkers) {

	/** Rows of the form, if the rules leave so many empty. */
	private static final int ROWS = 8;

	private static final int EMPTY_ROWS = 4;

	private static final RuleForm EMPTY = new RuleForm("PAYOUT", "", "1", "72", List.of());

	/** The rows of present rules, and empty ones. */
	static List<RuleForm> of(List<PayoutRule> rules) {
		List<RuleForm> rows = new ArrayList<>();
		rules.forEach((rule) -> rows
			.add(new RuleForm(rule.scope().name(), Rupees.format(rule.abovePaise()), Integer.toString(rule.people()),
					Integer.toString(rule.validHours()), rule.checkers().stream().map(UUID::toString).toList())));
		int wanted = Math.min(Math.max(ROWS, rows.size() + EMPTY_ROWS), PayoutRulesPage.MAX_ROWS);
		while (rows.size() < wanted) {
			rows.add(EMPTY);
		}
		return rows;
	}

	/** The rows that were sent. */
	static List<RuleForm> sent(MultiValueMap<String, String> form) {
		List<RuleForm> rows = new ArrayList<>();
		for (int i = 0; i < PayoutRulesPage.MAX_ROWS; i++) {
			if (form.containsKey("above-" + i)) {
				rows.add(new RuleForm(first(form, "scope-" + i), first(form, "above-" + i), first(form, "people-" + i),
						first(form, "hours-" + i), form.getOrDefault("checkers-" + i, List.of())));
			}
		}
		return rows;
	}

	/** The places of rows that are no rule, from 0. */
	static List<Integer> invalid(List<RuleForm> rows) {
		return IntStream.range(0, rows.size())
			.filter((i) -> !rows.get(i).isEmpty() && rows.get(i).rule().isEmpty())
			.boxed()
			.toList();
	}

	/** The places of rows whose scope and amount an earlier row has, from 0. */
	static List<Integer> repeated(List<RuleForm> rows) {
		Set<String> seen = new HashSet<>();
		return IntStream.range(0, rows.size())
			.filter((i) -> rows.get(i)
				.rule()
				.filter((rule) -> !seen.add(rule.scope() + " " + rule.abovePaise()))
				.isPresent())
			.boxed()
			.toList();
	}

	private static String first(MultiValueMap<String, String> form, String name) {
		return Objects.requireNonNullElse(form.getFirst(name), "").strip();
	}

	/**
	 * Those of the named people who are no checkers any more. They stay ticked, because
	 * without them a rule for some people would become one for all.
	 */
	public List<String> left(Collection<UUID> present) {
		return this.checkers.stream()
			.filter((id) -> present.stream().noneMatch((one) -> one.toString().equals(id)))
			.toList();
	}

	boolean isEmpty() {
		return this.above.isEmpty();
	}

	/** The rule; empty if a field is invalid. */
	Optional<PayoutRule> rule() {
		OptionalLong paise = Amounts.paise(this.above);
		if (paise.isEmpty()) {
			return Optional.empty();
		}
		try {
			return Optional.of(new PayoutRule(Scope.valueOf(this.scope), paise.getAsLong(),
					Integer.parseInt(this.people), Integer.parseInt(this.hours),
					this.checkers.stream().map(UUID::fromString).distinct().toList()));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
