package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.bank.ManualReviews;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * Shows how much waits for a person, as {@code hundi.manual.reviews} by kind.
 */
@Component
class CountManualReviews {

	static final Duration INTERVAL = Duration.ofSeconds(15);

	private final ManualReviews left;

	private final MeterRegistry meters;

	private final Map<String, Long> counts = new ConcurrentHashMap<>();

	CountManualReviews(ManualReviews left, MeterRegistry meters) {
		this.left = left;
		this.meters = meters;
		show("ENQUIRIES_ENDED");
		show("BANK_CONTRADICTS");
		show("BENEFICIARY_MISMATCH");
		show("BENEFICIARY_INVALID");
		show("BANK_FILE_UNCLEAR");
	}

	void count() {
		Map<String, Long> found = this.left.counts();
		found.keySet().forEach(this::show);
		this.counts.replaceAll((kind, before) -> found.getOrDefault(kind, 0L));
	}

	private void show(String kind) {
		if (this.counts.putIfAbsent(kind, 0L) == null) {
			Gauge.builder("hundi.manual.reviews", this.counts, (all) -> all.getOrDefault(kind, 0L))
				.tag("kind", kind)
				.description("What no code may decide: rows of the view manual_review")
				.register(this.meters);
		}
	}

}
