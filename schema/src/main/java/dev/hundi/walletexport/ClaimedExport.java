package dev.hundi.walletexport;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

/**
 * An export claimed under a lease.
 *
 * @param monthly whether it is a monthly export
 * @param lastSequence newest movement that may be in the file
 * @param attempt from 1
 */
public record ClaimedExport(UUID businessId, Holder holder, UUID exportId, UUID claimId, boolean monthly,
		ExportFormat format, @Nullable SearchPhrase search, Window window, long lastSequence, int attempt,
		Instant createdAt) {

	/** The folder of all exports in the file store. */
	public static final String FOLDER = "wallet-export";

	/**
	 * The business as the heading of its statement names it.
	 *
	 * @param gstin GST identification number, or {@code null} if not recorded
	 * @param address registered address, or {@code null} if not recorded
	 */
	public record Holder(String name, String code, @Nullable String gstin, @Nullable String address) {
	}

	/** A name in the file store that is unique to this attempt. */
	public String storedAs() {
		return FOLDER + "/" + this.exportId + "-" + this.attempt + "." + this.format.extension();
	}

}
