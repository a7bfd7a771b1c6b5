package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.stream.debit.AfterDebit;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Dispatches payouts when their debit is committed, without the way of their message
 * through the change stream and Kafka. As far as banks have capacity, the transaction
 * that debits payouts claims them too, and then no message is sent. The message of
 * another payout dispatches what this process did not: after a crash, a failure, or when
 * too many payouts wait.
 */
@Component
public class DispatchAhead implements AfterDebit, DisposableBean {

	private static final Logger logger = LoggerFactory.getLogger(DispatchAhead.class);

	/**
	 * Larger groups are those of released bulk files, or of a stream that is behind. What
	 * their debit does not claim waits in Kafka, where the payouts of the API overtake
	 * rows of files.
	 */
	static final int MAX_GROUP = 64;

	/** Groups that wait while a bank has no capacity. */
	static final int MAX_WAITING = 4;

	private static final int MAX_REMEMBERED = 20_000;

	/** A message that arrives later looks its payout up. */
	private static final Duration REMEMBERED = Duration.ofMinutes(1);

	private final boolean enabled;

	private final Consumer<List<PayoutKey>> dispatch;

	private final Supplier<ReservedCapacity> reserve;

	private final Cache<PayoutKey, CompletableFuture<Boolean>> groups = Caffeine.newBuilder()
		.maximumSize(MAX_REMEMBERED)
		.expireAfterWrite(REMEMBERED)
		.executor(Runnable::run)
		.build();

	private final ThreadPoolExecutor thread = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS,
			new ArrayBlockingQueue<>(MAX_WAITING), Thread.ofVirtual().name("dispatch-ahead").factory());

	@Autowired
	DispatchAhead(Processors processors, DispatchToBank dispatch) {
		this(processors.runs(Processor.DISPATCH), dispatch::dispatch, dispatch::reserve);
	}

	DispatchAhead(boolean enabled, Consumer<List<PayoutKey>> dispatch, Supplier<ReservedCapacity> reserve) {
		this.enabled = enabled;
		this.dispatch = dispatch;
		this.reserve = reserve;
	}

	@Override
	public Group begin(int payouts) {
		return this.enabled ? new Dispatched(this.reserve.get(), payouts <= MAX_GROUP) : NotDispatched.INSTANCE;
	}

	private void dispatch(List<PayoutKey> payouts) {
		if (payouts.isEmpty()) {
			return;
		}
		CompletableFuture<Boolean> done = new CompletableFuture<>();
		payouts.forEach((payout) -> this.groups.put(payout, done));
		try {
			this.thread.execute(() -> completeAfterDispatch(done, payouts));
		}
		catch (RejectedExecutionException ex) {
			this.groups.invalidateAll(payouts);
			done.complete(false);
		}
	}

	/**
	 * The payouts that their messages must dispatch. Waits for groups that are being
	 * dispatched, so that no payout is looked up twice.
	 */
	List<PayoutKey> notDispatched(List<PayoutKey> payouts) {
		return payouts.stream().filter((payout) -> {
			CompletableFuture<Boolean> done = this.groups.asMap().remove(payout);
			return done == null || !done.join();
		}).toList();
	}

	/** Also after an Error: the consumer of their messages waits for it. */
	private void completeAfterDispatch(CompletableFuture<Boolean> done, List<PayoutKey> payouts) {
		boolean dispatched = false;
		try {
			this.dispatch.accept(payouts);
			dispatched = true;
		}
		catch (RuntimeException ex) {
			logger.debug("{} payouts are left to their messages", payouts.size(), ex);
		}
		finally {
			done.complete(dispatched);
		}
	}

	@Override
	public void destroy() {
		this.thread.close();
	}

	private final class Dispatched implements Group {

		private final ReservedCapacity capacity;

		private final boolean isSmall;

		Dispatched(ReservedCapacity capacity, boolean isSmall) {
			this.capacity = capacity;
			this.isSmall = isSmall;
		}

		@Override
		public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
			return this.capacity.banks(payouts);
		}

		@Override
		public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
			return this.capacity.banksOfRows(rows);
		}

		@Override
		public Duration lease() {
			return this.capacity.lease();
		}

		@Override
		public void debited(List<PayoutKey> payouts, List<ClaimedOrder> orders) {
			Set<PayoutKey> claimed = orders.stream()
				.map((order) -> order.order().attempt().payout())
				.collect(Collectors.toSet());
			this.capacity.send(orders);
			if (this.isSmall) {
				dispatch(payouts.stream().filter((payout) -> !claimed.contains(payout)).toList());
			}
		}

		@Override
		public void close() {
			this.capacity.close();
		}

	}

	/** Leaves payouts to their messages. */
	private enum NotDispatched implements Group {

		INSTANCE;

		@Override
		public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
			return NONE.banks(payouts);
		}

		@Override
		public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
			return NONE.banksOfRows(rows);
		}

		@Override
		public Duration lease() {
			return NONE.lease();
		}

		@Override
		public void debited(List<PayoutKey> payouts, List<ClaimedOrder> orders) {
		}

		@Override
		public void close() {
		}

	}

}
