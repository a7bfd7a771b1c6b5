package dev.hundi.stream.relay;

import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SlotLagTests {

	private static final Instant START = Instant.parse("2026-11-22T06:30:00Z");

	private final SlotLag lag = new SlotLag();

	@Test
	void isUnknownWithoutASlot() {
		assertThat(this.lag.bytes()).isNaN();
		observe(0, 500, 100, null);
		this.lag.observed(null);
		assertThat(this.lag.bytes()).isNaN();
		assertThat(this.lag.seconds()).isNaN();
	}

	@Test
	void isZeroWhenEverythingIsConfirmed() {
		observe(0, 500, 500, null);
		assertThat(this.lag.bytes()).isZero();
		assertThat(this.lag.seconds()).isZero();
	}

	@Test
	void growsUntilThePositionOfTheFirstObservationIsConfirmed() {
		observe(0, 500, 100, null);
		observe(10, 700, 100, null);
		observe(20, 900, 499, null);
		assertThat(this.lag.bytes()).isEqualTo(401);
		assertThat(this.lag.seconds()).isEqualTo(20);
		observe(30, 900, 500, null);
		assertThat(this.lag.seconds()).as("since the WAL ended at 700").isEqualTo(20);
		observe(31, 900, 900, null);
		assertThat(this.lag.seconds()).isZero();
	}

	@Test
	void countsSinceTheSlotWasLastUsedIfThatIsLonger() {
		observe(100, 500, 100, START);
		assertThat(this.lag.seconds()).isEqualTo(100);
		observe(110, 500, 500, START);
		assertThat(this.lag.seconds()).as("nothing is retained").isZero();
	}

	@Test
	void staysBoundedAndExactDuringALongOutage() {
		for (int second = 0; second <= 100_000; second++) {
			observe(second, 1_000 + second, 999, null);
		}
		assertThat(this.lag.seconds()).isEqualTo(100_000);
		assertThat(this.lag.bytes()).isEqualTo(100_001);
		observe(100_001, 101_001, 51_000, null);
		assertThat(this.lag.seconds()).as("the marks are sparse").isBetween(40_000.0, 60_000.0);
	}

	private void observe(int second, long walEnd, long confirmed, @Nullable Instant inactiveSince) {
		this.lag.observed(new SlotPosition(START.plusSeconds(second), walEnd, confirmed, 0, inactiveSince));
	}

}
