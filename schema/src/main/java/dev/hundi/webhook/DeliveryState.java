package dev.hundi.webhook;

public enum DeliveryState {

	/** Due now or later, or waiting for its endpoint. */
	PENDING,

	/** Acknowledged by the receiver. */
	DELIVERED,

	/** Every attempt of its schedule failed. */
	FAILED

}
