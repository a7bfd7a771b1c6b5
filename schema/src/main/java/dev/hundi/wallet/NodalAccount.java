package dev.hundi.wallet;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A nodal account that businesses transfer money to.
 *
 * @param ifsc of the branch, upper case
 * @param accountType such as {@code CURRENT}
 * @param supportedModes of IMPS, NEFT, RTGS and UPI, at least one
 * @param accountNumber in the bank's statements, 4 to 34 digits or upper case letters;
 * null while no statement of this account can be loaded
 * @param statementProfile how CSV statements and narrations of the bank are read; null if
 * neither is
 */
public record NodalAccount(String accountHolderName, String ifsc, String bankName, String branchName,
		String accountType, List<String> supportedModes, @Nullable String accountNumber,
		@Nullable String statementProfile) {

	public NodalAccount {
		if (accountNumber != null && !isNumber(accountNumber)) {
			throw new IllegalArgumentException("accountNumber must have 4 to 34 digits or upper case letters");
		}
		supportedModes = List.copyOf(supportedModes);
		if (supportedModes.isEmpty()) {
			throw new IllegalArgumentException("A nodal account takes money by at least one mode");
		}
	}

	/** An account whose statements cannot be loaded yet. */
	public NodalAccount(String accountHolderName, String ifsc, String bankName, String branchName, String accountType,
			List<String> supportedModes) {
		this(accountHolderName, ifsc, bankName, branchName, accountType, supportedModes, null, null);
	}

	/** Whether a text can be the number of an account in a statement. */
	public static boolean isNumber(String text) {
		return text.matches("[0-9A-Z]{4,34}");
	}

}
