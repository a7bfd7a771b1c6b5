package dev.hundi.portal.command;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.Role;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.webhook.DeliveryRange;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.FailingEndpoint;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/webhooks}: lists and redelivers webhooks, enables endpoints and
 * rotates secrets.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/webhooks")
class WebhookCommands {

	private static final int MAX_DELIVERIES = 1_000;

	/** Deliveries that an event of the audit trail lists; of more it has the number. */
	private static final int MAX_LISTED = 100;

	/** A later start has most likely a mistyped year: the new secret would never sign. */
	private static final Duration LATEST_ROTATION = Duration.ofDays(90);

	private static final String ROTATED = "WEBHOOK_SECRET_ROTATED";

	private final WebhookLog log;

	private final RedeliverWebhooks redeliver;

	private final FailingEndpoints failing;

	private final WebhookEndpoints endpoints;

	private final StaffRecord record;

	private final NamedBusinesses businesses;

	private final Letters letters;

	private final TransactionOperations transactions;

	WebhookCommands(WebhookLog log, RedeliverWebhooks redeliver, FailingEndpoints failing, WebhookEndpoints endpoints,
			StaffRecord record, NamedBusinesses businesses, Letters letters, TransactionOperations transactions) {
		this.letters = letters;
		this.log = log;
		this.redeliver = redeliver;
		this.failing = failing;
		this.endpoints = endpoints;
		this.record = record;
		this.businesses = businesses;
		this.transactions = transactions;
	}

	@GetMapping("/deliveries")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public List<LoggedDelivery> deliveries(@RequestParam Instant from, @RequestParam Instant to,
			@RequestParam(required = false) @Nullable String businessId,
			@RequestParam(defaultValue = "FAILED") Set<DeliveryState> states,
			@RequestParam(defaultValue = "100") int limit) {
		return this.log.list(new DeliveryRange(from, to, this.businesses.idOrNull(businessId), states),
				Math.clamp(limit, 1, MAX_DELIVERIES));
	}

	@GetMapping("/deliveries/{deliveryId}")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public LoggedDelivery delivery(@PathVariable UUID deliveryId) {
		return this.log.delivery(deliveryId).orElseThrow(() -> CommandErrors.missing("delivery " + deliveryId));
	}

	@GetMapping("/businesses/{business}/payouts/{payoutId}")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public List<LoggedDelivery> ofPayout(@PathVariable String business, @PathVariable UUID payoutId) {
		return this.log.ofPayout(this.businesses.id(business), payoutId);
	}

	/** A range is redelivered business by business, and each reads about its own. */
	@PostMapping("/redeliver")
	@PreAuthorize("@rights.any('OPERATOR')")
	public Redelivered redeliver(@RequestBody Redelivery request) {
		UUID businessId = this.businesses.idOrNull(request.businessId);
		DeliveryRange range = request.range(businessId);
		if (range == null) {
			return Objects.requireNonNull(this.transactions.execute((transaction) -> redeliverChosen(request)));
		}
		List<UUID> concerned = (businessId != null) ? List.of(businessId) : this.redeliver.businesses(range);
		if (concerned.isEmpty()) {
			return Objects.requireNonNull(this.transactions.execute((transaction) -> redelivered(null, request, 0)));
		}
		return new Redelivered(
				concerned.stream().mapToInt((business) -> redeliver(business, request, range.of(business))).sum());
	}

	/**
	 * In a transaction per page, so what is asked for is recorded before the first one.
	 */
	private int redeliver(UUID businessId, Redelivery request, DeliveryRange range) {
		this.transactions.executeWithoutResult((transaction) -> this.record.of(businessId,
				"STAFF_WEBHOOK_REDELIVERY_BEGUN", null, Map.of(), request.audited()));
		int redelivered = this.redeliver.of(range);
		this.transactions.executeWithoutResult((transaction) -> redelivered(businessId, request, redelivered));
		return redelivered;
	}

	/** Each business reads about its own deliveries. */
	private Redelivered redeliverChosen(Redelivery request) {
		Map<UUID, List<UUID>> chosen = this.log.byBusiness(request.ids());
		if (chosen.isEmpty()) {
			return redelivered(null, request, 0);
		}
		int sum = 0;
		for (var one : chosen.entrySet()) {
			List<UUID> deliveries = one.getValue();
			int redelivered = this.redeliver.of(deliveries);
			Map<String, Object> after = request.audited();
			after.put("deliveries", (deliveries.size() <= MAX_LISTED) ? deliveries : deliveries.size());
			after.put("redelivered", redelivered);
			this.record.of(one.getKey(), "STAFF_REDELIVERED_WEBHOOKS", null, Map.of(), after);
			sum += redelivered;
		}
		return new Redelivered(sum);
	}

	private Redelivered redelivered(@Nullable UUID businessId, Redelivery request, int redelivered) {
		Map<String, Object> after = request.audited();
		after.put("redelivered", redelivered);
		this.record.of(businessId, "STAFF_REDELIVERED_WEBHOOKS", null, Map.of(), after);
		return new Redelivered(redelivered);
	}

	@GetMapping("/endpoints")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public List<FailingEndpoint> endpoints() {
		return this.failing.parkedOrDisabled(MAX_DELIVERIES);
	}

	@PostMapping("/endpoints/{endpointId}/enable")
	@Transactional
	@PreAuthorize("@rights.any('OPERATOR')")
	public Enabled enable(@PathVariable UUID endpointId, @RequestBody RequestCommands.Why why) {
		boolean enabled = this.failing.enable(endpointId);
		if (enabled) {
			this.record.of(this.endpoints.businessOf(endpointId).orElseThrow(), "WEBHOOK_ENDPOINT_ENABLED",
					endpointId.toString(), Map.of(), RequestCommands.after(why.reason()));
		}
		return new Enabled(enabled);
	}

	@PostMapping("/endpoints/{endpointId}/secret")
	@Transactional
	@PreAuthorize("@rights.confirmed('OPERATOR')")
	public Rotated rotate(@PathVariable UUID endpointId, @RequestBody Rotation rotation) {
		String secret = WebhookEndpoints.newSecret();
		Instant from = this.endpoints.rotateSecret(endpointId, secret, rotation.from())
			.orElseThrow(() -> CommandErrors.missing("endpoint " + endpointId));
		UUID businessId = this.endpoints.businessOf(endpointId).orElseThrow();
		this.record.of(businessId, ROTATED, endpointId.toString(), Map.of(),
				Map.of("from", from.toString(), "reason", rotation.reason.strip()));
		this.letters.write(businessId, List.of(Role.OWNER, Role.DEVELOPER), LetterKind.WEBHOOK_CHANGED,
				this.businesses.name(businessId), String.valueOf(this.endpoints.addresses(businessId).get(endpointId)),
				ROTATED);
		return new Rotated(secret, from);
	}

	/**
	 * Selects deliveries either by id or by time.
	 *
	 * @param deliveryIds ids, or null
	 * @param businessId id or code of a business, or null for all
	 * @param states FAILED if absent
	 */
	record Redelivery(@Nullable List<UUID> deliveryIds, @Nullable Instant from, @Nullable Instant to,
			@Nullable String businessId, @Nullable Set<DeliveryState> states, String reason) {

		Redelivery {
			boolean byTime = from != null && to != null;
			boolean anyOfTime = from != null || to != null || businessId != null || states != null;
			if ((deliveryIds != null) ? anyOfTime : !byTime) {
				throw new IllegalArgumentException(
						"Either deliveryIds, or from and to (with optional businessId and states) are required");
			}
			RequestCommands.requireReason(reason);
		}

		@Nullable DeliveryRange range(@Nullable UUID ofBusiness) {
			return (this.from != null && this.to != null) ? new DeliveryRange(this.from, this.to, ofBusiness,
					(this.states != null) ? this.states : Set.of(DeliveryState.FAILED)) : null;
		}

		List<UUID> ids() {
			return (this.deliveryIds != null) ? this.deliveryIds : List.of();
		}

		Map<String, Object> audited() {
			Map<String, Object> after = new TreeMap<>(Map.of("reason", this.reason.strip()));
			if (this.from != null && this.to != null) {
				after.put("from", this.from.toString());
				after.put("to", this.to.toString());
			}
			else {
				after.put("deliveries", ids().size());
			}
			return after;
		}

	}

	record Redelivered(int redelivered) {
	}

	/** Whether the endpoint had been failing. */
	record Enabled(boolean enabled) {
	}

	/**
	 * The time of a secret rotation.
	 *
	 * @param from start of the new secret's use, UTC
	 */
	record Rotation(Instant from, String reason) {

		Rotation {
			if (from == null) {
				throw new IllegalArgumentException("from is required");
			}
			if (from.isAfter(Instant.now().plus(LATEST_ROTATION))) {
				throw new IllegalArgumentException("from must be at most 90 days ahead");
			}
			RequestCommands.requireReason(reason);
		}

	}

	/**
	 * A new secret, which is only shown once.
	 *
	 * @param from start of its use, UTC
	 */
	record Rotated(String secret, Instant from) {

		@Override
		public String toString() {
			return "Rotated[from=" + this.from + "]";
		}

	}

}
