package dev.hundi.bench.accept;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

import dev.hundi.bench.measure.Figures;

/**
 * Posts signed payouts over keep-alive connections, one thread each.
 */
public final class PayoutLoad {

	private final URI apiUrl;

	private final List<PayoutTarget> targets;

	public PayoutLoad(URI apiUrl, List<PayoutTarget> targets) {
		this.apiUrl = apiUrl;
		this.targets = List.copyOf(targets);
	}

	/** Each connection posts again as soon as it has an answer. */
	public Figures closedLoop(int connections, Duration duration) throws Exception {
		return run(connections, duration, System::nanoTime);
	}

	/**
	 * Payouts fall due at random at a given rate, whether or not earlier ones are
	 * answered. Latency counts from the due time, as in {@code pgbench -R}.
	 */
	public Figures openLoop(int connections, double perSecond, Duration duration) throws Exception {
		return run(connections, duration, new RandomTimes(System.nanoTime(), 1e9 / perSecond));
	}

	private Figures run(int connections, Duration duration, LongSupplier due) throws Exception {
		List<PayoutConnection> open = new ArrayList<>();
		try (ExecutorService threads = Executors.newCachedThreadPool()) {
			while (open.size() < connections) {
				open.add(new PayoutConnection(this.apiUrl));
			}
			long end = System.nanoTime() + duration.toNanos();
			List<Future<Times>> parts = new ArrayList<>();
			open.forEach((connection) -> parts.add(threads.submit(() -> post(connection, due, end))));
			LongStream.Builder ends = LongStream.builder();
			LongStream.Builder took = LongStream.builder();
			for (Future<Times> part : parts) {
				part.get().copyTo(ends, took);
			}
			return Figures.of(ends.build().toArray(), took.build().toArray());
		}
		finally {
			for (PayoutConnection connection : open) {
				connection.close();
			}
		}
	}

	private Times post(PayoutConnection connection, LongSupplier nextDue, long end) throws Exception {
		Times times = new Times();
		for (long due = nextDue.getAsLong(); due < end; due = nextDue.getAsLong()) {
			for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
				LockSupport.parkNanos(wait);
			}
			connection.post(this.targets.get(ThreadLocalRandom.current().nextInt(this.targets.size())));
			times.add(due, System.nanoTime());
		}
		return times;
	}

	/** Due times with the gaps of independent callers. */
	private static final class RandomTimes implements LongSupplier {

		private final double meanNanos;

		private double last;

		RandomTimes(long start, double meanNanos) {
			this.last = start;
			this.meanNanos = meanNanos;
		}

		@Override
		public synchronized long getAsLong() {
			this.last -= this.meanNanos * Math.log(1 - ThreadLocalRandom.current().nextDouble());
			return (long) this.last;
		}

	}

	/** Due and end times of the requests of one connection. */
	private static final class Times {

		private long[] due = new long[1024];

		private long[] ends = new long[1024];

		private int count;

		void add(long due, long end) {
			if (this.count == this.due.length) {
				this.due = Arrays.copyOf(this.due, 2 * this.count);
				this.ends = Arrays.copyOf(this.ends, 2 * this.count);
			}
			this.due[this.count] = due;
			this.ends[this.count++] = end;
		}

		void copyTo(LongStream.Builder ends, LongStream.Builder took) {
			for (int i = 0; i < this.count; i++) {
				ends.add(this.ends[i]);
				took.add(this.ends[i] - this.due[i]);
			}
		}

	}

}
