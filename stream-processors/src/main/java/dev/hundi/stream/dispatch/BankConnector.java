package dev.hundi.stream.dispatch;

import dev.hundi.bank.PaymentOrder;

/**
 * How one bank is spoken to. An answer is what the call has proved and no more.
 */
interface BankConnector {

	/**
	 * Sends an order. The bank must pay one reference once at most, however often it is
	 * sent.
	 */
	BankAnswer pay(PaymentOrder order);

	/** Asks what became of the order with a reference of ours. */
	BankAnswer enquire(String reference);

}
