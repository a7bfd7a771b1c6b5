package dev.hundi.wallet;

import java.util.List;

/**
 * The account that a business transfers money to.
 *
 * @param accountNumber the wallet's own virtual account number
 * @param supportedModes such as {@code IMPS}
 * @param referenceNote optional note for the transfer
 */
public record BankDetails(String accountHolderName, String accountNumber, String ifsc, String bankName,
		String branchName, String accountType, List<String> supportedModes, String referenceNote) {

	public BankDetails {
		supportedModes = List.copyOf(supportedModes);
	}

}
