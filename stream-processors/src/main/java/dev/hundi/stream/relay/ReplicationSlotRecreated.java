package dev.hundi.stream.relay;

/**
 * Published after the replication slot was created, also at the very first startup.
 * Events committed before and not yet published never will be, so everything open must be
 * swept once.
 *
 * @param slot slot name
 * @param reason why it was created, for operators
 */
public record ReplicationSlotRecreated(String slot, String reason) {
}
