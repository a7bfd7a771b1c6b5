package dev.hundi.api.bulk;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * The concurrent uploads of a process. The signature of an upload is verified after its
 * body, so its sender may not be who the headers say: a business occupies a share of the
 * slots only, and callers that cannot succeed have a few slots of their own.
 */
final class UploadSlots {

	private final UploadSettings settings;

	private final Map<UUID, Integer> ofBusiness = new HashMap<>();

	private int taken;

	private int takenByUnknown;

	UploadSlots(UploadSettings settings) {
		this.settings = settings;
	}

	/**
	 * Takes a slot.
	 * @param businessId null for a caller without a key that may upload
	 * @return whether one was free
	 */
	synchronized boolean take(@Nullable UUID businessId) {
		if (businessId == null) {
			boolean free = this.takenByUnknown < this.settings.unknownUploadsAtOnce();
			this.takenByUnknown += free ? 1 : 0;
			return free;
		}
		boolean free = this.taken < this.settings.uploadsAtOnce()
				&& this.ofBusiness.getOrDefault(businessId, 0) < this.settings.uploadsPerBusiness();
		if (free) {
			this.taken++;
			this.ofBusiness.merge(businessId, 1, Integer::sum);
		}
		return free;
	}

	synchronized void free(@Nullable UUID businessId) {
		if (businessId == null) {
			this.takenByUnknown--;
			return;
		}
		this.taken--;
		this.ofBusiness.computeIfPresent(businessId, (id, number) -> (number > 1) ? number - 1 : null);
	}

}
