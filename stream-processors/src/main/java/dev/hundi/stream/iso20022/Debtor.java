package dev.hundi.stream.iso20022;

import dev.hundi.beneficiary.BeneficiaryForms;

/**
 * The account from which orders are paid.
 *
 * @param name name of the account holder, up to 140 characters
 * @param accountNumber 1 to 34 letters or digits
 * @param ifsc branch of the account
 */
public record Debtor(String name, String accountNumber, String ifsc) {

	public Debtor {
		if (!isName(name) || !isAccountNumber(accountNumber) || !isIfsc(ifsc)) {
			throw new IllegalArgumentException(
					"A debtor needs a name of 1 to 140 characters, an account number of 1 to 34 letters or digits and an IFSC");
		}
	}

	public static boolean isName(String name) {
		return !name.isBlank() && name.length() <= CreditTransfer.MAX_NAME_CHARS;
	}

	public static boolean isAccountNumber(String number) {
		return number.matches("[0-9A-Za-z]{1,34}");
	}

	public static boolean isIfsc(String ifsc) {
		return BeneficiaryForms.STORED_IFSC.matcher(ifsc).matches();
	}

}
