package dev.hundi.stream.relay;

/**
 * Published after the replication slot had to be created: what was committed before and
 * not yet carried to Kafka never will be, so everything that is open must be driven from
 * the database once. Also published when there was no slot yet, at the very first start.
 *
 * @param slot name of the slot
 * @param reason why it had to be created, for a person to read
 */
public record ReplicationSlotRecreated(String slot, String reason) {
}
