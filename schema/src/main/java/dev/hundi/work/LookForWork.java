package dev.hundi.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Looks for work of several kinds with one statement, and wakes what is due. A poll that
 * finds nothing costs the wake-ups of a thread, of a connection and of a process of the
 * database, so that ten threads that poll cost ten times as much as one.
 */
public final class LookForWork implements SmartLifecycle {

	/**
	 * All work also runs this often by itself, because a lock of one table holds up the
	 * look for all.
	 */
	private static final Duration WITHOUT_LOOK = Duration.ofSeconds(5);

	private final JdbcClient jdbc;

	private final Duration withoutLook;

	private final List<Look> looks = new ArrayList<>();

	private RepeatedWork work = new RepeatedWork("look-for-work", WITHOUT_LOOK, false, this::look);

	public LookForWork(JdbcClient jdbc) {
		this(jdbc, WITHOUT_LOOK);
	}

	LookForWork(JdbcClient jdbc, Duration withoutLook) {
		this.jdbc = jdbc;
		this.withoutLook = withoutLook;
	}

	/**
	 * Returns work that runs at its start and when it is due; the caller starts it. Must
	 * be called before this is started.
	 * @param name of the work's thread
	 * @param interval in which the condition is asked
	 * @param enabled whether this instance runs the work
	 * @param condition asked anew for each look
	 */
	public RepeatedWork whenDue(String name, Duration interval, boolean enabled, Supplier<DueCondition> condition,
			RepeatedWork.Round round) {
		if (isRunning()) {
			throw new IllegalStateException("The looks have begun");
		}
		Duration longest = Collections.max(List.of(interval, this.withoutLook));
		RepeatedWork found = new RepeatedWork(name, longest, enabled, round);
		if (enabled) {
			this.looks.add(new Look(interval, condition, found));
		}
		return found;
	}

	@Override
	public synchronized void start() {
		if (!this.looks.isEmpty()) {
			Duration pause = this.looks.stream().map((look) -> look.interval).min(Duration::compareTo).orElseThrow();
			this.work = new RepeatedWork("look-for-work", pause, true, this::look);
			this.work.start();
		}
	}

	@Override
	public synchronized void stop() {
		this.work.stop();
	}

	@Override
	public synchronized boolean isRunning() {
		return this.work.isRunning();
	}

	private void look() {
		long now = System.nanoTime();
		List<Look> asked = this.looks.stream().filter((look) -> look.isDue(now)).toList();
		if (asked.isEmpty()) {
			return;
		}
		try {
			ask(asked);
		}
		catch (RuntimeException ex) {
			// A condition that fails must not hold up the work of the others.
			asked.forEach((look) -> look.work.wake());
			throw ex;
		}
	}

	private void ask(List<Look> asked) {
		List<DueCondition> conditions = asked.stream().map((look) -> look.condition.get()).toList();
		this.jdbc.sql(conditions.stream().map(DueCondition::sql).collect(Collectors.joining("), (", "SELECT (", ")")))
			.params(parameters(conditions))
			.query((row) -> {
				for (int i = 0; i < asked.size(); i++) {
					if (row.getBoolean(i + 1)) {
						asked.get(i).work.wake();
					}
				}
			});
	}

	private static Map<String, Object> parameters(List<DueCondition> conditions) {
		Map<String, Object> all = new HashMap<>();
		conditions.forEach((condition) -> condition.parameters().forEach((name, value) -> {
			if (all.putIfAbsent(name, value) != null) {
				throw new IllegalStateException("Two conditions have a parameter " + name);
			}
		}));
		return all;
	}

	/** Work of one kind. */
	private static final class Look {

		private final Duration interval;

		private final Supplier<DueCondition> condition;

		private final RepeatedWork work;

		private long nextNanos = System.nanoTime();

		Look(Duration interval, Supplier<DueCondition> condition, RepeatedWork work) {
			this.interval = interval;
			this.condition = condition;
			this.work = work;
		}

		/** A quarter early, because looks are not made at exact times. */
		boolean isDue(long now) {
			if (now - this.nextNanos < -this.interval.toNanos() / 4) {
				return false;
			}
			this.nextNanos = now + this.interval.toNanos();
			return true;
		}

	}

}
