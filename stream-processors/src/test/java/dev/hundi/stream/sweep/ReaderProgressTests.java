package dev.hundi.stream.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import dev.hundi.stream.kafka.StreamPositions.Offsets;
import dev.hundi.stream.relay.SlotPosition;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReaderProgressTests {

	private static final Instant START = Instant.parse("2026-11-29T10:00:00Z");

	private final ReaderProgress progress = new ReaderProgress(Duration.ofSeconds(10));

	@Test
	void hasReceivedNothingAtFirst() {
		see(0, 100, 100, Map.of(0, 7L), Map.of(0, 7L));
		assertThat(this.progress.received()).isEqualTo(Instant.EPOCH);
	}

	@Test
	void hasReceivedWhatRelayAndProcessorHavePassedForLongEnough() {
		see(0, 100, 90, Map.of(0, 7L), Map.of(0, 7L));
		see(5, 110, 100, Map.of(0, 9L), Map.of(0, 8L));
		see(10, 120, 110, Map.of(0, 12L), Map.of(0, 9L));
		see(20, 130, 120, Map.of(0, 14L), Map.of(0, 12L));
		assertThat(this.progress.received()).isEqualTo(Instant.EPOCH);
		see(21, 140, 130, Map.of(0, 16L), Map.of(0, 13L));
		assertThat(this.progress.received()).isEqualTo(START);
		see(31, 150, 140, Map.of(0, 18L), Map.of(0, 14L));
		assertThat(this.progress.received()).isEqualTo(at(5));
	}

	@Test
	void waitsForTheRelay() {
		for (int second = 0; second <= 70; second++) {
			see(second, 100 + second, 50 + second, Map.of(0, 7L), Map.of(0, 7L));
		}
		// The WAL of a second is published fifty seconds later.
		assertThat(this.progress.received()).isEqualTo(at(9));
	}

	@Test
	void waitsForEachPartition() {
		for (int second = 0; second <= 60; second++) {
			see(second, 100 + second, 100 + second, Map.of(0, 100L + second, 1, 100L + second),
					Map.of(0, 100L + second, 1, 70L + second));
		}
		// Partition 1 is thirty messages, and so thirty seconds, behind.
		assertThat(this.progress.received()).isEqualTo(at(18));
	}

	@Test
	void knowsNothingWhileAPartitionThatIsBehindStandsStill() {
		for (int second = 0; second <= 11; second++) {
			assertThat(this.progress.received()).isNotNull();
			see(second, 100 + second, 100 + second, Map.of(0, 9L, 1, 10L + second), Map.of(0, 8L, 1, 9L + second));
		}
		assertThat(this.progress.received()).isNull();
		see(12, 112, 112, Map.of(0, 9L, 1, 22L), Map.of(0, 9L, 1, 21L));
		assertThat(this.progress.received()).isEqualTo(Instant.EPOCH);
	}

	@Test
	void knowsNothingWhileARelayThatIsBehindStandsStill() {
		for (int second = 0; second <= 11; second++) {
			assertThat(this.progress.received()).isNotNull();
			see(second, 100 + second, 99, Map.of(0, 9L), Map.of(0, 9L));
		}
		assertThat(this.progress.received()).isNull();
	}

	@Test
	void waitsForAProcessorThatHasCommittedNothingOnlyWhileItMayStart() {
		for (int second = 0; second <= 11; second++) {
			assertThat(this.progress.received()).isNotNull();
			see(second, 100, 100, Map.of(0, 9L, 1, 0L), Map.of());
		}
		assertThat(this.progress.received()).isNull();
	}

	@Test
	void doesNotWaitForTheEndsOfTopicsThatWereCreatedAgain() {
		see(0, 100, 100, Map.of(0, 5_000L), Map.of(0, 4_990L));
		see(1, 101, 101, Map.of(0, 5_000L), Map.of(0, 4_991L));
		see(2, 102, 102, Map.of(0, 3L), Map.of());
		see(3, 103, 103, Map.of(0, 3L), Map.of(0, 3L));
		see(14, 104, 104, Map.of(0, 4L), Map.of(0, 4L));
		assertThat(this.progress.received()).isAfterOrEqualTo(START);
	}

	@Test
	void keepsABoundedNumberOfMarks() {
		for (int second = 0; second < 3_000; second++) {
			see(second, 100 + second, 100 + second, Map.of(0, 10_000L + second), Map.of(0, (long) second));
		}
		assertThat(this.progress.received()).isEqualTo(Instant.EPOCH);
		for (int second = 3_000; second < 3_020; second++) {
			see(second, 100 + second, 100 + second, Map.of(0, 20_000L), Map.of(0, 20_000L));
		}
		assertThat(this.progress.received()).isEqualTo(at(999));
		see(3_020, 5_000, 5_000, Map.of(0, 20_000L), Map.of(0, 20_000L));
		see(3_040, 5_000, 5_000, Map.of(0, 20_000L), Map.of(0, 20_000L));
		assertThat(this.progress.received()).isAfter(at(3_000));
	}

	private void see(int second, long walEnd, long confirmed, Map<Integer, Long> ends, Map<Integer, Long> committed) {
		this.progress.seen(new SlotPosition(at(second), walEnd, confirmed, 0, null), new Offsets(ends, committed));
	}

	private static Instant at(int second) {
		return START.plusSeconds(second);
	}

}
