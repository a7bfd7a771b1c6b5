package dev.hundi.portal.pay;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.payout.Narration;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.PayoutOptions;
import dev.hundi.payout.Rail;
import dev.hundi.portal.web.Amounts;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

/**
 * The form as a person typed it.
 *
 * @param beneficiary id of an existing one; empty for a new one
 * @param rail code; empty for the suggested one
 * @param later Indian date and time; empty for now
 */
record PayForm(String beneficiary, Payee payee, String amount, String rail, String later, boolean approval,
		Texts texts) implements Serializable {

	static final PayForm EMPTY = new PayForm("", new Payee("", "", "", "", ""), "", "", "", false,
			new Texts("", "", ""));

	/** An empty form for a beneficiary. */
	static PayForm to(UUID beneficiaryId) {
		return new PayForm(beneficiaryId.toString(), EMPTY.payee, "", "", "", false, EMPTY.texts);
	}

	/** A new beneficiary: an account with IFSC, or a VPA. */
	record Payee(String name, String phone, String account, String ifsc, String vpa) implements Serializable {

		NewBeneficiary toRegister() {
			return this.vpa.isEmpty() ? new NewBeneficiary(this.name, null, this.phone, this.account, this.ifsc, null)
					: new NewBeneficiary(this.name, null, this.phone, null, null, this.vpa);
		}

	}

	/** Texts of the payout. */
	record Texts(String reference, String narration, String purpose) implements Serializable {
	}

	/** Keys of what is wrong, by field. */
	Map<String, String> problems(Instant now) {
		Map<String, String> problems = new LinkedHashMap<>();
		if (this.beneficiary.isEmpty()) {
			payeeProblems(problems);
		}
		else if (beneficiaryId().isEmpty()) {
			problems.put("beneficiary", "pay.problem.beneficiary");
		}
		if (amountPaise().isEmpty()) {
			problems.put("amount", "pay.problem.amount");
		}
		if (!this.rail.isEmpty() && Rail.ofCode(this.rail).isEmpty()) {
			problems.put("rail", "pay.problem.rail");
		}
		Optional<Instant> time = time();
		if (!this.later.isEmpty() && (time.isEmpty() || time.get().isBefore(now.plus(PayoutOptions.SOONEST))
				|| time.get().isAfter(now.plus(PayoutOptions.LATEST)))) {
			problems.put("later", "pay.problem.later");
		}
		if (BeneficiaryForms.hasControl(this.texts.reference)
				|| (!this.texts.reference.isEmpty() && !NewPayout.isReference(this.texts.reference))) {
			problems.put("reference", "pay.problem.reference");
		}
		if (!this.texts.narration.matches("[0-9A-Za-z ]{0,30}")) {
			problems.put("narration", "pay.problem.narration");
		}
		if (BeneficiaryForms.hasControl(this.texts.purpose)
				|| !PayoutOptions.has(this.texts.purpose, 0, PayoutOptions.MAX_PURPOSE)) {
			problems.put("purpose", "pay.problem.purpose");
		}
		return problems;
	}

	private void payeeProblems(Map<String, String> problems) {
		if (!PayoutOptions.has(this.payee.name, 1, BeneficiaryForms.MAX_NAME)
				|| !BeneficiaryForms.isVisible(this.payee.name) || BeneficiaryForms.hasControl(this.payee.name)) {
			problems.put("name", "pay.problem.name");
		}
		if (!BeneficiaryForms.INDIAN_MOBILE.matcher(this.payee.phone).matches()) {
			problems.put("phone", "pay.problem.phone");
		}
		if (!this.payee.vpa.isEmpty()) {
			if (this.payee.vpa.length() > BeneficiaryForms.MAX_VPA
					|| !BeneficiaryForms.VPA.matcher(this.payee.vpa).matches() || !this.payee.account.isEmpty()) {
				problems.put("vpa", "pay.problem.vpa");
			}
			return;
		}
		if (!BeneficiaryForms.ACCOUNT_NUMBER.matcher(this.payee.account).matches()) {
			problems.put("account", "pay.problem.account");
		}
		if (!BeneficiaryForms.IFSC.matcher(this.payee.ifsc).matches()) {
			problems.put("ifsc", "pay.problem.ifsc");
		}
	}

	Optional<UUID> beneficiaryId() {
		try {
			return Optional.of(UUID.fromString(this.beneficiary));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** Above zero. */
	OptionalLong amountPaise() {
		OptionalLong paise = Amounts.paise(this.amount);
		return (paise.orElse(0) > 0) ? paise : OptionalLong.empty();
	}

	Optional<Instant> time() {
		try {
			return Optional.of(LocalDateTime.parse(this.later).atZone(India.ZONE).toInstant());
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

	PayoutOptions options() {
		return new PayoutOptions(time().orElse(null), this.approval, Map.of(), orNull(this.texts.purpose), List.of(),
				Narration.of(this.texts.narration));
	}

	@Nullable String reference() {
		return orNull(this.texts.reference);
	}

	private static @Nullable String orNull(String text) {
		return text.isEmpty() ? null : text;
	}

}
