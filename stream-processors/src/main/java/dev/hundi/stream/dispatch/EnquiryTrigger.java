package dev.hundi.stream.dispatch;

/**
 * What decides when enquiries are looked for.
 */
@FunctionalInterface
interface EnquiryTrigger {

	/** Looks now instead of after the pause. */
	void wake();

}
