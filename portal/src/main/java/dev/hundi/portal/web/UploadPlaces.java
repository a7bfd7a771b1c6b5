package dev.hundi.portal.web;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Room for the uploads that are received at the same time, because they are written to a
 * temporary directory, which is memory in a container. An owner has a share of it: a
 * business, or a member of the staff.
 */
final class UploadPlaces {

	/** A little more than the largest request that is read. */
	static final long LARGEST_BYTES = 22L * 1024 * 1024;

	static final int LARGEST_OF_OWNER = 3;

	private static final int LARGEST_AT_ONCE = 10;

	private final Map<UUID, Long> ofOwners = new HashMap<>();

	private long taken;

	/**
	 * Takes room.
	 * @param announcedBytes length of the request; negative if it is not known
	 * @return empty if there is too little
	 */
	synchronized Optional<Place> take(UUID ownerId, long announcedBytes) {
		long bytes = (announcedBytes >= 0) ? Math.min(announcedBytes, LARGEST_BYTES) : LARGEST_BYTES;
		long ofOwner = this.ofOwners.getOrDefault(ownerId, 0L);
		if (this.taken + bytes > LARGEST_AT_ONCE * LARGEST_BYTES
				|| ofOwner + bytes > LARGEST_OF_OWNER * LARGEST_BYTES) {
			return Optional.empty();
		}
		this.taken += bytes;
		this.ofOwners.put(ownerId, ofOwner + bytes);
		return Optional.of(() -> free(ownerId, bytes));
	}

	private synchronized void free(UUID ownerId, long bytes) {
		this.taken -= bytes;
		this.ofOwners.computeIfPresent(ownerId, (id, held) -> (held > bytes) ? Long.valueOf(held - bytes) : null);
	}

	/** Room that was taken, until the request ends. */
	@FunctionalInterface
	interface Place extends AutoCloseable {

		@Override
		void close();

	}

}
