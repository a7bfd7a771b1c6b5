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
		Pace pace = new Pace(SHORT, LONG, 3);
		assertThat(pace.after(1)).isEqualTo(SHORT);
		assertThat(pace.after(2)).isEqualTo(SHORT);
		assertThat(pace.after(3)).isEqualTo(LONG);
		assertThat(pace.after(500)).isEqualTo(LONG);
	}

	@Test
	void waitsLongestAfterACrowdedGroup() {
		Pace pace = new Pace(SHORT, LONG, 3, LONG.multipliedBy(2), 30);
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
		assertThatIllegalArgumentException().isThrownBy(() -> new Pace(LONG, SHORT, 3));
		assertThatIllegalArgumentException().isThrownBy(() -> new Pace(SHORT.negated(), LONG, 3));
		assertThatIllegalArgumentException().isThrownBy(() -> new Pace(SHORT, LONG, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> new Pace(SHORT, LONG, 3, SHORT, 30));
		assertThatIllegalArgumentException().isThrownBy(() -> new Pace(SHORT, LONG, 3, LONG, 2));
	}

}
