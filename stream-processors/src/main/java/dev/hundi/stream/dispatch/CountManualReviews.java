package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.hundi.bank.ManualReviews;
import dev.hundi.bank.ReviewKind;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * Publishes the number of open manual reviews as {@code hundi.manual.reviews} by kind.
 */
@Component
class CountManualReviews {

	static final Duration INTERVAL = Duration.ofSeconds(15);

	private final ManualReviews reviews;

	private final MeterRegistry meters;

	private final Map<String, Long> counts = new ConcurrentHashMap<>();

	CountManualReviews(ManualReviews reviews, MeterRegistry meters) {
		this.reviews = reviews;
		this.meters = meters;
		for (ReviewKind kind : ReviewKind.values()) {
			register(kind.name());
		}
	}

	void count() {
		Map<String, Long> found = this.reviews.counts();
		found.keySet().forEach(this::register);
		this.counts.replaceAll((kind, before) -> found.getOrDefault(kind, 0L));
	}

	private void register(String kind) {
		if (this.counts.putIfAbsent(kind, 0L) == null) {
			Gauge.builder("hundi.manual.reviews", this.counts, (all) -> all.getOrDefault(kind, 0L))
				.tag("kind", kind)
				.description("Rows of the view manual_review")
				.register(this.meters);
		}
	}

}
