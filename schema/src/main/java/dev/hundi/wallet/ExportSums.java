package dev.hundi.wallet;

/**
 * The sums of an export.
 *
 * @param movements of all movements of the window that match the search
 * @param commissionPaise commission of these debits less that of the credits, which
 * refund it
 * @param gstPaise GST of these debits less that of the credits
 */
public record ExportSums(MovementSummary movements, long commissionPaise, long gstPaise) {
}
