package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A version of the rules that two people approve.
 *
 * @param validFrom first business date, Asia/Kolkata
 * @param trialId the request that tried it; null for the version of an installation
 * @param basedOn the newest version when it was proposed: a later one would be undone
 * unseen; null for proposals that do not state it
 */
public record ProposedRules(LocalDate validFrom, @Nullable UUID trialId, ReconciliationRules rules,
		@Nullable Integer basedOn) {
}
