package dev.hundi.stream.dispatch;

import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * What a call to a bank has proved.
 */
sealed interface BankAnswer {

	/** The bank has paid. */
	record Paid(@Nullable String utr, @Nullable String bankReference) implements BankAnswer {
	}

	/** The bank certainly has not paid and will not. */
	record Refused(ResponseCode code, String message, @Nullable String bankReference) implements BankAnswer {
	}

	/** The order is on its way to the bank, which has said nothing of it yet. */
	record Queued() implements BankAnswer {
	}

	/** The bank has the order and will settle it later. */
	record Acknowledged(@Nullable String bankReference) implements BankAnswer {
	}

	/** The bank had paid and has taken the money back in. */
	record Returned(@Nullable String utr, @Nullable String bankReference) implements BankAnswer {
	}

	/**
	 * The bank certainly has no order from this call: it never left this process, or the
	 * bank said that it does not take it.
	 */
	record NotSent(String reason) implements BankAnswer {
	}

	/** The bank says that it does not know the reference; it may still receive it. */
	record NotFound() implements BankAnswer {
	}

	/** The bank says that the request itself is malformed; it took no order from it. */
	record Malformed(String reason) implements BankAnswer {
	}

	/** No answer, or none that can be understood: the bank may have paid. */
	record Silent(String reason) implements BankAnswer {
	}

}
