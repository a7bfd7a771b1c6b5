package dev.hundi.portal.developer;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the developers' pages.
 *
 * @param allowHttp whether webhook addresses may lack TLS and be private
 * @param referenceUrl of the API reference, or null
 */
public record DeveloperSettings(boolean allowHttp, @Nullable URI referenceUrl) {
}
