package dev.hundi.bank;

import java.time.Instant;
import java.util.List;

import dev.hundi.payout.Rail;

/**
 * Orders that go to a bank in one file.
 *
 * @param messageId the file's id, the same whenever it is written
 * @param createdAt UTC, to the millisecond
 * @param orders by their references, at least one
 */
public record BankFile(String bank, String messageId, Rail rail, Instant createdAt, List<Order> orders) {

	public BankFile {
		orders = List.copyOf(orders);
		if (orders.isEmpty()) {
			throw new IllegalArgumentException("A file without orders");
		}
	}

	/** The sum of all orders in paise. */
	public long totalPaise() {
		return this.orders.stream().mapToLong(Order::amountPaise).reduce(0, Math::addExact);
	}

	/** One order of it. */
	public record Order(String reference, long amountPaise, String beneficiaryName, String accountNumber, String ifsc,
			String transactionId) {
	}

}
