package dev.hundi.reconciliation;

/**
 * One figure of a run.
 *
 * @param section kind of figure, such as MATCHED
 * @param name such as a rule or a break type
 * @param amountPaise their sum in paise; plus is money in
 */
public record ReconciliationFigure(String section, String name, long count, long amountPaise) {
}
