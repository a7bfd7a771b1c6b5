package dev.hundi.portal.web;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import org.springframework.stereotype.Component;

/**
 * The few exports that are written at once, one of each owner, so that no owner takes all
 * places: a business, or a member of the staff. A place is free once its file is written:
 * a reader may be slow. The files of an owner that are not yet sent are bounded, too,
 * because they occupy the disk.
 */
@Component
public class ExportPlaces {

	private static final int AT_ONCE = 2;

	/** Files of an owner that are written or being sent. */
	static final int MOST_UNSENT = 4;

	private final Set<UUID> writing = new HashSet<>();

	private final Map<UUID, Integer> unsent = new HashMap<>();

	/** Takes a place; empty if none is free for this owner. */
	public synchronized Optional<Place> take(UUID ownerId) {
		if (this.writing.size() >= AT_ONCE || this.writing.contains(ownerId)
				|| this.unsent.getOrDefault(ownerId, 0) >= MOST_UNSENT) {
			return Optional.empty();
		}
		this.writing.add(ownerId);
		this.unsent.merge(ownerId, 1, Integer::sum);
		return Optional.of(new Place(ownerId));
	}

	private synchronized void written(UUID ownerId) {
		this.writing.remove(ownerId);
	}

	private synchronized void sent(UUID ownerId) {
		this.unsent.computeIfPresent(ownerId, (id, files) -> (files > 1) ? files - 1 : null);
	}

	/** A place, until its file is written, and the file, until it is sent. */
	public final class Place implements AutoCloseable {

		private final UUID ownerId;

		private boolean written;

		private Place(UUID ownerId) {
			this.ownerId = ownerId;
		}

		/** The file is written: another one may be. */
		public void written() {
			if (!this.written) {
				this.written = true;
				ExportPlaces.this.written(this.ownerId);
			}
		}

		@Override
		public void close() {
			written();
			sent(this.ownerId);
		}

	}

}
