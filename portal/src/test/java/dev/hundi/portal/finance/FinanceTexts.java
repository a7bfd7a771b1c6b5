package dev.hundi.portal.finance;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.hundi.operator.RequestState;
import dev.hundi.reconciliation.BreakFilter;
import dev.hundi.reconciliation.BreakWorklist;
import dev.hundi.reconciliation.ChargeType;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.ReconciliationStep;

/** Keys of texts that contain names of constants. */
public final class FinanceTexts {

	private FinanceTexts() {
	}

	public static Set<String> keys() {
		Set<String> keys = new TreeSet<>();
		add(keys, "state", List.of(BreakFilter.State.values()));
		add(keys, "order", List.of(BreakFilter.Order.values()));
		add(keys, "type", BreakWorklist.TYPES);
		add(keys, "action", List.of(NewResolution.Action.values()));
		add(keys, "asked", List.of(RequestState.values()));
		add(keys, "step", List.of(ReconciliationStep.values()));
		add(keys, "rows.title", List.of(RunEndpoint.Figure.values()));
		add(keys, "decision", List.of("APPROVED", "REJECTED"));
		add(keys, "event", List.of("OPENED", "CHANGED", "CLOSED", "REOPENED", "OWNED", "CARRIED", "RESOLVED", "REVOKED",
				"REPORTED"));
		add(keys, "run.state", List.of("DUE", "RUNNING", "DONE", "FAILED", "SIGNED"));
		add(keys, "entry", List.of("TOPUP", "PAYOUT_DEBIT", "PAYOUT_SETTLEMENT", "PAYOUT_REVERSAL", "ADJUSTMENT"));
		add(keys, "rule", List.of("UTR_AMOUNT", "REFERENCE_AMOUNT", "BATCH_TOTAL", "DEBIT_RETURN", "TOLERANCE",
				"EFFECT", "BY_HAND", "REVOKED"));
		add(keys, "rules.tolerance", List.of(ChargeType.values()));
		for (String effect : List.of("TOPUP", "SETTLED", "RETURNED")) {
			add(keys, "effect", List.of(effect, effect + "_FOUND", effect + "_RESTORED"));
		}
		for (ChargeType type : ChargeType.values()) {
			add(keys, "effect", List.of(type + "_TOLERATED"));
		}
		add(keys, "field", List.of("amount", "items", "booked", "utr", "reference", "account", "narration", "virtual"));
		add(keys, "day", List.of("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"));
		add(keys, "invalid", List.of("state", "type", "owner", "bank", "least", "most", "age", "due", "order"));
		keys.addAll(List.of("act.BREAK_EVIDENCE_VIEWED"));
		return keys;
	}

	private static void add(Set<String> keys, String part, List<?> constants) {
		constants.forEach((one) -> keys.add("finance." + part + "." + one));
	}

}
