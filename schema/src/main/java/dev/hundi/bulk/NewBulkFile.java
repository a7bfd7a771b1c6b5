package dev.hundi.bulk;

import java.util.UUID;

import dev.hundi.filestore.StoredFile;
import org.jspecify.annotations.Nullable;

/**
 * A complete upload in the file store.
 *
 * @param uploadedBy an API key, or {@code person:} and the id of a person
 * @param storedAs its name in the file store
 * @param rerunOf the file whose failed rows it pays again, or null
 */
public record NewBulkFile(UUID businessId, String uploadedBy, String fileName, @Nullable String clientReference,
		BulkFormat format, ReleaseMode releaseMode, @Nullable Integer declaredRows, @Nullable Long declaredTotalPaise,
		String storedAs, StoredFile file, @Nullable UUID rerunOf) {

	/** An upload of the business. */
	public NewBulkFile(UUID businessId, String uploadedBy, String fileName, @Nullable String clientReference,
			BulkFormat format, ReleaseMode releaseMode, @Nullable Integer declaredRows,
			@Nullable Long declaredTotalPaise, String storedAs, StoredFile file) {
		this(businessId, uploadedBy, fileName, clientReference, format, releaseMode, declaredRows, declaredTotalPaise,
				storedAs, file, null);
	}

}
