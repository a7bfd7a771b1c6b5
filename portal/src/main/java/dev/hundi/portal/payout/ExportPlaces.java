package dev.hundi.portal.payout;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.portal.session.MerchantOnly;

import org.springframework.stereotype.Component;

/**
 * The few exports that are written at once, one of each business, so that no business
 * takes all places. A place is free once its file is written: a reader may be slow. The
 * files of a business that are not yet sent are bounded, too, because they occupy the
 * disk.
 */
@MerchantOnly
@Component
class ExportPlaces {

	private static final int AT_ONCE = 2;

	/** Files of a business that are written or being sent. */
	static final int MOST_UNSENT = 4;

	private final Set<UUID> writing = new HashSet<>();

	private final Map<UUID, Integer> unsent = new HashMap<>();

	/** Takes a place; empty if none is free for this business. */
	synchronized Optional<Place> take(UUID businessId) {
		if (this.writing.size() >= AT_ONCE || this.writing.contains(businessId)
				|| this.unsent.getOrDefault(businessId, 0) >= MOST_UNSENT) {
			return Optional.empty();
		}
		this.writing.add(businessId);
		this.unsent.merge(businessId, 1, Integer::sum);
		return Optional.of(new Place(businessId));
	}

	private synchronized void written(UUID businessId) {
		this.writing.remove(businessId);
	}

	private synchronized void sent(UUID businessId) {
		this.unsent.computeIfPresent(businessId, (id, files) -> (files > 1) ? files - 1 : null);
	}

	/** A place, until its file is written, and the file, until it is sent. */
	final class Place implements AutoCloseable {

		private final UUID businessId;

		private boolean written;

		private Place(UUID businessId) {
			this.businessId = businessId;
		}

		/** The file is written: another one may be. */
		void written() {
			if (!this.written) {
				this.written = true;
				ExportPlaces.this.written(this.businessId);
			}
		}

		@Override
		public void close() {
			written();
			sent(this.businessId);
		}

	}

}
