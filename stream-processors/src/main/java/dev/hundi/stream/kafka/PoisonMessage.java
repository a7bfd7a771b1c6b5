package dev.hundi.stream.kafka;

import java.util.UUID;

/**
 * A well-formed message whose processing can never succeed.
 *
 * @param eventId identifies the message
 * @param reason why, for operators
 */
public record PoisonMessage(UUID eventId, String reason) {
}
