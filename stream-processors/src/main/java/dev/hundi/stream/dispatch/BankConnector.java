package dev.hundi.stream.dispatch;

import java.util.List;

import dev.hundi.bank.PaymentOrder;

/** Calls one bank. An answer contains only what the call has proved. */
interface BankConnector {

	/**
	 * Sends orders in one call. The bank must pay a reference at most once, even if it
	 * receives it repeatedly.
	 * @param orders at most {@code orders-per-call} of the bank, each with its own
	 * reference
	 * @return what the call has proved of each order, in their order
	 */
	List<BankAnswer> pay(List<PaymentOrder> orders);

	/** Asks for the status of the order with our reference. */
	BankAnswer enquire(String reference);

	/** Registers a beneficiary's account or VPA and asks for the holder's name. */
	RegistrationAnswer register(Registration registration);

}
