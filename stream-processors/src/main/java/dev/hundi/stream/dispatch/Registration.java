package dev.hundi.stream.dispatch;

import dev.hundi.bank.BankReference;
import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.verification.NameLookUp;
import org.jspecify.annotations.Nullable;

/**
 * A request for the holder's name of an account or VPA. A repeated reference gets the
 * first answer.
 *
 * @param name as the merchant wrote it
 * @param accountNumber with {@code ifsc}, or null if there is a VPA
 */
record Registration(String reference, String name, @Nullable String accountNumber, @Nullable String ifsc,
		@Nullable String vpa) {

	/** The reference is constant for a target. */
	static Registration of(BankRegistration registration) {
		return new Registration(BankReference.of(registration.beneficiaryId()) + "-" + registration.targetVersion(),
				registration.name(), registration.accountNumber(), registration.ifsc(), registration.vpa());
	}

	/**
	 * The reference is constant for a verification, so that a repeated one costs once.
	 */
	static Registration of(NameLookUp lookUp) {
		return new Registration(BankReference.of(lookUp.verificationId()) + "-V", lookUp.name(), lookUp.accountNumber(),
				lookUp.ifsc(), lookUp.vpa());
	}

}
