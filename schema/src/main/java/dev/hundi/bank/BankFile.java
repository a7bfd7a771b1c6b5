package dev.hundi.bank;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.Rail;

/**
 * Orders that go to a bank in one file.
 *
 * @param messageId the file's id, the same for every write
 * @param createdAt UTC, to the millisecond
 * @param orders sorted by reference, at least one
 */
public record BankFile(String bank, String messageId, Rail rail, Instant createdAt, List<Order> orders) {

	public BankFile {
		orders = List.copyOf(orders);
		if (orders.isEmpty()) {
			throw new IllegalArgumentException("A file needs at least one order");
		}
	}

	/** The sum of all orders in paise. */
	public long totalPaise() {
		return this.orders.stream().mapToLong(Order::amountPaise).reduce(0, Math::addExact);
	}

	/**
	 * An order.
	 *
	 * @param remittance the text for the beneficiary: the narration, or else the
	 * transaction id
	 */
	public record Order(String reference, long amountPaise, String beneficiaryName, String accountNumber, String ifsc,
			String remittance) {

		public Order {
			beneficiaryName = BankReference.without(beneficiaryName);
			remittance = BankReference.without(remittance);
		}

	}

}
