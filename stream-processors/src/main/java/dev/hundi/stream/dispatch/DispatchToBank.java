package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.OpenRoutes;
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
 * Sends debited payouts to banks: claim, commit, call on a virtual thread, record. Every
 * call is claimed first, so a crash always leaves a row that shows what may have
 * happened. A claim whose lease has expired is not sent.
 */
@Component
public class DispatchToBank implements DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(DispatchToBank.class);

	private static final int PAGE = 1_000;

	/**
	 * Maximum time that payouts of one bank delay those of others. A bank without
	 * capacity by then, or whose rate limits it still, is drained separately.
	 */
	private static final Duration CAPACITY_TIMEOUT = Duration.ofSeconds(1);

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
	 * Claims and sends the payouts that are debited and not in flight. Returns when all
	 * are claimed or parked, before the banks answer.
	 * @throws IllegalStateException if this process is shutting down
	 */
	public void dispatch(List<PayoutKey> payouts) {
		send(this.waiting.among(payouts));
	}

	/**
	 * Claims and sends waiting payouts. Payouts for banks with older parked payouts are
	 * parked too.
	 * @return the number of claimed payouts
	 * @throws IllegalStateException if this process is shutting down
	 */
	public int send(List<WaitingPayout> payouts) {
		Set<GuardedBank> full = new HashSet<>(this.banks.all().stream().filter(GuardedBank::parks).toList());
		return send(payouts, full);
	}

	/** Begins to reserve capacity of banks for payouts before they are debited. */
	ReservedCapacity reserve() {
		return new ReservedCapacity(this.banks, this.settings.lease(), this::sendClaimed);
	}

	private void sendClaimed(GuardedBank bank, List<PaymentOrder> orders) {
		handOver(bank, orders, () -> pay(bank, orders));
	}

	/** Consumes a permit for each order. */
	private void handOver(GuardedBank bank, List<PaymentOrder> orders, Runnable call) {
		boolean handedOver = false;
		try {
			handedOver = begin(call, orders);
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to release the claims of {} payouts, which are not sent; enquiries will resolve them",
					orders.size(), ex);
		}
		finally {
			if (!handedOver) {
				bank.release(orders.size());
			}
		}
	}

	/**
	 * Where payouts can be sent that no parked ones precede. A bank that does not accept
	 * them is among these until the first one is parked for it.
	 */
	public OpenRoutes openRoutes() {
		return this.banks.openRoutes((bank) -> !bank.parks());
	}

	/**
	 * Sends parked payouts, oldest first, as far as the banks have capacity. What banks
	 * with capacity were not sent in time is drained again at once: pauses would lose a
	 * part of their rates.
	 */
	void drain() {
		Set<GuardedBank> full;
		do {
			full = new HashSet<>();
			drain(full);
		}
		while (full.stream().anyMatch((bank) -> bank.parks() && bank.hasCapacity()));
	}

	/**
	 * Sends parked payouts and adds the banks without capacity for all to the full banks.
	 * A bank with no parked payouts left accepts new payouts again, whatever waits for
	 * other banks.
	 */
	private void drain(Set<GuardedBank> full) {
		if (this.banks.all().stream().noneMatch((bank) -> bank.parks() && bank.accepts())) {
			return;
		}
		WaitingPayout last = null;
		boolean unparked = false;
		while (true) {
			// A bank that accepts again meanwhile was not sent the payouts of earlier
			// pages.
			this.banks.all().stream().filter((bank) -> !bank.accepts()).forEach(full::add);
			OpenRoutes routes = this.banks.openRoutes((bank) -> !full.contains(bank));
			List<WaitingPayout> page = this.waiting.all(routes, last, PAGE);
			send(page, full);
			List<GuardedBank> free = this.banks.all()
				.stream()
				.filter((bank) -> bank.accepts() && !full.contains(bank))
				.toList();
			if (free.isEmpty() || (unparked && page.size() < PAGE)) {
				return;
			}
			if (page.size() < PAGE) {
				// Read one more page: payouts parked meanwhile follow the last one.
				free.forEach(GuardedBank::unpark);
				unparked = true;
			}
			last = page.isEmpty() ? last : page.getLast();
		}
	}

	/** Sends payouts and adds the banks without capacity for all to the full banks. */
	private int send(List<WaitingPayout> payouts, Set<GuardedBank> full) {
		LongAdder claimed = new LongAdder();
		List<WaitingPayout> left = payouts;
		while (!left.isEmpty()) {
			Map<GuardedBank, List<WaitingPayout>> routed = new LinkedHashMap<>();
			for (WaitingPayout payout : left) {
				this.banks.of(payout, full)
					.ifPresentOrElse((bank) -> routed.computeIfAbsent(bank, (key) -> new ArrayList<>()).add(payout),
							() -> this.banks.possible(payout).forEach(GuardedBank::park));
			}
			Map<GuardedBank, List<WaitingPayout>> kept = sendEach(routed, claimed);
			full.addAll(kept.keySet());
			left = kept.values().stream().flatMap(List::stream).toList();
		}
		return claimed.intValue();
	}

	/** Sends to the banks in parallel, so that none delays another. */
	private Map<GuardedBank, List<WaitingPayout>> sendEach(Map<GuardedBank, List<WaitingPayout>> routed,
			LongAdder claimed) {
		Map<GuardedBank, List<WaitingPayout>> kept = new ConcurrentHashMap<>();
		if (routed.size() == 1) {
			routed.forEach((bank, payouts) -> send(bank, payouts, kept, claimed));
			return kept;
		}
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			var futures = routed.entrySet()
				.stream()
				.map((entry) -> threads.submit(() -> send(entry.getKey(), entry.getValue(), kept, claimed)))
				.toList();
			for (var future : futures) {
				future.get();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for banks", ex);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Failed to send payouts", ex.getCause());
		}
		return kept;
	}

	private void send(GuardedBank bank, List<WaitingPayout> payouts, Map<GuardedBank, List<WaitingPayout>> kept,
			LongAdder claimed) {
		long began = System.nanoTime();
		List<WaitingPayout> rest = new ArrayList<>(payouts);
		while (!rest.isEmpty()) {
			boolean late = System.nanoTime() - began > CAPACITY_TIMEOUT.toNanos() && bank.isLimitedByRate();
			int taken = late ? 0 : acquire(bank, Math.min(rest.size(), this.settings.batchSize()));
			if (taken == 0) {
				kept.put(bank, rest);
				return;
			}
			List<WaitingPayout> chunk = rest.subList(0, taken);
			claimed.add(claim(bank, chunk.stream().map(WaitingPayout::payout).toList()));
			chunk.clear();
		}
	}

	/** Waits in short steps, so that a process that shuts down claims nothing more. */
	private int acquire(GuardedBank bank, int wanted) {
		Duration step = CAPACITY_TIMEOUT.dividedBy(10);
		try {
			for (int i = 0; i < 10; i++) {
				if (this.closing) {
					throw new IllegalStateException(
							"This process is shutting down; another instance takes over its payouts");
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
			throw new IllegalStateException("Interrupted while waiting for bank " + bank.name(), ex);
		}
	}

	/**
	 * Claims payouts and sends them.
	 * @return how many; none that a bank statement shows as paid
	 */
	private int claim(GuardedBank bank, List<PayoutKey> payouts) {
		int unused = payouts.size();
		try {
			List<PaymentOrder> orders = this.attempts.claim(payouts, bank.name(), this.settings.lease());
			if (!orders.isEmpty() && begin(() -> pay(bank, orders), orders)) {
				unused -= orders.size();
			}
			return orders.size();
		}
		finally {
			bank.release(unused);
		}
	}

	/**
	 * Begins a call on a thread of its own.
	 * @return false if this process shuts down: the orders are recorded as not sent
	 */
	private boolean begin(Runnable call, List<PaymentOrder> orders) {
		try {
			this.calls.execute(call);
			return true;
		}
		catch (RejectedExecutionException ex) {
			this.record.unsent(orders);
			return false;
		}
	}

	/**
	 * Pays those orders whose claims are held, each call on its own thread but the last;
	 * consumes one permit for each order. A claim that expired before the call is not
	 * sent, and an enquiry resolves its payout.
	 */
	void pay(GuardedBank bank, List<PaymentOrder> orders) {
		List<PaymentOrder> held = held(bank, orders);
		int first = 0;
		for (int next = bank.ordersPerCall(); next < held.size(); next += bank.ordersPerCall()) {
			List<PaymentOrder> together = held.subList(first, next);
			handOver(bank, together, () -> payTogether(bank, together));
			first = next;
		}
		if (first < held.size()) {
			payTogether(bank, held.subList(first, held.size()));
		}
	}

	/** Releases the permits of the orders whose claims are not held. */
	private List<PaymentOrder> held(GuardedBank bank, List<PaymentOrder> orders) {
		List<PaymentOrder> held = List.of();
		try {
			held = withHeldClaims(bank, orders);
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to check the claims of {} payouts; not sent, enquiries will resolve them",
					orders.size(), ex);
		}
		finally {
			bank.release(orders.size() - held.size());
		}
		return held;
	}

	private List<PaymentOrder> withHeldClaims(GuardedBank bank, List<PaymentOrder> orders) {
		List<PaymentOrder> held = new ArrayList<>();
		List<Boolean> areHeld = this.attempts.areHeld(orders.stream().map(PaymentOrder::attempt).toList());
		for (int i = 0; i < orders.size(); i++) {
			if (areHeld.get(i)) {
				held.add(orders.get(i));
			}
			else {
				logger.warn("The claim of payout {} expired before the call to bank {}; not sent",
						orders.get(i).attempt().payout().payoutId(), bank.name());
			}
		}
		return held;
	}

	/**
	 * Pays by one call and records the answers; consumes one permit for each order. If
	 * recording fails, the claim expires, the payout becomes in doubt and an enquiry
	 * resolves it.
	 */
	private void payTogether(GuardedBank bank, List<PaymentOrder> orders) {
		try {
			List<BankAnswer> answers = bank.pay(orders);
			this.record.ofPayments(orders, answers);
			List<PayoutKey> notSent = IntStream.range(0, orders.size())
				.filter((i) -> answers.get(i) instanceof BankAnswer.NotSent)
				.mapToObj((i) -> orders.get(i).attempt().payout())
				.toList();
			if (!notSent.isEmpty() && this.banks.all().size() > 1 && !this.closing) {
				dispatch(notSent);
			}
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to pay payouts {}, or to send again what was not sent; enquiries will resolve them",
					orders.stream().map((order) -> order.attempt().payout().payoutId()).toList(), ex);
		}
	}

	/** Runs before any bean is stopped. */
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
