package dev.hundi.business;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A business as its page and the list of the staff show it.
 *
 * @param onboardingState name of a {@code CaseState}; null for a business that came
 * without onboarding
 * @param rules of its wallet
 * @param wallet null before it is provisioned
 * @param relationEndedAt when the staff ended the business relation, UTC; null while it
 * lasts
 */
public record BusinessOverview(UUID businessId, String businessCode, String name, @Nullable String gstin,
		boolean apiAccessEnabled, @Nullable String onboardingState, WalletRules rules, @Nullable Account wallet,
		Instant createdAt, @Nullable Instant relationEndedAt) {

	/**
	 * The wallet of a business.
	 *
	 * @param balancePaise in paise
	 */
	public record Account(long balancePaise, String virtualAccountNumber) {
	}

}
