package dev.hundi.portal.developer;

import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.webhook.ActiveEndpoint;
import dev.hundi.webhook.EndpointUrl;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.SendTestEvent;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The webhook address of the business, its secret, test events and redeliveries. */
@MerchantOnly
@Component
class ChangeWebhook {

	private static final int SECRET_BYTES = 24;

	private final SecureRandom random = new SecureRandom();

	private final CurrentPerson current;

	private final DeveloperSettings settings;

	private final WebhookEndpoints endpoints;

	private final SendTestEvent testEvents;

	private final WebhookLog log;

	private final RedeliverWebhooks redeliver;

	private final SubmittedForms forms;

	private final AuditTrail audit;

	ChangeWebhook(CurrentPerson current, DeveloperSettings settings, WebhookEndpoints endpoints,
			SendTestEvent testEvents, WebhookLog log, RedeliverWebhooks redeliver, SubmittedForms forms,
			AuditTrail audit) {
		this.current = current;
		this.settings = settings;
		this.endpoints = endpoints;
		this.testEvents = testEvents;
		this.log = log;
		this.redeliver = redeliver;
		this.forms = forms;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public Optional<ActiveEndpoint> active() {
		return this.endpoints.active(business());
	}

	/** Registers an address with a new secret. Earlier deliveries keep their address. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome register(UUID formId, String text) {
		return switch (EndpointUrl.check(text, this.settings.allowHttp())) {
			case EndpointUrl.Result.Refused(EndpointUrl.Problem problem) ->
				new Outcome.Refused("developers.webhook.problem." + problem);
			case EndpointUrl.Result.Accepted(URI url) -> register(formId, url);
		};
	}

	private Outcome register(UUID formId, URI url) {
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return new Outcome.Repeated();
		}
		Optional<ActiveEndpoint> before = this.endpoints.active(business());
		if (before.filter((endpoint) -> endpoint.url().equals(url)).isPresent()) {
			return new Outcome.Refused("developers.webhook.same");
		}
		String secret = newSecret();
		this.endpoints.register(business(), url, secret);
		record("WEBHOOK_ADDRESS_CHANGED", url.toString(),
				before.map((endpoint) -> Map.of("url", endpoint.url().toString())).orElseGet(Map::of),
				Map.of("url", url.toString()));
		return new Outcome.Secret(url.toString(), secret, null);
	}

	/** Replaces the secret; until the cut-over the present one signs. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome rotateSecret(UUID formId, Duration until) {
		Optional<ActiveEndpoint> endpoint = this.endpoints.active(business());
		if (endpoint.isEmpty()) {
			return new Outcome.Unknown();
		}
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return new Outcome.Repeated();
		}
		String secret = newSecret();
		Instant from = this.endpoints.rotateSecret(endpoint.get().endpointId(), secret, Instant.now().plus(until))
			.orElseThrow();
		record("WEBHOOK_SECRET_ROTATED", endpoint.get().url().toString(), Map.of(), Map.of("from", from.toString()));
		return new Outcome.Secret(endpoint.get().url().toString(), secret, from);
	}

	/**
	 * Sends a test event.
	 * @return its delivery; empty if there is no address, or the form has acted before
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Optional<UUID> sendTest(UUID formId) {
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return Optional.empty();
		}
		Optional<UUID> delivery = this.testEvents.to(business());
		delivery.ifPresent((id) -> record("WEBHOOK_TEST_SENT", id.toString(), Map.of(), Map.of()));
		return delivery;
	}

	/**
	 * Makes deliveries due again.
	 * @return their number, without those that are being attempted now or have no body
	 * any more; empty if one of them is not of this business
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Optional<Integer> redeliver(Set<UUID> deliveryIds) {
		if (this.log.count(business(), deliveryIds) != deliveryIds.size()) {
			return Optional.empty();
		}
		int redelivered = this.redeliver.of(deliveryIds);
		record("WEBHOOKS_REDELIVERED", (deliveryIds.size() == 1) ? deliveryIds.iterator().next().toString() : null,
				Map.of(), Map.of("deliveries", redelivered));
		return Optional.of(redelivered);
	}

	private void record(String act, @Nullable String object, Map<String, ?> before, Map<String, ?> after) {
		this.audit.record(business(), this.current.actor(), act, object, before, after);
	}

	private String newSecret() {
		byte[] bytes = new byte[SECRET_BYTES];
		this.random.nextBytes(bytes);
		return "whsec_" + HexFormat.of().formatHex(bytes);
	}

	private UUID business() {
		return Objects.requireNonNull(this.current.get().businessId());
	}

}
