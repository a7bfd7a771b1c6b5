package dev.hundi.portal.web;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import dev.hundi.webhook.DeliveryFilter;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.WebhookEvent;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.ui.Model;

/**
 * The filter above a list of deliveries, as a page sends it.
 *
 * @param subject id of a payout, a bulk file, a webhook or a delivery
 * @param from first day, Asia/Kolkata
 * @param to last day, Asia/Kolkata
 */
public record DeliverySearch(@Nullable DeliveryState state, String event, String subject,
		@DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
		@DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to) {

	private static final List<String> EVENTS = Stream.concat(WebhookEvent.codes().stream(), Stream.of("Test")).toList();

	/** Fields that a page does not send are null. */
	public DeliverySearch {
		event = Objects.requireNonNullElse(event, "");
		subject = Objects.requireNonNullElse(subject, "");
	}

	/** The filter without what is not valid, which the page names. */
	public DeliveryFilter filter(@Nullable UUID endpointId) {
		return new DeliveryFilter(this.state, EVENTS.contains(this.event) ? this.event : null, endpointId,
				subjectId().orElse(null), areDays() ? start(this.from, 0) : null, areDays() ? start(this.to, 1) : null);
	}

	/** Adds the fields with their choices, and what is not valid. */
	public void show(Model model) {
		if (!this.subject.isBlank() && subjectId().isEmpty()) {
			model.addAttribute("subjectProblem", "developers.deliveries.subject.invalid");
		}
		if (!areDays()) {
			model.addAttribute("daysProblem", "wallet.days.invalid");
		}
		model.addAttribute("states", DeliveryState.values());
		model.addAttribute("events", EVENTS);
		model.addAttribute("state", this.state);
		model.addAttribute("event", this.event);
		model.addAttribute("subject", this.subject);
		model.addAttribute("from", this.from);
		model.addAttribute("to", this.to);
	}

	private boolean areDays() {
		return isNamed(this.from) && isNamed(this.to)
				&& (this.from == null || this.to == null || !this.to.isBefore(this.from));
	}

	private static boolean isNamed(@Nullable LocalDate day) {
		return day == null || NamedDay.isAllowed(day);
	}

	private Optional<UUID> subjectId() {
		try {
			return this.subject.isBlank() ? Optional.empty() : Optional.of(UUID.fromString(this.subject.strip()));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	private static @Nullable Instant start(@Nullable LocalDate day, int daysLater) {
		return (day != null) ? India.startOf(day.plusDays(daysLater)) : null;
	}

}
