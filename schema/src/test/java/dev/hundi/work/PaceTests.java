package dev.hundi.work;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PaceTests {

	private static final Duration SHORT = Duration.ofMillis(5);

	private static final Duration LONG = Duration.ofMillis(20);

	@Test
	void waitsLongerAfterABusyGroup() {
		Pace pace = Pace.steady(SHORT).from(3, LONG);
		assertThat(pace.after(1)).isEqualTo(SHORT);
		assertThat(pace.after(2)).isEqualTo(SHORT);
		assertThat(pace.after(3)).isEqualTo(LONG);
		assertThat(pace.after(500)).isEqualTo(LONG);
	}

	@Test
	void waitsStillLongerAfterALargerGroup() {
		Pace pace = Pace.steady(SHORT).from(3, LONG).from(30, LONG.multipliedBy(2));
		assertThat(pace.after(2)).isEqualTo(SHORT);
		assertThat(pace.after(29)).isEqualTo(LONG);
		assertThat(pace.after(30)).isEqualTo(LONG.multipliedBy(2));
	}

	@Test
	void isTheSameAfterEveryGroupIfSteady() {
		assertThat(Pace.steady(LONG).after(1)).isEqualTo(LONG);
		assertThat(Pace.steady(LONG).after(500)).isEqualTo(LONG);
	}

	@Test
	void rejectsIntervalsThatShrinkUnderLoad() {
		assertThatIllegalArgumentException().isThrownBy(() -> Pace.steady(SHORT.negated()));
		assertThatIllegalArgumentException().isThrownBy(() -> Pace.steady(LONG).from(3, SHORT));
		assertThatIllegalArgumentException().isThrownBy(() -> Pace.steady(SHORT).from(0, LONG));
		Pace pace = Pace.steady(SHORT).from(3, LONG);
		assertThatIllegalArgumentException().isThrownBy(() -> pace.from(30, SHORT));
		assertThatIllegalArgumentException().isThrownBy(() -> pace.from(3, LONG));
	}

}
