package dev.hundi.reconciliation;

/** A line by which a bank charges its customer, as {@code bank_statement_line.kind}. */
public enum ChargeType {

	/** A charge for a service. */
	CHARGE,

	/** The tax on a charge. */
	GST

}
