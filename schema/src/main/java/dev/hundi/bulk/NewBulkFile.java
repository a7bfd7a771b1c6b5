package dev.hundi.bulk;

import java.util.List;
import java.util.UUID;

import dev.hundi.filestore.StoredFile;
import org.jspecify.annotations.Nullable;

/**
 * A complete upload in the file store.
 *
 * @param uploadedBy an API key, or {@code person:} and the id of a person
 * @param storedAs its name in the file store
 * @param rerun whose failed rows it pays again, or null for an upload
 */
public record NewBulkFile(UUID businessId, String uploadedBy, String fileName, @Nullable String clientReference,
		BulkFormat format, ReleaseMode releaseMode, @Nullable Integer declaredRows, @Nullable Long declaredTotalPaise,
		String storedAs, StoredFile file, @Nullable Rerun rerun) {

	/** The folder of all uploads in the file store. */
	public static final String FOLDER = "bulk-file";

	/** An upload of the business. */
	public NewBulkFile(UUID businessId, String uploadedBy, String fileName, @Nullable String clientReference,
			BulkFormat format, ReleaseMode releaseMode, @Nullable Integer declaredRows,
			@Nullable Long declaredTotalPaise, String storedAs, StoredFile file) {
		this(businessId, uploadedBy, fileName, clientReference, format, releaseMode, declaredRows, declaredTotalPaise,
				storedAs, file, null);
	}

	/** A name in the file store that no other upload has. */
	public static String unusedName() {
		return FOLDER + "/" + UUID.randomUUID() + ".upload";
	}

	/**
	 * Failed rows that are paid again.
	 *
	 * @param of the file
	 * @param rows numbers of all rows of that file that the new one has
	 */
	public record Rerun(UUID of, List<Integer> rows) {

		public Rerun {
			rows = List.copyOf(rows);
		}

	}

}
