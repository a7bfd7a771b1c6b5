package dev.hundi.batch.reconciliation;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Shows how the books stand, as {@code hundi.reconciliation.*}; each copy says the same.
 */
@Component
class ShowStanding {

	static final Duration INTERVAL = Duration.ofSeconds(15);

	private static final Logger logger = LoggerFactory.getLogger(ShowStanding.class);

	private static final List<String> TYPES = List.of("EXPECTED_TIMING", "MISSING_IN_BANK", "MISSING_IN_LEDGER",
			"AMOUNT", "STATUS", "DUPLICATE_DEBIT", "RETURN_UNPOSTED", "BANK_CHARGE", "AMBIGUOUS", "UNKNOWN_CREDIT",
			"LEDGER_AGAINST_PAYOUT", "STATEMENT_GAP");

	private final ReconciliationRuns runs;

	private final InstantSource clock;

	private volatile ReconciliationStatus now = new ReconciliationStatus(0, 0, 0, Map.of());

	ShowStanding(ReconciliationRuns runs, @Qualifier("reconciliationClock") InstantSource clock, MeterRegistry meters) {
		this.runs = runs;
		this.clock = clock;
		for (String type : TYPES) {
			Gauge.builder("hundi.reconciliation.breaks", this, (show) -> show.now.openBreaks().getOrDefault(type, 0L))
				.tag("type", type)
				.description("Open breaks")
				.register(meters);
		}
		Gauge.builder("hundi.reconciliation.unexplained.paise", this, (show) -> show.now.unexplainedPaise())
			.description("What the newest closed day leaves unexplained, in paise; must be 0")
			.register(meters);
		Gauge.builder("hundi.reconciliation.failed.runs", this, (show) -> show.now.failedRuns())
			.description("Days that could not be closed and wait for a person")
			.register(meters);
		Gauge.builder("hundi.reconciliation.age.seconds", this, ShowStanding::ageSeconds)
			.description("Time since the newest closed day ended; 0 before the first")
			.register(meters);
	}

	void look() {
		try {
			this.now = this.runs.status();
		}
		catch (DataAccessException ex) {
			logger.warn("How the books stand is not shown while the database is away: {}", ex.toString());
		}
	}

	private double ageSeconds() {
		long closedTo = this.now.closedTo();
		return (closedTo > 0) ? this.clock.instant().getEpochSecond() - closedTo : 0;
	}

}
