package dev.hundi.bank;

import java.time.Instant;
import java.util.UUID;

/**
 * A row of the view {@code manual_review}.
 *
 * @param kind ENQUIRIES_ENDED, BANK_IMPLAUSIBLE, BANK_CONTRADICTS, BENEFICIARY_MISMATCH
 * or BENEFICIARY_INVALID
 * @param subjectId the payout or the beneficiary
 * @param since when the case arose, for ENQUIRIES_ENDED when the last enquiry ended, UTC
 */
public record ManualReview(String kind, UUID businessId, UUID subjectId, String bank, Instant since, String detail) {

}
