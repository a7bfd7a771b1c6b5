package dev.hundi.reconciliation;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A version of the rules that two people agree to.
 *
 * @param validFrom first business date, Asia/Kolkata
 * @param trialId the request that tried it; null for the version of an installation
 */
public record ProposedRules(LocalDate validFrom, @Nullable UUID trialId, ReconciliationRules rules) {
}
