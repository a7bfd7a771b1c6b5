package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A proposed resolution of breaks or of a statement.
 *
 * @param breakIds empty for REVOKE and for statements
 * @param businessId owner of the wallet, for ADJUST_WALLET
 * @param carryTo the day, for CARRY_FORWARD
 * @param matchId the match, for REVOKE
 * @param statement the statement, for RELEASE_STATEMENT and WITHDRAW_STATEMENT
 * @param evidence where to find it, such as the bank's letter
 * @param by the maker; another person must approve
 */
public record NewResolution(Action action, List<Long> breakIds, @Nullable UUID businessId, @Nullable LocalDate carryTo,
		@Nullable Long matchId, @Nullable ResolvedStatement statement, String reason, String evidence, String by) {

	public enum Action {

		/** The items of the breaks are the same money. */
		MATCH,

		/** Posts the difference to suspense. */
		SUSPENSE,

		/** Posts a small difference to adjustments. */
		WRITE_OFF,

		/** Posts the difference to a wallet. */
		ADJUST_WALLET,

		/** Leaves the breaks open until a day. */
		CARRY_FORWARD,

		/** Undoes a match and reverses what was posted for it. */
		REVOKE,

		/** Accepts a held statement. */
		RELEASE_STATEMENT,

		/** Withdraws a statement and reverses what was posted for its lines. */
		WITHDRAW_STATEMENT,

		/** Refunds a payout that the bank never paid: its statement is withdrawn. */
		REFUND_UNPAID;

		boolean isOfStatement() {
			return this == RELEASE_STATEMENT || this == WITHDRAW_STATEMENT;
		}

		/**
		 * Whether a run that collected before it has older figures. A released statement
		 * is collected by the next run, and a carried break stays open.
		 */
		boolean changesBooks() {
			return this != CARRY_FORWARD && this != RELEASE_STATEMENT;
		}

	}

	public NewResolution {
		breakIds = breakIds.stream().distinct().toList();
		require((action == Action.REVOKE || action.isOfStatement()) == breakIds.isEmpty(),
				"break ids are needed, but not to revoke or for a statement");
		require(action != Action.REFUND_UNPAID || breakIds.size() == 1, "one break is needed to refund its payout");
		require(action.isOfStatement() == (statement != null),
				"a statement is needed to release or withdraw it, and only then");
		require(action != Action.RELEASE_STATEMENT || statement == null
				|| (statement.replacementFileId() == null && !statement.toSuspense()),
				"a replacement and suspense are only for a withdrawal");
		require((action == Action.REVOKE) == (matchId != null), "a match is needed to revoke, and only then");
		require((action == Action.ADJUST_WALLET) == (businessId != null),
				"a business is needed to adjust a wallet, and only then");
		require((action == Action.CARRY_FORWARD) == (carryTo != null),
				"a day is needed to carry forward, and only then");
		require(reason.strip().length() >= 3 && reason.length() <= 1_000,
				"a reason of 3 to 1,000 characters is needed");
		require(isEvidence(evidence), "evidence of 3 to 2,000 characters is needed");
		require(!by.isBlank() && by.length() <= 100, "who asks is needed");
	}

	/** Whether a text can say where the evidence is. */
	public static boolean isEvidence(String text) {
		return text.strip().length() >= 3 && text.length() <= 2_000;
	}

	private static void require(boolean holds, String otherwise) {
		if (!holds) {
			throw new IllegalArgumentException("For a resolution " + otherwise);
		}
	}

}
