package dev.hundi.beneficiary;

import java.util.List;

/**
 * A page of a list of beneficiaries.
 *
 * @param total length of the whole list
 */
public record BeneficiaryPage(List<Beneficiary> beneficiaries, long total) {

	public BeneficiaryPage {
		beneficiaries = List.copyOf(beneficiaries);
	}

}
