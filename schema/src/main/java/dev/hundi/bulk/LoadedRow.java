package dev.hundi.bulk;

import java.util.List;
import java.util.UUID;

import dev.hundi.payout.Charge;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A row as read and checked by itself. Invalid values are null here and named in the
 * errors.
 *
 * @param rowNumber from 1, without the headings
 * @param cells the merchant's cells
 * @param fingerprint equal for rows that repeat a payment, or null if an error prevents
 * the comparison
 * @param narration what the beneficiary's bank receives, or null
 * @param errors empty for a valid row
 * @param warnings what a person should know of the cells before the release
 */
public record LoadedRow(int rowNumber, List<String> cells, Target target, @Nullable Rail rail,
		@Nullable Long amountPaise, @Nullable Charge charge, @Nullable String merchantReferenceId,
		@Nullable UUID fingerprint, @Nullable String narration, List<RowError> errors, List<RowError> warnings) {

	/**
	 * The payee: by id, by code, or by all fields of a beneficiary.
	 *
	 * @param name compared with the name of a registered beneficiary
	 * @param phoneNumber null if the beneficiary must be registered already
	 */
	public record Target(@Nullable UUID beneficiaryId, @Nullable String beneficiaryCode, @Nullable String name,
			@Nullable String phoneNumber, @Nullable String email, @Nullable String accountNumber, @Nullable String ifsc,
			@Nullable String vpa) {
	}

}
