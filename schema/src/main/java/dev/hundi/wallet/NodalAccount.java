package dev.hundi.wallet;

import java.util.List;

/**
 * A nodal account that businesses transfer money to.
 *
 * @param ifsc of the branch, upper case
 * @param accountType such as {@code CURRENT}
 * @param supportedModes of IMPS, NEFT, RTGS and UPI, at least one
 */
public record NodalAccount(String accountHolderName, String ifsc, String bankName, String branchName,
		String accountType, List<String> supportedModes) {

	public NodalAccount {
		supportedModes = List.copyOf(supportedModes);
		if (supportedModes.isEmpty()) {
			throw new IllegalArgumentException("A nodal account takes money by at least one mode");
		}
	}

}
