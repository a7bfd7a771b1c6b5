package dev.hundi.batch.bulkfile;

import java.util.Locale;
import java.util.OptionalLong;

import dev.hundi.money.Rupees;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;

/**
 * {@code PmtTpInf} of a pain.001 message, which chooses the rail. The local instrument
 * names it. The service level of ISO 20022 asks for speed only: urgent ({@code URGP}) is
 * RTGS, or IMPS below the minimum of RTGS; not urgent ({@code NURG}) is NEFT. Without
 * either, the amount decides between RTGS and NEFT. A VPA is always paid by UPI, unless
 * the message names a rail.
 *
 * @param instrument text of {@code LclInstrm}, or empty
 * @param level text of {@code SvcLvl}, or empty
 */
record PaymentType(String instrument, String level) {

	static final PaymentType NONE = new PaymentType("", "");

	/** This type, or the inherited one if this says nothing. */
	PaymentType or(PaymentType inherited) {
		return (this.instrument.isEmpty() && this.level.isEmpty()) ? inherited : this;
	}

	/**
	 * The cell of the rail; an unknown service level as it is, to be reported.
	 * @param toVpa whether the transfer pays to a VPA
	 * @param amount text of the amount, valid or not
	 */
	String rail(boolean toVpa, String amount) {
		if (!this.instrument.isEmpty()) {
			return this.instrument;
		}
		OptionalLong paise = Rupees.parse(amount);
		boolean large = paise.isPresent() && paise.getAsLong() >= RailLimits.DEFAULT.minPaise(Rail.RTGS);
		return switch (this.level.toUpperCase(Locale.ROOT)) {
			case "URGP" -> (toVpa ? Rail.UPI : large ? Rail.RTGS : Rail.IMPS).name();
			case "NURG" -> (toVpa ? Rail.UPI : Rail.NEFT).name();
			case "" -> (toVpa ? Rail.UPI : large ? Rail.RTGS : Rail.NEFT).name();
			default -> this.level;
		};
	}

}
