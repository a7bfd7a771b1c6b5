package dev.hundi.batch.reconciliation;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * The status of the books as {@code hundi.reconciliation.*}. Every instance reports the
 * same values.
 */
@Component
class ReconciliationGauges {

	private static final List<String> TYPES = List.of("EXPECTED_TIMING", "MISSING_IN_BANK", "MISSING_IN_LEDGER",
			"AMOUNT", "STATUS", "DUPLICATE_DEBIT", "RETURN_UNPOSTED", "BANK_CHARGE", "AMBIGUOUS", "UNKNOWN_CREDIT",
			"LEDGER_AGAINST_PAYOUT", "STATEMENT_GAP");

	private final ReconciliationRuns runs;

	private final InstantSource clock = InstantSource.system();

	private volatile ReconciliationStatus status = new ReconciliationStatus(0, 0, 0, Map.of());

	ReconciliationGauges(ReconciliationRuns runs, MeterRegistry meters) {
		this.runs = runs;
		for (String type : TYPES) {
			gauge("breaks", "Open breaks", (status) -> status.openBreaks().getOrDefault(type, 0L)).tag("type", type)
				.register(meters);
		}
		gauge("unexplained.paise", "Unexplained amount of the newest closed day, in paise; must be 0",
				ReconciliationStatus::unexplainedPaise)
			.register(meters);
		gauge("failed.runs", "Days that could not be closed; fix the cause and request them again",
				ReconciliationStatus::failedRuns)
			.register(meters);
		gauge("age.seconds",
				"Time since the end of the newest closed day, or the creation of an account of which none is closed",
				this::ageSeconds)
			.register(meters);
	}

	private Gauge.Builder<ReconciliationGauges> gauge(String name, String description,
			ToDoubleFunction<ReconciliationStatus> value) {
		return Gauge.builder("hundi.reconciliation." + name, this, (gauges) -> value.applyAsDouble(gauges.status))
			.description(description);
	}

	void refresh() {
		this.status = this.runs.status();
	}

	private double ageSeconds(ReconciliationStatus now) {
		long closedTo = now.closedTo();
		return (closedTo > 0) ? this.clock.instant().getEpochSecond() - closedTo : 0;
	}

}
