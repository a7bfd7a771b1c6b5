package dev.hundi.bulk;

import java.util.List;
import java.util.UUID;

import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A row as it was read and judged by itself. What breaks a rule is null here and named in
 * the errors.
 *
 * @param rowNumber from 1, without the headings
 * @param cells what the merchant wrote
 * @param target whom it pays
 * @param fingerprint equal for rows that pay the same again, or null where an error
 * leaves nothing to compare
 * @param errors empty for a good row
 */
public record LoadedRow(int rowNumber, List<String> cells, Target target, @Nullable Rail rail,
		@Nullable Long amountPaise, @Nullable Charge charge, @Nullable String merchantReferenceId,
		@Nullable UUID fingerprint, List<RowError> errors) {

	/** By id, by code, or by everything that a beneficiary is made of. */
	public record Target(@Nullable UUID beneficiaryId, @Nullable String beneficiaryCode, @Nullable String name,
			@Nullable String phoneNumber, @Nullable String email, @Nullable String accountNumber, @Nullable String ifsc,
			@Nullable String vpa) {
	}

}
