package dev.hundi.stream.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

import dev.hundi.stream.kafka.StreamPositions.Offsets;
import dev.hundi.stream.relay.SlotPosition;
import org.jspecify.annotations.Nullable;

/**
 * Until when a processor has received the committed events. Each look at the stream adds
 * a mark: the end of the WAL at a moment. Later looks find that the relay has published
 * everything up to it, and then that the processor has committed the ends of its topic of
 * that time.
 */
final class ReaderProgress {

	/** No further ones are added meanwhile, so that an outage does not fill memory. */
	private static final int MAX_MARKS = 1_000;

	private static final int RELAY = -1;

	/** How long messages may take, and how long a part of the stream may stand still. */
	private final Duration patience;

	/** Oldest first. */
	private final Deque<Mark> marks = new ArrayDeque<>();

	/** What is behind, by partition, or {@link #RELAY}. */
	private final Map<Integer, Behind> behind = new HashMap<>();

	/** Nothing has been received yet, as far as is known. */
	private Instant received = Instant.EPOCH;

	private boolean standsStill;

	ReaderProgress(Duration patience) {
		this.patience = patience;
	}

	/**
	 * Adds what was seen.
	 * @param slot the relay's slot at that moment
	 * @param offsets of the processor, read after the slot
	 */
	void seen(SlotPosition slot, Offsets offsets) {
		this.marks.forEach((mark) -> mark.seen(slot, offsets));
		while (!this.marks.isEmpty() && this.marks.getFirst().isReceivedBefore(slot.at().minus(this.patience))) {
			this.received = this.marks.removeFirst().at;
		}
		if (this.marks.size() < MAX_MARKS) {
			this.marks.addLast(new Mark(slot.at(), slot.walEnd()));
		}
		compare(RELAY, slot.confirmed(), slot.walEnd(), slot.at());
		offsets.ends()
			.forEach((partition, end) -> compare(partition, offsets.committed().getOrDefault(partition, 0L), end,
					slot.at()));
		this.standsStill = this.behind.values()
			.stream()
			.anyMatch((each) -> each.since.isBefore(slot.at().minus(this.patience)));
	}

	private void compare(int part, long position, long end, Instant at) {
		Behind before = this.behind.get(part);
		if (position >= end) {
			this.behind.remove(part);
		}
		else if (before == null || before.position != position) {
			this.behind.put(part, new Behind(position, at));
		}
	}

	/**
	 * Returns a moment, UTC: messages about what was committed before it were received
	 * longer than the patience ago. Null if part of the stream stands still, because its
	 * messages may never come.
	 */
	@Nullable Instant received() {
		return this.standsStill ? null : this.received;
	}

	/** A position that is behind, and when it was first seen. */
	private record Behind(long position, Instant since) {
	}

	private static final class Mark {

		private final Instant at;

		private final long walEnd;

		/** Of the first look after the relay had published everything before the mark. */
		private @Nullable Map<Integer, Long> ends;

		private @Nullable Instant receivedAt;

		Mark(Instant at, long walEnd) {
			this.at = at;
			this.walEnd = walEnd;
		}

		void seen(SlotPosition slot, Offsets offsets) {
			if (this.ends == null && slot.confirmed() >= Math.min(this.walEnd, slot.walEnd())) {
				this.ends = offsets.ends();
			}
			if (this.ends != null && this.receivedAt == null && isReceived(this.ends, offsets)) {
				this.receivedAt = slot.at();
			}
		}

		/** Topics that were created again end earlier than they did. */
		private static boolean isReceived(Map<Integer, Long> ends, Offsets offsets) {
			return offsets.ends()
				.entrySet()
				.stream()
				.allMatch((end) -> offsets.committed().getOrDefault(end.getKey(), 0L) >= Math.min(end.getValue(),
						ends.getOrDefault(end.getKey(), 0L)));
		}

		boolean isReceivedBefore(Instant moment) {
			return this.receivedAt != null && this.receivedAt.isBefore(moment);
		}

	}

}
