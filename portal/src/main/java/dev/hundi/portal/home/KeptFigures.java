package dev.hundi.portal.home;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/** Keeps what was counted last for each business, in this copy only. */
final class KeptFigures<T> {

	private static final int MOST_KEPT = 1_000;

	private final Map<UUID, Kept<T>> kept = Collections.synchronizedMap(new LinkedHashMap<>());

	/**
	 * Returns what is kept, or counts.
	 * @param now UTC
	 */
	T get(UUID businessId, Instant now, Supplier<Kept<T>> count) {
		Kept<T> known = this.kept.get(businessId);
		if (known != null && now.isBefore(known.until())) {
			return known.figures();
		}
		Kept<T> counted = count.get();
		synchronized (this.kept) {
			this.kept.remove(businessId);
			if (now.isBefore(counted.until())) {
				this.kept.put(businessId, counted);
			}
			if (this.kept.size() > MOST_KEPT) {
				this.kept.remove(this.kept.keySet().iterator().next());
			}
		}
		return counted.figures();
	}

	/**
	 * Figures of a business.
	 *
	 * @param until when they are counted again, UTC
	 */
	record Kept<T>(T figures, Instant until) {
	}

}
