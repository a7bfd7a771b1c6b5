package dev.hundi.payout;

import java.math.BigDecimal;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CommissionPlanTests {

	@ParameterizedTest
	@CsvSource({ "IMPS, 1, 200, 36", "IMPS, 100000, 200, 36", "IMPS, 100001, 400, 72", "IMPS, 2500000, 400, 72",
			"IMPS, 2500001, 800, 144", "NEFT, 100, 150, 27", "RTGS, 20000000, 1000, 180", "UPI, 100, 200, 36",
			"SELF, 49999999999, 0, 0" })
	void chargesByThePlatformsPlan(Rail rail, long amountPaise, long commissionPaise, long gstPaise) {
		assertThat(CommissionPlan.DEFAULT.charge(rail, amountPaise)).isEqualTo(new Charge(commissionPaise, gstPaise));
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "1, 0", "2, 0", "3, 1", "25, 5", "75, 14", "125, 23", "175, 32", "225, 41" })
	void roundsGstHalfUpToThePaisa(long commissionPaise, long gstPaise) {
		CommissionPlan plan = CommissionPlan.of(List.of(CommissionSlab.flat(Rail.IMPS, 0, commissionPaise)));
		assertThat(plan.charge(Rail.IMPS, 100).gstPaise()).isEqualTo(gstPaise);
	}

	@Test
	void pricesARailByTheBusinessAndTheOthersByThePlatform() {
		CommissionPlan plan = CommissionPlan.of(List.of(CommissionSlab.flat(Rail.IMPS, 5_000_00, 9_00),
				CommissionSlab.flat(Rail.IMPS, 0, 1_00), CommissionSlab.flat(Rail.SELF, 0, 5_00)));
		assertThat(plan.charge(Rail.IMPS, 5_000_00).commissionPaise()).isEqualTo(1_00);
		assertThat(plan.charge(Rail.IMPS, 5_000_01).commissionPaise()).isEqualTo(9_00);
		assertThat(plan.charge(Rail.SELF, 1_00).commissionPaise()).isEqualTo(5_00);
		assertThat(plan.charge(Rail.NEFT, 1_00).commissionPaise()).isEqualTo(1_50);
	}

	@Test
	void pricesAmountsBelowTheBusinessesOwnSlabsByThePlatform() {
		CommissionPlan plan = CommissionPlan.of(List.of(CommissionSlab.flat(Rail.IMPS, 5_000_00, 9_00)));
		assertThat(plan.charge(Rail.IMPS, 5_000_00).commissionPaise()).isEqualTo(4_00);
	}

	@Test
	void addsThePercentageHalfUpAndHoldsItBetweenItsBounds() {
		CommissionSlab slab = slab("0.25", 3_00, 10_00L);
		assertThat(slab.commissionPaise(1_00)).isEqualTo(3_00);
		assertThat(slab.commissionPaise(1_000_00)).isEqualTo(1_00 + 2_50);
		assertThat(slab.commissionPaise(1_002_00)).isEqualTo(1_00 + 2_51);
		assertThat(slab.commissionPaise(1_001_99)).isEqualTo(1_00 + 2_50);
		assertThat(slab.commissionPaise(50_000_00)).isEqualTo(10_00);
		assertThat(slab("0.25", 0, null).commissionPaise(49_99_99_999_99L)).isEqualTo(1_00 + 12_50_000_00);
	}

	@Test
	void rejectsAnAmountOfZero() {
		assertThatIllegalArgumentException().isThrownBy(() -> CommissionPlan.DEFAULT.charge(Rail.IMPS, 0));
	}

	private static CommissionSlab slab(String percent, long minPaise, @Nullable Long maxPaise) {
		return new CommissionSlab(Rail.IMPS, 0, 1_00, new BigDecimal(percent), minPaise, maxPaise);
	}

}
