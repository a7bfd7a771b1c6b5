package dev.hundi.beneficiary;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A beneficiary's target as a bank is to register it.
 *
 * @param targetKey with business, beneficiary and bank the key of its row
 * @param targetVersion sequence of the event that brought the target
 * @param name the holder's name as the merchant gave it
 * @param accountNumber with {@code ifsc}, or null where there is a VPA
 * @param attempts made so far, this one included
 */
public record BankRegistration(UUID businessId, UUID beneficiaryId, String bank, String targetKey, int targetVersion,
		String name, @Nullable String accountNumber, @Nullable String ifsc, @Nullable String vpa, int attempts) {
}
