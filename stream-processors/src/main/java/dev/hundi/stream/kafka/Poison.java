package dev.hundi.stream.kafka;

import java.util.UUID;

/**
 * A well-formed message that can never be done, however often it comes.
 *
 * @param eventId the message
 * @param reason what is wrong with it, for a person to read
 */
public record Poison(UUID eventId, String reason) {
}
