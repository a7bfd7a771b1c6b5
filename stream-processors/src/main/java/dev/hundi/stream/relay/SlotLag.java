package dev.hundi.stream.relay;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

import org.jspecify.annotations.Nullable;

/**
 * How far the replication slot is behind the end of the WAL, from repeated observations.
 * The time is that since the WAL first exceeded the slot's confirmed position, so it is
 * known whichever instance leads, and if none does.
 */
final class SlotLag {

	private static final int MAX_MARKS = 1_000;

	/** Earlier ends of the WAL beyond the confirmed position, oldest first. */
	private final Deque<Mark> marks = new ArrayDeque<>();

	/** Every how many observations one is kept. */
	private int stride = 1;

	private int observations;

	private volatile double bytes = Double.NaN;

	private volatile double seconds = Double.NaN;

	private volatile double retainedBytes = Double.NaN;

	/**
	 * Adds an observation.
	 * @param slot the slot, or null if it does not exist
	 */
	synchronized void observed(@Nullable SlotPosition slot) {
		if (slot == null) {
			this.marks.clear();
			this.bytes = Double.NaN;
			this.seconds = Double.NaN;
			this.retainedBytes = Double.NaN;
			return;
		}
		while (!this.marks.isEmpty() && this.marks.getFirst().position <= slot.confirmed()) {
			this.marks.removeFirst();
		}
		if (this.marks.isEmpty()) {
			this.stride = 1;
		}
		if (slot.walEnd() > slot.confirmed() && this.observations++ % this.stride == 0) {
			add(new Mark(slot.walEnd(), slot.at()));
		}
		this.bytes = Math.max(0, slot.walEnd() - slot.confirmed());
		this.seconds = this.marks.isEmpty() ? 0 : secondsBehind(slot);
		this.retainedBytes = Math.max(0, slot.walEnd() - slot.retainedFrom());
	}

	/** Returns the bytes of WAL after the confirmed position; NaN without a slot. */
	double bytes() {
		return this.bytes;
	}

	/** Returns the age of the oldest change that is not confirmed; NaN without a slot. */
	double seconds() {
		return this.seconds;
	}

	/**
	 * Returns the bytes of WAL that the server keeps for the slot; NaN without a slot. It
	 * keeps all WAL since the oldest open transaction that writes began, however small
	 * the lag is.
	 */
	double retainedBytes() {
		return this.retainedBytes;
	}

	private double secondsBehind(SlotPosition slot) {
		Instant since = this.marks.getFirst().at;
		Instant inactiveSince = slot.inactiveSince();
		if (inactiveSince != null && inactiveSince.isBefore(since)) {
			since = inactiveSince;
		}
		// After a failover, the database's clock may be behind.
		return Math.max(0, Duration.between(since, slot.at()).toMillis() / 1000.0);
	}

	/** Halves the number of marks when there are too many, so that they stay even. */
	private void add(Mark mark) {
		if (this.marks.size() == MAX_MARKS) {
			this.stride *= 2;
			Iterator<Mark> each = this.marks.iterator();
			for (int i = 0; each.hasNext(); i++) {
				each.next();
				if (i % 2 == 1) {
					each.remove();
				}
			}
		}
		this.marks.addLast(mark);
	}

	private record Mark(long position, Instant at) {
	}

}
