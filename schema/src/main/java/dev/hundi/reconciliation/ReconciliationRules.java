package dev.hundi.reconciliation;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * What finance decides about matching, as JSON stores it.
 *
 * @param windowBankDays most bank days between the booking of a line and the ledger
 * transaction that a rule matches with it; null for any number
 * @param tolerances paise up to which a run posts a single charge, by type; a larger
 * charge, and one of a type without a tolerance, is a break
 * @param chargeCapPaise paise up to which the charges that a run posts add up, without
 * their signs; those after it are breaks. Never null; versions that do not state it have
 * {@link #USUAL_CAP_PAISE}
 */
public record ReconciliationRules(@Nullable Integer windowBankDays, Map<ChargeType, Long> tolerances,
		@Nullable Long chargeCapPaise) {

	/** The longest window. */
	public static final int MOST_BANK_DAYS = 250;

	/** The highest tolerance, in paise. */
	public static final long MOST_PAISE = 1_000_00;

	/** The cap of versions that do not state one, in paise: ₹10,000.00. */
	public static final long USUAL_CAP_PAISE = 10_000_00;

	/** The highest cap, in paise: ₹10,00,000.00. */
	public static final long MOST_CAP_PAISE = 10_00_000_00;

	public ReconciliationRules {
		if (windowBankDays != null && (windowBankDays < 0 || windowBankDays > MOST_BANK_DAYS)) {
			throw new IllegalArgumentException("windowBankDays: 0 to " + MOST_BANK_DAYS + " bank days");
		}
		tolerances.forEach((type, paise) -> {
			if (paise < 1 || paise > MOST_PAISE) {
				throw new IllegalArgumentException(type + ": a tolerance is ₹0.01 to ₹1,000.00");
			}
		});
		chargeCapPaise = Objects.requireNonNullElse(chargeCapPaise, USUAL_CAP_PAISE);
		if (chargeCapPaise < 1 || chargeCapPaise > MOST_CAP_PAISE) {
			throw new IllegalArgumentException("chargeCapPaise: a cap is ₹0.01 to ₹10,00,000.00");
		}
		tolerances = Map.copyOf(tolerances.isEmpty() ? Map.of() : new EnumMap<>(tolerances));
	}

	/** The tolerance of a type in paise; 0 if it has none. */
	long toleratedPaise(ChargeType type) {
		return this.tolerances.getOrDefault(type, 0L);
	}

	/** What the charges that a run posts add up to at most, in paise. */
	public long capPaise() {
		return Objects.requireNonNull(this.chargeCapPaise);
	}

}
