package dev.hundi.bulk;

import java.util.UUID;

import dev.hundi.filestore.StoredFile;
import org.jspecify.annotations.Nullable;

/**
 * A complete upload in the file store.
 *
 * @param uploadedBy API key that signed it
 * @param storedAs its name in the file store
 */
public record NewBulkFile(UUID businessId, String uploadedBy, String fileName, @Nullable String clientReference,
		BulkFormat format, ReleaseMode releaseMode, @Nullable Integer declaredRows, @Nullable Long declaredTotalPaise,
		String storedAs, StoredFile file) {
}
