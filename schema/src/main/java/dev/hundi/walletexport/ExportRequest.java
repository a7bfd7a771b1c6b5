package dev.hundi.walletexport;

import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

/**
 * A request for an export: {@code GET /v1/wallet/transactions/export}.
 *
 * @param search filter, or {@code null} for all movements
 */
public record ExportRequest(UUID businessId, ExportFormat format, @Nullable SearchPhrase search, Window window) {
}
