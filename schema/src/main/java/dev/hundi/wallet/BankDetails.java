package dev.hundi.wallet;

import java.util.List;

/**
 * Where a business sends money to top its wallet up.
 *
 * @param accountNumber the wallet's own virtual account number
 * @param supportedModes such as {@code IMPS}
 * @param referenceNote what the sender may write with the transfer
 */
public record BankDetails(String accountHolderName, String accountNumber, String ifsc, String bankName,
		String branchName, String accountType, List<String> supportedModes, String referenceNote) {

	public BankDetails {
		supportedModes = List.copyOf(supportedModes);
	}

}
