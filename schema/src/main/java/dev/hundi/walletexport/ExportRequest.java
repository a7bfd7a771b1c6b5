package dev.hundi.walletexport;

import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

/**
 * What a business asks for: {@code GET /v1/wallet/transactions/export}.
 *
 * @param search what the movements are searched for, or {@code null} for all
 * @param window when they were made
 */
public record ExportRequest(UUID businessId, ExportFormat format, @Nullable SearchPhrase search, Window window) {
}
