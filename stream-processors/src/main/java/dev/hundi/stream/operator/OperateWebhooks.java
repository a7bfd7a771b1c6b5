package dev.hundi.stream.operator;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.webhook.DeliveryRange;
import dev.hundi.webhook.DeliveryState;
import dev.hundi.webhook.FailingEndpoint;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.LoggedDelivery;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/webhooks}: lists and redelivers webhooks, enables endpoints and
 * rotates secrets.
 */
@RestController
@RequestMapping("/internal/webhooks")
class OperateWebhooks {

	private static final Logger logger = LoggerFactory.getLogger(OperateWebhooks.class);

	private static final int MAX_DELIVERIES = 1_000;

	private static final int SECRET_BYTES = 24;

	private final SecureRandom random = new SecureRandom();

	private final WebhookLog log;

	private final RedeliverWebhooks redeliver;

	private final FailingEndpoints failing;

	private final WebhookEndpoints endpoints;

	OperateWebhooks(WebhookLog log, RedeliverWebhooks redeliver, FailingEndpoints failing, WebhookEndpoints endpoints) {
		this.log = log;
		this.redeliver = redeliver;
		this.failing = failing;
		this.endpoints = endpoints;
	}

	@GetMapping("/deliveries")
	List<LoggedDelivery> deliveries(@RequestParam Instant from, @RequestParam Instant to,
			@RequestParam(required = false) @Nullable UUID businessId,
			@RequestParam(defaultValue = "FAILED") Set<DeliveryState> states,
			@RequestParam(defaultValue = "100") int limit) {
		return this.log.list(new DeliveryRange(from, to, businessId, states), Math.clamp(limit, 1, MAX_DELIVERIES));
	}

	@GetMapping("/deliveries/{deliveryId}")
	LoggedDelivery delivery(@PathVariable UUID deliveryId) {
		return this.log.delivery(deliveryId).orElseThrow(() -> missing("delivery", deliveryId));
	}

	@GetMapping("/businesses/{businessId}/payouts/{payoutId}")
	List<LoggedDelivery> ofPayout(@PathVariable UUID businessId, @PathVariable UUID payoutId) {
		return this.log.ofPayout(businessId, payoutId);
	}

	@PostMapping("/redeliver")
	Redelivered redeliver(@RequestBody Redelivery request) {
		DeliveryRange range = request.range();
		int redelivered = (range != null) ? this.redeliver.of(range) : this.redeliver.of(request.ids());
		logger.info("An operator redelivered {} webhooks: {}", redelivered, request);
		return new Redelivered(redelivered);
	}

	@GetMapping("/endpoints")
	List<FailingEndpoint> endpoints() {
		return this.failing.parkedOrDisabled(MAX_DELIVERIES);
	}

	@PostMapping("/endpoints/{endpointId}/enable")
	Enabled enable(@PathVariable UUID endpointId) {
		boolean enabled = this.failing.enable(endpointId);
		logger.info("An operator enabled webhook endpoint {}: {}", endpointId, enabled ? "done" : "it was not failing");
		return new Enabled(enabled);
	}

	@PostMapping("/endpoints/{endpointId}/secret")
	Rotated rotate(@PathVariable UUID endpointId, @RequestBody Rotation rotation) {
		byte[] bytes = new byte[SECRET_BYTES];
		this.random.nextBytes(bytes);
		String secret = "whsec_" + HexFormat.of().formatHex(bytes);
		Instant from = this.endpoints.rotateSecret(endpointId, secret, rotation.from())
			.orElseThrow(() -> missing("endpoint", endpointId));
		logger.info("An operator rotated the secret of webhook endpoint {}, effective at {}", endpointId, from);
		return new Rotated(secret, from);
	}

	private static ResponseStatusException missing(String what, UUID id) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no " + what + " " + id);
	}

	/**
	 * Selects deliveries either by id or by time.
	 *
	 * @param deliveryIds ids, or null
	 * @param states FAILED if absent
	 */
	record Redelivery(@Nullable List<UUID> deliveryIds, @Nullable Instant from, @Nullable Instant to,
			@Nullable UUID businessId, @Nullable Set<DeliveryState> states) {

		Redelivery {
			boolean byTime = from != null && to != null;
			boolean anyOfTime = from != null || to != null || businessId != null || states != null;
			if ((deliveryIds != null) ? anyOfTime : !byTime) {
				throw new IllegalArgumentException(
						"Either deliveryIds, or from and to (with optional businessId and states) are required");
			}
		}

		@Nullable DeliveryRange range() {
			return (this.from != null && this.to != null) ? new DeliveryRange(this.from, this.to, this.businessId,
					(this.states != null) ? this.states : Set.of(DeliveryState.FAILED)) : null;
		}

		List<UUID> ids() {
			return (this.deliveryIds != null) ? this.deliveryIds : List.of();
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
	record Rotation(Instant from) {

		Rotation {
			if (from == null) {
				throw new IllegalArgumentException("from is required");
			}
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
