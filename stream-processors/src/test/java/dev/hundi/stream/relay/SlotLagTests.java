package dev.hundi.stream.relay;

import java.time.Instant;

import dev.hundi.stream.relay.SlotLag.Slot;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SlotLagTests {

	private static final Instant START = Instant.parse("2026-11-22T06:30:00Z");

	private final SlotLag lag = new SlotLag();

	@Test
	void isUnknownWithoutASlot() {
		assertThat(this.lag.bytes()).isNaN();
		observe(0, new Slot(500, 100, 0, null));
		this.lag.observed(null, START);
		assertThat(this.lag.bytes()).isNaN();
		assertThat(this.lag.seconds()).isNaN();
	}

	@Test
	void isZeroWhenEverythingIsConfirmed() {
		observe(0, new Slot(500, 500, 0, null));
		assertThat(this.lag.bytes()).isZero();
		assertThat(this.lag.seconds()).isZero();
	}

	@Test
	void growsUntilThePositionOfTheFirstObservationIsConfirmed() {
		observe(0, new Slot(500, 100, 0, null));
		observe(10, new Slot(700, 100, 0, null));
		observe(20, new Slot(900, 499, 0, null));
		assertThat(this.lag.bytes()).isEqualTo(401);
		assertThat(this.lag.seconds()).isEqualTo(20);
		observe(30, new Slot(900, 500, 0, null));
		assertThat(this.lag.seconds()).as("since the WAL ended at 700").isEqualTo(20);
		observe(31, new Slot(900, 900, 0, null));
		assertThat(this.lag.seconds()).isZero();
	}

	@Test
	void countsSinceTheSlotWasLastUsedIfThatIsLonger() {
		observe(100, new Slot(500, 100, 0, START));
		assertThat(this.lag.seconds()).isEqualTo(100);
		observe(110, new Slot(500, 500, 0, START));
		assertThat(this.lag.seconds()).as("nothing is retained").isZero();
	}

	@Test
	void staysBoundedAndExactDuringALongOutage() {
		for (int second = 0; second <= 100_000; second++) {
			observe(second, new Slot(1_000 + second, 999, 0, null));
		}
		assertThat(this.lag.seconds()).isEqualTo(100_000);
		assertThat(this.lag.bytes()).isEqualTo(100_001);
		observe(100_001, new Slot(101_001, 51_000, 0, null));
		assertThat(this.lag.seconds()).as("the marks are sparse").isBetween(40_000.0, 60_000.0);
	}

	private void observe(int second, Slot slot) {
		this.lag.observed(slot, START.plusSeconds(second));
	}

}
