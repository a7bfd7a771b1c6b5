package dev.hundi.stream.sweep;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import dev.hundi.stream.kafka.StreamPositions;
import dev.hundi.stream.kafka.StreamPositions.Offsets;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.relay.RelaySettings;
import dev.hundi.stream.relay.SlotPosition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How far the stream has come, so that the sweep takes what the stream has lost and not
 * what it has yet to bring.
 */
@Component
class StreamProgress {

	private static final Logger logger = LoggerFactory.getLogger(StreamProgress.class);

	private final JdbcClient jdbc;

	private final RelaySettings relay;

	private final StreamPositions positions;

	private final SweepSettings settings;

	private final Map<Processor, ReaderProgress> readers = new EnumMap<>(Processor.class);

	private boolean isKnown;

	StreamProgress(JdbcClient jdbc, RelaySettings relay, StreamPositions positions, SweepSettings settings) {
		this.jdbc = jdbc;
		this.relay = relay;
		this.positions = positions;
		this.settings = settings;
	}

	/** Forgets what was seen: another copy has swept, or Kafka was unavailable. */
	void forget() {
		this.readers.clear();
		this.isKnown = false;
	}

	/**
	 * Looks once. If that is not possible, nothing is known until the next look, and the
	 * sweep goes on.
	 */
	void look() throws InterruptedException {
		this.isKnown = false;
		try {
			Optional<SlotPosition> slot = SlotPosition.read(this.jdbc, this.relay);
			if (slot.isPresent()) {
				this.positions.read().forEach((reader, offsets) -> seen(reader, slot.get(), offsets));
				this.isKnown = true;
			}
		}
		catch (ExecutionException | RuntimeException ex) {
			logger.warn("The position of the stream is not known; what is older than {} is swept",
					this.settings.stuckAfter(), ex);
		}
	}

	private void seen(Processor reader, SlotPosition slot, Offsets offsets) {
		this.readers.computeIfAbsent(reader, (key) -> new ReaderProgress(this.settings.stuckAfter()))
			.seen(slot, offsets);
	}

	/**
	 * Returns the moment before which a processor's work is overdue.
	 * @param aged the moment before which work is old enough, UTC
	 * @return the earlier one of that moment and the last one of which the stream brought
	 * all messages long enough ago. If the stream stands still or its position is not
	 * known, the moment as given
	 */
	Instant overdueBefore(Processor reader, Instant aged) {
		ReaderProgress progress = this.readers.get(reader);
		Instant received = (this.isKnown && progress != null) ? progress.received() : null;
		return (received != null && received.isBefore(aged)) ? received : aged;
	}

}
