package dev.hundi.bank;

import java.time.Instant;
import java.util.UUID;

/**
 * A row of the view {@code manual_review}.
 *
 * @param kind name of a {@link ReviewKind}
 * @param subjectId the payout or the beneficiary
 * @param since when the case arose, for ENQUIRIES_ENDED when the last enquiry ended, UTC
 */
public record ManualReview(String kind, UUID businessId, UUID subjectId, String bank, Instant since, String detail) {

}
