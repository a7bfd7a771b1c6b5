package dev.hundi.wallet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BalanceRuleTests {

	@ParameterizedTest
	@CsvSource({ "0, 0, 100, 0, 100", "10, 0, 1001, 101, 900", "2.5, 0, 1, 1, 0", "0, 500, 400, 0, 0",
			"0, 500, 500, 0, 0", "0, 500, 501, 0, 1", "100, 0, 777, 777, 0", "33.33, 10, 0, 0, 0",
			"0.01, 0, 9223372036854775807, 922337203685478, 9222449699651090329" })
	void holdsBackReserveAndMinimumBalance(String percent, long minPaise, long availablePaise, long reservePaise,
			long spendablePaise) {
		BalanceRule rule = new BalanceRule(new BigDecimal(percent), minPaise);
		assertThat(rule.reservePaise(availablePaise)).isEqualTo(reservePaise);
		assertThat(rule.spendablePaise(availablePaise)).isEqualTo(spendablePaise);
	}

	@Test
	void roundsTheReserveUpForAnyBalanceAndPercent() {
		Random random = new Random(20_261_121);
		for (int i = 0; i < 10_000; i++) {
			long available = random.nextLong() >>> 1;
			BigDecimal percent = BigDecimal.valueOf(random.nextInt(10_001), 2);
			BigInteger exact = new BigDecimal(available).multiply(percent)
				.divide(BigDecimal.valueOf(100), 0, RoundingMode.CEILING)
				.toBigInteger();
			assertThat(new BalanceRule(percent, 0).reservePaise(available)).isEqualTo(exact.longValueExact());
		}
	}

	@Test
	void reservesNothingFromANegativeBalance() {
		assertThat(new BalanceRule(BigDecimal.TEN, 0).reservePaise(-5)).isZero();
		assertThat(new BalanceRule(BigDecimal.TEN, 0).spendablePaise(-5)).isZero();
	}

	@ParameterizedTest
	@CsvSource({ "-0.01, 0", "100.01, 0", "1.234, 0", "1, -1" })
	void rejectsInvalidRules(String percent, long minPaise) {
		assertThatIllegalArgumentException().isThrownBy(() -> new BalanceRule(new BigDecimal(percent), minPaise));
	}

}
