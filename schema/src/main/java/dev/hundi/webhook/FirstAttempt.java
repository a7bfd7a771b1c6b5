package dev.hundi.webhook;

/** The attempt of a delivery that is not stored yet. */
public record FirstAttempt(NewDelivery delivery, RecordedAttempt attempt) {
}
