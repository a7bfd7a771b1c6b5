package dev.hundi.webhook;

import java.util.UUID;

/**
 * The combined results of attempts at one endpoint.
 *
 * @param succeeded whether an attempt succeeded
 * @param failures failures after the last success
 * @param probed whether one of these failures was the probe of a parked endpoint
 */
public record EndpointResults(UUID endpointId, boolean succeeded, int failures, boolean probed) {
}
