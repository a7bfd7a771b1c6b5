package dev.hundi.walletexport;

import java.time.Instant;
import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

/**
 * An export under the lease of the one who writes it.
 *
 * @param claimId of this claim and no other
 * @param statement whether it is the statement of a month
 * @param lastSequence newest movement that may be in the file
 * @param attempt this one's number, from 1
 * @param createdAt when it was asked for
 */
public record ClaimedExport(UUID businessId, String businessName, String businessCode, UUID exportId, UUID claimId,
		boolean statement, ExportFormat format, @Nullable SearchPhrase search, Window window, long lastSequence,
		int attempt, Instant createdAt) {

	/** A name in the file store that no other try uses. */
	public String storedAs() {
		return "wallet-export/" + this.exportId + "-" + this.attempt + "." + this.format.extension();
	}

}
