package dev.hundi.webhook;

import java.util.UUID;

/**
 * What tries of one endpoint came to, taken together.
 *
 * @param endpointId the endpoint
 * @param succeeded whether one of them succeeded
 * @param failures those that failed after the last that succeeded
 * @param probed whether one of these failures was the probe of a parked endpoint
 */
public record EndpointResults(UUID endpointId, boolean succeeded, int failures, boolean probed) {
}
