package dev.hundi.bench.accept;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

import dev.hundi.api.limit.CallKind;
import dev.hundi.api.limit.RateLimits;
import dev.hundi.bench.measure.ProcessorTime;
import dev.hundi.bench.measure.Spread;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processor time of the rate limits without the rest of an accept: this JVM asks the API
 * that runs in it for requests at a steady rate, and waits at the same rate without
 * asking. Both are the same process with the same compiled code, so that figures far
 * below the difference of two processes are seen. Includes PostgreSQL.
 */
final class LimitsAlone {

	private static final Duration WARM_UP = Duration.ofSeconds(40);

	private static final Duration RUN = Duration.ofSeconds(10);

	private final JdbcClient jdbc;

	private final RateLimits limits;

	private final List<UUID> businesses;

	private final long gapNanos;

	LimitsAlone(JdbcClient jdbc, RateLimits limits, List<PayoutTarget> targets, double perSecond) {
		this.jdbc = jdbc;
		this.limits = limits;
		this.businesses = targets.stream().map(PayoutTarget::businessId).distinct().toList();
		this.gapNanos = (long) (1e9 / perSecond);
	}

	/** Milliseconds a request. */
	Spread measure(int pairs) {
		msPerRequest(this::take, WARM_UP);
		List<Double> differences = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			double asking = 0;
			if (i % 2 == 0) {
				asking = msPerRequest(this::take, RUN);
			}
			double waiting = msPerRequest(() -> {
			}, RUN);
			if (i % 2 == 1) {
				asking = msPerRequest(this::take, RUN);
			}
			differences.add(asking - waiting);
		}
		return Spread.of(differences);
	}

	private void take() {
		UUID business = this.businesses.get(ThreadLocalRandom.current().nextInt(this.businesses.size()));
		if (this.limits.take(business, CallKind.PAYOUT) > 0) {
			throw new IllegalStateException("A business has reached its limit");
		}
	}

	private double msPerRequest(Runnable request, Duration duration) {
		double before = processorMs();
		long start = System.nanoTime();
		int requests = 0;
		for (long due = start; due < start + duration.toNanos(); due += this.gapNanos) {
			for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
				LockSupport.parkNanos(wait);
			}
			request.run();
			requests++;
		}
		return (processorMs() - before) / requests;
	}

	private double processorMs() {
		long pid = ProcessHandle.current().pid();
		return ProcessorTime.of(pid) - ProcessorTime.ofCompilers(pid) + ProcessorTime.ofPostgres(this.jdbc);
	}

}
