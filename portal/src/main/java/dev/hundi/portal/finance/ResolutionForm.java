package dev.hundi.portal.finance;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.portal.operation.Reason;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.NewResolution.Action;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import tools.jackson.databind.JsonNode;

/**
 * A resolution as the form of a break sends it.
 *
 * @param others numbers of further breaks, separated by blanks or commas
 * @param business code of the business whose wallet is adjusted
 * @param to the day to which breaks are carried forward
 */
record ResolutionForm(String action, String others, String business, String to, String reason, String evidence) {

	private static final List<Action> OF_ITEMS = List.of(Action.MATCH, Action.SUSPENSE, Action.WRITE_OFF,
			Action.ADJUST_WALLET, Action.CARRY_FORWARD);

	/** A break without items, because the statement of its payout is withdrawn. */
	private static final List<Action> OF_REVERSED = List.of(Action.REFUND_UNPAID, Action.MATCH, Action.SUSPENSE,
			Action.WRITE_OFF, Action.CARRY_FORWARD);

	private static final int MAX_BREAKS = 100;

	/** What is wrong, by the key of its text. */
	record Problem(String text) {
	}

	/** What the form offers for a break. */
	static List<Action> actions(OpenBreak found) {
		return found.ofReversal() ? OF_REVERSED : OF_ITEMS;
	}

	/** What was typed, by field, in a form that a session stores. */
	Map<String, String> fields() {
		return Map.of("action", this.action, "others", this.others, "business", this.business, "to", this.to, "reason",
				this.reason, "evidence", this.evidence);
	}

	/**
	 * The form of a request that batch-jobs has refused.
	 * @param breakId of the page
	 * @param business code of the business of the request, or empty
	 */
	static ResolutionForm of(JsonNode arguments, long breakId, String business) {
		String others = arguments.path("breakIds")
			.valueStream()
			.map(JsonNode::asString)
			.filter((id) -> !id.equals(Long.toString(breakId)))
			.collect(Collectors.joining(", "));
		return new ResolutionForm(text(arguments, "action"), others, business, text(arguments, "carryTo"),
				text(arguments, "reason"), text(arguments, "evidence"));
	}

	private static String text(JsonNode arguments, String name) {
		return arguments.path(name).asString("");
	}

	/** The first problem, or empty. */
	Optional<Problem> problem(OpenBreak found, Function<String, Optional<UUID>> businesses) {
		Optional<Action> chosen = chosen().filter(actions(found)::contains);
		if (chosen.isEmpty()) {
			return Optional.of(new Problem("finance.resolve.action.invalid"));
		}
		if (breaks().isEmpty()) {
			return Optional.of(new Problem("finance.resolve.others.invalid"));
		}
		if (chosen.get() == Action.REFUND_UNPAID && !breaks().get().isEmpty()) {
			return Optional.of(new Problem("finance.resolve.others.none"));
		}
		if (chosen.get() == Action.ADJUST_WALLET && businesses.apply(this.business.strip()).isEmpty()) {
			return Optional.of(new Problem("finance.resolve.business.unknown"));
		}
		if (chosen.get() == Action.CARRY_FORWARD
				&& day().filter((day) -> NamedDay.isAhead(day, India.dateOf(Instant.now()))).isEmpty()) {
			return Optional.of(new Problem("finance.resolve.to.invalid"));
		}
		if (!Reason.isValid(this.reason)) {
			return Optional.of(new Problem(Reason.INVALID));
		}
		return NewResolution.isEvidence(this.evidence.strip()) ? Optional.empty()
				: Optional.of(new Problem("finance.resolve.evidence.invalid"));
	}

	/** The resolution of a form without problems. */
	NewResolution resolution(long breakId, Function<String, Optional<UUID>> businesses, String by) {
		Action chosen = chosen().orElseThrow();
		List<Long> ids = new ArrayList<>(List.of(breakId));
		ids.addAll(breaks().orElseThrow());
		return new NewResolution(chosen, ids,
				(chosen == Action.ADJUST_WALLET) ? businesses.apply(this.business.strip()).orElseThrow() : null,
				(chosen == Action.CARRY_FORWARD) ? day().orElseThrow() : null, null, null, this.reason.strip(),
				this.evidence.strip(), by);
	}

	private Optional<Action> chosen() {
		return Stream.concat(OF_ITEMS.stream(), OF_REVERSED.stream())
			.filter((one) -> one.name().equals(this.action))
			.findFirst();
	}

	/** Empty if it is none. */
	private Optional<LocalDate> day() {
		try {
			return Optional.of(NamedDay.parse(this.to.strip()));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	/** Empty if one is not a number, or there are too many. */
	private Optional<List<Long>> breaks() {
		List<Long> ids = new ArrayList<>();
		for (String one : this.others.strip().split("[\\s,]+", -1)) {
			if (!one.matches("[0-9]{0,18}") || ids.size() >= MAX_BREAKS) {
				return Optional.empty();
			}
			if (!one.isEmpty()) {
				ids.add(Long.valueOf(one));
			}
		}
		return Optional.of(ids);
	}

}
