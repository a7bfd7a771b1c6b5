package dev.hundi.stream.debit;

import java.util.List;

import dev.hundi.bank.PayoutKey;

/** Learns of debits as soon as they are committed, before their messages arrive. */
@FunctionalInterface
public interface AfterDebit {

	/**
	 * Must not wait and must not throw: debits go on afterwards.
	 * @param payouts those of a committed transaction; some may not have been debited
	 */
	void debited(List<PayoutKey> payouts);

}
