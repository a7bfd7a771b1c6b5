package dev.hundi.operator;

/**
 * Carries out operator requests of one kind. Idempotent: a process may crash between the
 * act and its result, and then another one carries the request out again.
 */
@FunctionalInterface
public interface CarryOut {

	/**
	 * Carries a request out. If it throws, the request is tried again later.
	 * @throws IllegalArgumentException if the arguments are invalid; the request is
	 * refused with the message
	 */
	RequestOutcome carryOut(ClaimedRequest request) throws Exception;

}
