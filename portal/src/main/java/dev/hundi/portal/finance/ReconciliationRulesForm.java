package dev.hundi.portal.finance;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.money.Rupees;
import dev.hundi.portal.web.Amounts;
import dev.hundi.reconciliation.ChargeType;
import dev.hundi.reconciliation.ReconciliationRules;
import org.jspecify.annotations.Nullable;

/**
 * Rules as a form shows them: everything is text.
 *
 * @param window bank days, or empty for any number
 * @param tolerances rupees by type, empty for none
 * @param cap rupees, empty for the usual one
 */
record ReconciliationRulesForm(String window, Map<ChargeType, String> tolerances, String cap) {

	/**
	 * A rule that the form breaks.
	 *
	 * @param id of the field, or null if it is of no field
	 * @param label key of the text of the field, or null
	 */
	record Problem(@Nullable String id, @Nullable String label, String rule) {

		/** Of a message that begins with the name of a field, as commands know it. */
		static Problem of(String message) {
			int end = message.indexOf(": ");
			String name = (end > 0) ? message.substring(0, end) : "";
			String rule = message.substring(end + 1).strip();
			return switch (name) {
				case "windowBankDays" -> new Problem("window", "finance.rules.window", rule);
				case "chargeCapPaise" -> new Problem("cap", "finance.rules.cap", rule);
				case "day" -> new Problem("day", "finance.rules.day", rule);
				default -> Stream.of(ChargeType.values())
					.filter((type) -> type.name().equals(name))
					.map((type) -> new Problem("tolerance-" + type, "finance.rules.tolerance." + type, rule))
					.findFirst()
					.orElseGet(() -> new Problem(null, null, message));
			};
		}

	}

	static ReconciliationRulesForm of(ReconciliationRules rules) {
		Integer window = rules.windowBankDays();
		Map<ChargeType, String> tolerances = new EnumMap<>(ChargeType.class);
		rules.tolerances().forEach((type, paise) -> tolerances.put(type, Rupees.format(paise)));
		return new ReconciliationRulesForm((window != null) ? window.toString() : "", tolerances,
				Rupees.format(rules.capPaise()));
	}

	/** The fields of a form, with the names of the types for the tolerances. */
	static ReconciliationRulesForm of(Map<String, String> sent) {
		Map<ChargeType, String> tolerances = new EnumMap<>(ChargeType.class);
		for (ChargeType type : ChargeType.values()) {
			tolerances.put(type, sent.getOrDefault(type.name(), "").strip());
		}
		return new ReconciliationRulesForm(sent.getOrDefault("window", "").strip(), tolerances,
				sent.getOrDefault("cap", "").strip());
	}

	/**
	 * The rules.
	 * @throws IllegalArgumentException naming the field and its rule
	 */
	ReconciliationRules rules() {
		Map<ChargeType, Long> paise = new EnumMap<>(ChargeType.class);
		this.tolerances.forEach((type, text) -> {
			if (!text.isEmpty()) {
				paise.put(type, paise(type.name(), text));
			}
		});
		return new ReconciliationRules(this.window.isEmpty() ? null : days(this.window), paise,
				this.cap.isEmpty() ? null : paise("chargeCapPaise", this.cap));
	}

	private static int days(String text) {
		if (!text.matches("[0-9]{1,3}")) {
			throw new IllegalArgumentException(
					"windowBankDays: 0 to " + ReconciliationRules.MOST_BANK_DAYS + " bank days");
		}
		return Integer.parseInt(text);
	}

	private static long paise(String field, String text) {
		return Amounts.paise(text)
			.orElseThrow(() -> new IllegalArgumentException(field + ": enter an amount in rupees, such as 5.90"));
	}

}
