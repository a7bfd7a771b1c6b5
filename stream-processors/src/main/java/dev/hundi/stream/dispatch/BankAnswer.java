package dev.hundi.stream.dispatch;

import dev.hundi.bank.BankReport;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;

/** What a call to a bank has proved. */
sealed interface BankAnswer {

	/** Its label in metrics. */
	default String label() {
		return switch (this) {
			case Paid _ -> "paid";
			case Refused _ -> "refused";
			case Queued _ -> "queued";
			case Acknowledged _ -> "acknowledged";
			case Returned _ -> "returned";
			case NotSent _ -> "not_sent";
			case Implausible _ -> "implausible";
			case NotFound _ -> "not_found";
			case Malformed _ -> "malformed";
			case Silent _ -> "silent";
		};
	}

	record Paid(BankReport report) implements BankAnswer {
	}

	/** The bank has not paid and never will. */
	record Refused(ResponseCode code, String message, BankReport report) implements BankAnswer {
	}

	/** The order is on its way to the bank, which has not reported a status yet. */
	record Queued() implements BankAnswer {
	}

	/** The bank has accepted the order and will settle it later. */
	record Acknowledged(@Nullable String bankReference) implements BankAnswer {
	}

	/** The bank had paid and the money was returned. */
	record Returned(BankReport report) implements BankAnswer {
	}

	/**
	 * The bank has no order from this call: it never left this process, or the bank
	 * declined it.
	 */
	record NotSent(String reason) implements BankAnswer {
	}

	/** The bank answered about the reference, but what it states cannot be true. */
	record Implausible(String reason) implements BankAnswer {
	}

	/** The bank does not know the reference. It may still receive the order. */
	record NotFound() implements BankAnswer {
	}

	/** The bank rejected the request as malformed and accepted no order from it. */
	record Malformed(String reason) implements BankAnswer {
	}

	/** No answer or an incomprehensible one: the bank may have paid. */
	record Silent(String reason) implements BankAnswer {
	}

}
