package dev.hundi.bank;

/** The circuit breaker of a bank, the worst state last. Metrics show the ordinals. */
public enum BreakerState {

	/** Calls are made. */
	CLOSED,

	/** A few calls are made to see whether the bank answers again. */
	HALF_OPEN,

	/** No call is made: the bank did not answer most of the last ones. */
	OPEN

}
