package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.WaitingPayout;
import dev.hundi.bank.WaitingPayouts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Sends debited payouts to banks: claim, commit, call on a virtual thread, record.
 * Nothing is called that is not claimed first, so a crash anywhere leaves a row that
 * tells what may have happened.
 */
@Component
public class DispatchToBank implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(DispatchToBank.class);

	private static final int PAGE = 1_000;

	/**
	 * How long payouts of one bank hold up those of the others; a bank without room by
	 * then is drained by itself.
	 */
	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private final BankAttempts attempts;

	private final WaitingPayouts waiting;

	private final Banks banks;

	private final RecordBankAnswer record;

	private final DispatchSettings settings;

	private final ExecutorService calls = Executors
		.newThreadPerTaskExecutor(Thread.ofVirtual().name("bank-", 0).factory());

	private volatile boolean closing;

	DispatchToBank(BankAttempts attempts, WaitingPayouts waiting, Banks banks, RecordBankAnswer record,
			DispatchSettings settings) {
		this.attempts = attempts;
		this.waiting = waiting;
		this.banks = banks;
		this.record = record;
		this.settings = settings;
	}

	/**
	 * Claims and sends those payouts that are debited and not under way. Returns when the
	 * last of them is claimed or parked, before the bank has answered.
	 * @throws IllegalStateException if this process is ending
	 */
	public void dispatch(List<PayoutKey> payouts) {
		send(this.waiting.among(payouts));
	}

	/**
	 * Claims and sends waiting payouts, those left out for which older ones are parked.
	 * @return how many were claimed
	 * @throws IllegalStateException if this process is ending
	 */
	public int send(List<WaitingPayout> payouts) {
		Set<GuardedBank> full = new HashSet<>(this.banks.all().stream().filter(GuardedBank::parks).toList());
		return send(payouts, full);
	}

	/** Whether there is a bank that payouts may be sent to as they come. */
	public boolean hasCapacity() {
		return this.banks.all().stream().anyMatch((bank) -> !bank.parks());
	}

	/**
	 * Sends what is parked, the oldest first, as far as the banks take it. A bank for
	 * which none is left takes payouts as they come again.
	 */
	void drain() {
		if (this.banks.all().stream().noneMatch((bank) -> bank.parks() && bank.accepts())) {
			return;
		}
		Set<GuardedBank> full = new HashSet<>();
		WaitingPayout last = null;
		boolean unparked = false;
		while (true) {
			List<WaitingPayout> page = this.waiting.all(last, PAGE);
			send(page, full);
			boolean noRoom = this.banks.all().stream().noneMatch((bank) -> bank.accepts() && !full.contains(bank));
			if (noRoom || (unparked && page.size() < PAGE)) {
				return;
			}
			if (page.size() < PAGE) {
				// One more page: what came while the bank still parked stands behind the
				// last.
				this.banks.all()
					.stream()
					.filter((bank) -> bank.accepts() && !full.contains(bank))
					.forEach(GuardedBank::unpark);
				unparked = true;
			}
			last = page.isEmpty() ? last : page.getLast();
		}
	}

	/** Adds to the full banks those that had no room for all. */
	private int send(List<WaitingPayout> payouts, Set<GuardedBank> full) {
		int sent = 0;
		List<WaitingPayout> left = payouts;
		while (!left.isEmpty()) {
			Map<GuardedBank, List<WaitingPayout>> routed = new LinkedHashMap<>();
			for (WaitingPayout payout : left) {
				this.banks.of(payout, full)
					.ifPresentOrElse((bank) -> routed.computeIfAbsent(bank, (key) -> new ArrayList<>()).add(payout),
							() -> this.banks.possible(payout).forEach(GuardedBank::park));
			}
			Map<GuardedBank, List<WaitingPayout>> kept = sendEach(routed);
			full.addAll(kept.keySet());
			sent += count(routed) - count(kept);
			left = kept.values().stream().flatMap(List::stream).toList();
		}
		return sent;
	}

	private static int count(Map<GuardedBank, List<WaitingPayout>> payouts) {
		return payouts.values().stream().mapToInt(List::size).sum();
	}

	/** Each bank by itself, so that none waits for another. */
	private Map<GuardedBank, List<WaitingPayout>> sendEach(Map<GuardedBank, List<WaitingPayout>> routed) {
		Map<GuardedBank, List<WaitingPayout>> kept = new ConcurrentHashMap<>();
		if (routed.size() == 1) {
			routed.forEach((bank, payouts) -> send(bank, payouts, kept));
			return kept;
		}
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			var futures = routed.entrySet()
				.stream()
				.map((entry) -> threads.submit(() -> send(entry.getKey(), entry.getValue(), kept)))
				.toList();
			for (var future : futures) {
				future.get();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Stopped while waiting for banks", ex);
		}
		catch (java.util.concurrent.ExecutionException ex) {
			throw new IllegalStateException("Payouts could not be sent", ex.getCause());
		}
		return kept;
	}

	private void send(GuardedBank bank, List<WaitingPayout> payouts, Map<GuardedBank, List<WaitingPayout>> kept) {
		List<WaitingPayout> rest = new ArrayList<>(payouts);
		while (!rest.isEmpty()) {
			int taken = acquire(bank, Math.min(rest.size(), this.settings.batchSize()));
			if (taken == 0) {
				kept.put(bank, rest);
				return;
			}
			List<WaitingPayout> chunk = rest.subList(0, taken);
			claim(bank, chunk.stream().map(WaitingPayout::payout).toList());
			chunk.clear();
		}
	}

	/** In short steps, so that a process that ends claims nothing more. */
	private int acquire(GuardedBank bank, int wanted) {
		Duration step = PATIENCE.dividedBy(10);
		try {
			for (int i = 0; i < 10; i++) {
				if (this.closing) {
					throw new IllegalStateException("This process is ending; another takes its payouts");
				}
				int taken = bank.acquire(wanted, step);
				if (taken > 0 || !bank.accepts()) {
					return taken;
				}
			}
			return 0;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Stopped while waiting for bank " + bank.name(), ex);
		}
	}

	private void claim(GuardedBank bank, List<PayoutKey> payouts) {
		int unused = payouts.size();
		try {
			for (PaymentOrder order : this.attempts.claim(payouts, bank.name(), this.settings.lease())) {
				if (handOver(bank, order)) {
					unused--;
				}
			}
		}
		finally {
			bank.giveBack(unused);
		}
	}

	private boolean handOver(GuardedBank bank, PaymentOrder order) {
		try {
			this.calls.execute(() -> pay(bank, order));
			return true;
		}
		catch (RejectedExecutionException ex) {
			this.attempts.notSent(order.attempt(), "claimed while the process was ending", Duration.ZERO);
			return false;
		}
	}

	/**
	 * If the answer cannot be recorded the claim expires and becomes a doubt, which an
	 * enquiry settles: nothing to undo here.
	 */
	private void pay(GuardedBank bank, PaymentOrder order) {
		try {
			BankAnswer answer = bank.pay(order);
			this.record.ofPayment(order, answer);
			if (answer instanceof BankAnswer.NotSent && this.banks.all().size() > 1 && !this.closing) {
				dispatch(List.of(order.attempt().payout()));
			}
		}
		catch (RuntimeException ex) {
			logger.warn("The bank's answer for payout {} was not recorded; an enquiry will bring it again",
					order.attempt().payout().payoutId(), ex);
		}
	}

	/** Comes before anything is stopped. */
	@EventListener(ContextClosedEvent.class)
	void close() {
		this.closing = true;
	}

	@Override
	public void destroy() {
		this.closing = true;
		this.calls.close();
	}

}
