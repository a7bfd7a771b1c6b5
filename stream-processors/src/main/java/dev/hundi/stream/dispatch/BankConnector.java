package dev.hundi.stream.dispatch;

import dev.hundi.bank.PaymentOrder;
import dev.hundi.beneficiary.BankRegistration;

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

	/** Registers a beneficiary's target and asks for its holder's name. */
	RegistrationAnswer register(BankRegistration registration);

}
