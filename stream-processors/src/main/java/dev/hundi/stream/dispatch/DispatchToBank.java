package dev.hundi.stream.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Sends debited payouts to the bank: claim, commit, call on a virtual thread, record.
 * Nothing is called that is not claimed first, so a crash anywhere leaves a row that
 * tells what may have happened.
 */
@Component
public class DispatchToBank implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(DispatchToBank.class);

	private final BankAttempts attempts;

	private final GuardedBank bank;

	private final RecordBankAnswer record;

	private final DispatchSettings settings;

	private final ExecutorService calls = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("bank-", 0).factory());

	DispatchToBank(BankAttempts attempts, GuardedBank bank, RecordBankAnswer record, DispatchSettings settings) {
		this.attempts = attempts;
		this.bank = bank;
		this.record = record;
		this.settings = settings;
	}

	/**
	 * Claims and sends those payouts that are debited and not under way. Returns when the
	 * last of them is claimed, before the bank has answered. Those left out because the
	 * bank's breaker is open are brought again by the sweeper.
	 */
	public void dispatch(List<PayoutKey> payouts) {
		List<PayoutKey> waiting = new ArrayList<>(payouts);
		while (!waiting.isEmpty() && this.bank.accepts()) {
			int taken = acquire(Math.min(waiting.size(), this.settings.batchSize()));
			List<PayoutKey> chunk = waiting.subList(0, taken);
			send(chunk);
			chunk.clear();
		}
	}

	private int acquire(int wanted) {
		try {
			return this.bank.acquire(wanted);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Stopped while waiting for the bank", ex);
		}
	}

	private void send(List<PayoutKey> chunk) {
		int unused = chunk.size();
		try {
			for (PaymentOrder order : this.attempts.claim(chunk, this.bank.name(), this.settings.lease())) {
				this.calls.execute(() -> pay(order));
				unused--;
			}
		}
		finally {
			this.bank.release(unused);
		}
	}

	/**
	 * If the answer cannot be recorded the claim expires and becomes a doubt, which an
	 * enquiry settles: nothing to undo here.
	 */
	private void pay(PaymentOrder order) {
		try {
			this.record.ofPayment(order, this.bank.pay(order));
		}
		catch (RuntimeException ex) {
			logger.warn("The bank's answer for payout {} was not recorded; an enquiry will bring it again",
					order.attempt().payout().payoutId(), ex);
		}
		finally {
			this.bank.release(1);
		}
	}

	@Override
	public void destroy() {
		this.calls.close();
	}

}
