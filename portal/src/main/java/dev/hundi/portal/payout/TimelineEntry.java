package dev.hundi.portal.payout;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.payout.PayoutDecisions;
import dev.hundi.payout.StatusEvent;
import dev.hundi.wallet.Movement;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.LoggedDelivery.LoggedAttempt;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a payout; exactly one of the parts is given.
 *
 * @param at UTC
 * @param asked the request for an approval
 * @param act what a person did
 */
record TimelineEntry(Instant at, @Nullable StatusEvent event, @Nullable BankTry attempt, @Nullable Movement movement,
		@Nullable WebhookTry webhook, @Nullable PayoutDecisions asked, PayoutDecisions.@Nullable Decision decision,
		@Nullable AuditEvent act) {

	/** Puts all that is known of a payout in the order of time. */
	static List<TimelineEntry> of(List<StatusEvent> events, List<BankTry> attempts, List<Movement> movements,
			List<LoggedDelivery> deliveries, List<PayoutDecisions> approvals, List<AuditEvent> acts) {
		List<TimelineEntry> entries = new ArrayList<>();
		events.forEach((event) -> entries.add(of(event.createdAt(), event, null, null, null)));
		attempts.forEach((attempt) -> entries.add(of(attempt.claimedAt(), null, attempt, null, null)));
		movements.forEach((moved) -> entries.add(of(moved.createdAt(), null, null, moved, null)));
		for (LoggedDelivery delivery : deliveries) {
			if (delivery.attempts().isEmpty()) {
				entries.add(of(delivery.createdAt(), null, null, null,
						new WebhookTry(delivery.deliveryId(), delivery.event(), null)));
			}
			delivery.attempts()
				.forEach((attempt) -> entries.add(of(attempt.startedAt(), null, null, null,
						new WebhookTry(delivery.deliveryId(), delivery.event(), attempt))));
		}
		approvals.forEach((asked) -> {
			entries.add(new TimelineEntry(asked.askedAt(), null, null, null, null, asked, null, null));
			asked.decisions()
				.forEach((one) -> entries.add(new TimelineEntry(one.at(), null, null, null, null, null, one, null)));
		});
		acts.forEach(
				(act) -> entries.add(new TimelineEntry(act.happenedAt(), null, null, null, null, null, null, act)));
		entries.sort(Comparator.comparing(TimelineEntry::at));
		return entries;
	}

	private static TimelineEntry of(Instant at, @Nullable StatusEvent event, @Nullable BankTry attempt,
			@Nullable Movement movement, @Nullable WebhookTry webhook) {
		return new TimelineEntry(at, event, attempt, movement, webhook, null, null, null);
	}

	/**
	 * An attempt at the bank, without what is between Hundi and the bank.
	 *
	 * @param number from 1
	 * @param state as in {@code bank_attempt}
	 * @param claimedAt when it began, UTC
	 * @param enquiries how often the bank was asked for the outcome
	 */
	record BankTry(int number, String state, Instant claimedAt, int enquiries, @Nullable String utr) {
	}

	/**
	 * A try to deliver a webhook.
	 *
	 * @param attempt null while none was made
	 */
	record WebhookTry(UUID deliveryId, String event, @Nullable LoggedAttempt attempt) {
	}

}
