package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import dev.hundi.retention.HousekeepingProofs;
import dev.hundi.retention.HousekeepingProofs.Proved;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * The proofs of all steps as {@code hundi.housekeeping.*}. Every instance reports the
 * same values.
 */
@Component
class HousekeepingGauges {

	private final HousekeepingProofs proofs;

	/** A step that never ran counts from here. */
	private final Instant started = Instant.now();

	private volatile Map<String, Proved> latest = Map.of();

	HousekeepingGauges(HousekeepingProofs proofs, HousekeepingSteps steps, MeterRegistry meters) {
		this.proofs = proofs;
		for (HousekeepingStep step : steps.all()) {
			Gauge.builder("hundi.housekeeping.overdue", () -> of(step).overdue())
				.description("Rows or files that should have been removed; must be 0")
				.tag("step", step.name())
				.register(meters);
			Gauge
				.builder("hundi.housekeeping.proof.age.seconds",
						() -> Duration.between(of(step).provedAt(), Instant.now()).toSeconds())
				.description("Time since the last proof that a step left nothing behind")
				.tag("step", step.name())
				.register(meters);
		}
	}

	void refresh() {
		this.latest = this.proofs.all();
	}

	private Proved of(HousekeepingStep step) {
		return this.latest.getOrDefault(step.name(), new Proved(0, this.started));
	}

}
