package dev.hundi.portal.onboarding;

import java.time.Duration;
import java.time.Instant;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;

/**
 * How long the oldest file of a kind is in quarantine, as
 * {@code hundi.quarantine.age.seconds}; 0 without one. It also grows without a scanner.
 */
public final class QuarantineAge {

	private volatile @Nullable Instant since;

	/**
	 * Registers the metric.
	 * @param files the kind, such as documents
	 */
	public QuarantineAge(String files, MeterRegistry meters) {
		Gauge.builder("hundi.quarantine.age.seconds", this, QuarantineAge::seconds)
			.description("Time since the upload of the oldest file in quarantine")
			.tag("files", files)
			.register(meters);
	}

	/** Sets the upload of the oldest file; null if there is none. */
	public void since(@Nullable Instant oldest) {
		this.since = oldest;
	}

	private double seconds() {
		Instant oldest = this.since;
		return (oldest != null) ? Duration.between(oldest, Instant.now()).toSeconds() : 0;
	}

}
