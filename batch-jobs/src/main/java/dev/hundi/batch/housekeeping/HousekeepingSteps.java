package dev.hundi.batch.housekeeping;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.retention.ErasePersonalData;
import dev.hundi.retention.ErasureRule;
import dev.hundi.retention.HousekeepingProofs;
import dev.hundi.retention.RetentionPeriods;

import org.springframework.stereotype.Component;

/** Every step of the job: the beans, and one for each rule of erasure. */
@Component
class HousekeepingSteps {

	private final List<HousekeepingStep> steps;

	HousekeepingSteps(List<HousekeepingStep> beans, ErasePersonalData erase, HousekeepingProofs proofs,
			RetentionPeriods periods) {
		this.steps = Stream
			.concat(beans.stream(),
					Arrays.stream(ErasureRule.values()).map((rule) -> new ErasureStep(rule, erase, proofs, periods)))
			.toList();
	}

	List<HousekeepingStep> all() {
		return this.steps;
	}

}
