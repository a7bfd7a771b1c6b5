package dev.hundi.walletexport;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

/**
 * An export as its business sees it.
 *
 * @param search filter of the movements
 * @param progressPercent of the rows written, 100 once done
 * @param file its file once it is done, even after its expiry
 */
public record WalletExport(UUID businessId, UUID exportId, ExportFormat format, @Nullable SearchPhrase search,
		Window window, ExportStatus status, int progressPercent, @Nullable File file, Instant createdAt) {

	/**
	 * The file of an export.
	 *
	 * @param name its download name
	 * @param storedAs its name in the file store, or {@code null} once removed
	 * @param rowCount movements in it
	 * @param truncated whether more movements matched
	 * @param sha256 of its content, lower-case hex
	 * @param expiresAt when it is removed
	 */
	public record File(String name, @Nullable String storedAs, int rowCount, boolean truncated, long sizeBytes,
			String sha256, Instant expiresAt) {
	}

}
