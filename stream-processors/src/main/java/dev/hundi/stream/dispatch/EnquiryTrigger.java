package dev.hundi.stream.dispatch;

/** Triggers the poll for due enquiries. */
@FunctionalInterface
interface EnquiryTrigger {

	/** Polls immediately instead of after the interval. */
	void wake();

}
