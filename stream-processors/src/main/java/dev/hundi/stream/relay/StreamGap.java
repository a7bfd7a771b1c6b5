package dev.hundi.stream.relay;

/**
 * Published after the replication slot, the publication or the topics were created, also
 * at the very first startup. Consumers will never receive some events committed before,
 * so everything open must be swept once.
 *
 * @param reason what was created, for operators
 */
public record StreamGap(String reason) {
}
