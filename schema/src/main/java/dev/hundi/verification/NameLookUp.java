package dev.hundi.verification;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A claimed name verification, to be asked of a bank.
 *
 * @param name as the business gave it
 * @param accountNumber with {@code ifsc}, or null if there is a VPA
 * @param attempts so far, this one included
 */
public record NameLookUp(UUID businessId, UUID verificationId, String name, @Nullable String accountNumber,
		@Nullable String ifsc, @Nullable String vpa, int attempts) {
}
