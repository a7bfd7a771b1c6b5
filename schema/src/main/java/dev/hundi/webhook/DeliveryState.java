package dev.hundi.webhook;

/**
 * Where a delivery stands.
 */
public enum DeliveryState {

	/** It is to be tried, now or later, or waits for its endpoint. */
	PENDING,

	/** The receiver has it. */
	DELIVERED,

	/** Every try of its schedule has failed; nothing more happens by itself. */
	FAILED

}
