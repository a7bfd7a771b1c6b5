package dev.hundi.stream.relay;

import java.util.List;

import dev.hundi.stream.message.PayoutMessage;

/**
 * Learns of payouts that wait for their debit as soon as their transaction is visible,
 * before their messages arrive.
 */
@FunctionalInterface
public interface AcceptedPayouts {

	/** Must not wait and must not throw: the stream waits meanwhile. */
	void accepted(List<PayoutMessage> messages);

}
