package dev.hundi.payout;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RailLimitsTests {

	@ParameterizedTest
	@CsvSource({ "IMPS, 100, 50000000", "NEFT, 100, 49999999999", "RTGS, 20000000, 49999999999",
			"SELF, 100, 49999999999", "UPI, 100, 10000000" })
	void holdsThePlatformLimitsInPaise(Rail rail, long minPaise, long maxPaise) {
		assertThat(RailLimits.DEFAULT.minPaise(rail)).isEqualTo(minPaise);
		assertThat(RailLimits.DEFAULT.maxPaise(rail)).isEqualTo(maxPaise);
	}

	@Test
	void putsTheBusinessesOwnLimitsOverThePlatforms() {
		RailLimits limits = RailLimits.of(Map.of(Rail.UPI, new RailLimits.Range(5_00, 500_00)));
		assertThat(limits.minPaise(Rail.UPI)).isEqualTo(5_00);
		assertThat(limits.maxPaise(Rail.UPI)).isEqualTo(500_00);
		assertThat(limits.maxPaise(Rail.IMPS)).isEqualTo(RailLimits.DEFAULT.maxPaise(Rail.IMPS));
	}

	@Test
	void rejectsAnEmptyRange() {
		assertThatIllegalArgumentException().isThrownBy(() -> new RailLimits.Range(5_00, 4_99));
		assertThatIllegalArgumentException().isThrownBy(() -> new RailLimits.Range(0, 4_99));
	}

}
