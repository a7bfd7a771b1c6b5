package dev.hundi.stream.dispatch;

import dev.hundi.bank.PaymentOrder;

/** Calls one bank. An answer contains only what the call has proved. */
interface BankConnector {

	/**
	 * Sends an order. The bank must pay a reference at most once, even if it receives it
	 * repeatedly.
	 */
	BankAnswer pay(PaymentOrder order);

	/** Asks for the status of the order with our reference. */
	BankAnswer enquire(String reference);

	/** Registers a beneficiary's account or VPA and asks for the holder's name. */
	RegistrationAnswer register(Registration registration);

}
