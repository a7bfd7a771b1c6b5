package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * What somebody wants done about breaks.
 *
 * @param breakIds none for REVOKE
 * @param businessId whose wallet, for ADJUST_WALLET
 * @param carryTo until when, for CARRY_FORWARD
 * @param matchId which match, for REVOKE
 * @param evidence where it can be seen, such as the bank's letter
 * @param by who wants it; another must approve
 */
public record NewResolution(Action action, List<Long> breakIds, @Nullable UUID businessId, @Nullable LocalDate carryTo,
		@Nullable Long matchId, String reason, String evidence, String by) {

	/** What can be done. */
	public enum Action {

		/** The items of the breaks are the same money. */
		MATCH,

		/** Books the difference to suspense. */
		SUSPENSE,

		/** Books a small difference to adjustments. */
		WRITE_OFF,

		/** Books the difference to a wallet. */
		ADJUST_WALLET,

		/** Leaves the breaks open until a day. */
		CARRY_FORWARD,

		/** Takes a match apart and posts back what was posted for it. */
		REVOKE

	}

	public NewResolution {
		breakIds = breakIds.stream().distinct().toList();
		require((action == Action.REVOKE) == breakIds.isEmpty(), "break ids are needed, but not to revoke");
		require((action == Action.REVOKE) == (matchId != null), "a match is needed to revoke, and only then");
		require((action == Action.ADJUST_WALLET) == (businessId != null),
				"a business is needed to adjust a wallet, and only then");
		require((action == Action.CARRY_FORWARD) == (carryTo != null),
				"a day is needed to carry forward, and only then");
		require(reason.strip().length() >= 3 && reason.length() <= 1_000,
				"a reason of 3 to 1,000 characters is needed");
		require(evidence.strip().length() >= 3 && evidence.length() <= 2_000,
				"evidence of 3 to 2,000 characters is needed");
		require(!by.isBlank() && by.length() <= 100, "who asks is needed");
	}

	private static void require(boolean holds, String otherwise) {
		if (!holds) {
			throw new IllegalArgumentException("For a resolution " + otherwise);
		}
	}

}
