package dev.hundi.portal.developer;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.SubmittedForms;
import dev.hundi.webhook.ActiveEndpoint;
import dev.hundi.webhook.EndpointUrl;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.SendTestEvent;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookEvent;
import dev.hundi.webhook.WebhookLog;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/**
 * The webhook endpoints of the business, their secrets and subscriptions, test events and
 * redeliveries.
 */
@MerchantOnly
@Component
class ChangeWebhook {

	static final String NO_EVENT = "developers.webhook.events.missing";

	private final CurrentPerson current;

	private final DeveloperSettings settings;

	private final WebhookEndpoints endpoints;

	private final SendTestEvent testEvents;

	private final WebhookLog log;

	private final RedeliverWebhooks redeliver;

	private final SubmittedForms forms;

	private final AuditTrail audit;

	private final Letters letters;

	private final TransactionOperations transactions;

	ChangeWebhook(CurrentPerson current, DeveloperSettings settings, WebhookEndpoints endpoints,
			SendTestEvent testEvents, WebhookLog log, RedeliverWebhooks redeliver, SubmittedForms forms,
			AuditTrail audit, Letters letters, TransactionOperations transactions) {
		this.transactions = transactions;
		this.letters = letters;
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
	public List<ActiveEndpoint> active() {
		return this.endpoints.active(this.current.businessId());
	}

	/**
	 * Adds an endpoint with a secret of its own. The name of its host is resolved without
	 * a transaction: a name server that does not answer would hold a connection, which
	 * all merchants share.
	 */
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome add(UUID formId, String text, Set<WebhookEvent> events) {
		if (events.isEmpty()) {
			return new Outcome.Refused(NO_EVENT);
		}
		return switch (EndpointUrl.check(text, this.settings.allowHttp())) {
			case EndpointUrl.Result.Refused(EndpointUrl.Problem problem) ->
				new Outcome.Refused("developers.webhook.problem." + problem);
			case EndpointUrl.Result.Accepted(URI url) ->
				Objects.requireNonNull(this.transactions.execute((transaction) -> add(formId, url, events)));
		};
	}

	private Outcome add(UUID formId, URI url, Set<WebhookEvent> events) {
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return new Outcome.Repeated();
		}
		if (this.endpoints.active(this.current.businessId())
			.stream()
			.anyMatch((endpoint) -> endpoint.url().equals(url))) {
			return new Outcome.Refused("developers.webhook.same");
		}
		String secret = WebhookEndpoints.newSecret();
		Optional<UUID> endpointId = this.endpoints.register(this.current.businessId(), url, secret, events);
		if (endpointId.isEmpty()) {
			return new Outcome.Refused("developers.webhook.full");
		}
		record("WEBHOOK_ENDPOINT_ADDED", endpointId.get().toString(), Map.of(),
				Map.of("url", url.toString(), "events", sorted(events)));
		tell(url, "WEBHOOK_ENDPOINT_ADDED");
		return new Outcome.Secret(url.toString(), secret, null);
	}

	/**
	 * Changes to which events an endpoint subscribes.
	 * @param seen the events that the page has shown; nothing is changed if the endpoint
	 * subscribes to others now
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome subscribe(UUID endpointId, Set<WebhookEvent> seen, Set<WebhookEvent> events) {
		Optional<ActiveEndpoint> endpoint = this.endpoints.active(this.current.businessId(), endpointId);
		if (endpoint.isEmpty()) {
			return missing(endpointId);
		}
		if (events.isEmpty()) {
			return new Outcome.Refused(NO_EVENT);
		}
		if (endpoint.get().events().equals(events)) {
			return new Outcome.Done();
		}
		if (!this.endpoints.subscribe(this.current.businessId(), endpointId, seen, events)) {
			// A second click waited for the first, which has changed them.
			boolean done = this.endpoints.active(this.current.businessId(), endpointId)
				.filter((now) -> now.events().equals(events))
				.isPresent();
			return done ? new Outcome.Done() : new Outcome.Refused("developers.webhook.events.stale");
		}
		record("WEBHOOK_EVENTS_CHANGED", endpointId.toString(), Map.of("events", sorted(seen)),
				Map.of("events", sorted(events)));
		return new Outcome.Done();
	}

	/** Ends an endpoint. What was created for it before still goes there. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome remove(UUID endpointId) {
		Optional<ActiveEndpoint> endpoint = this.endpoints.active(this.current.businessId(), endpointId);
		if (endpoint.isEmpty() || !this.endpoints.remove(this.current.businessId(), endpointId)) {
			return missing(endpointId);
		}
		record("WEBHOOK_ENDPOINT_REMOVED", endpointId.toString(),
				Map.of("url", endpoint.get().url().toString(), "events", sorted(endpoint.get().events())), Map.of());
		tell(endpoint.get().url(), "WEBHOOK_ENDPOINT_REMOVED");
		return new Outcome.Done();
	}

	/** Replaces a secret; until the cut-over the present one signs. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome rotateSecret(UUID formId, UUID endpointId, Duration until) {
		Optional<ActiveEndpoint> endpoint = this.endpoints.active(this.current.businessId(), endpointId);
		if (endpoint.isEmpty()) {
			return missing(endpointId);
		}
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return new Outcome.Repeated();
		}
		String secret = WebhookEndpoints.newSecret();
		Instant from = this.endpoints.rotateSecret(endpointId, secret, Instant.now().plus(until)).orElseThrow();
		record("WEBHOOK_SECRET_ROTATED", endpointId.toString(), Map.of(), Map.of("from", from.toString()));
		tell(endpoint.get().url(), "WEBHOOK_SECRET_ROTATED");
		return new Outcome.Secret(endpoint.get().url().toString(), secret, from);
	}

	/** The address of an endpoint that was removed. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public Optional<String> removed(UUID endpointId) {
		return this.endpoints.active(this.current.businessId(), endpointId).isPresent() ? Optional.empty()
				: Optional.ofNullable(this.endpoints.addresses(this.current.businessId()).get(endpointId))
					.map(URI::toString);
	}

	/**
	 * Sends a test event.
	 * @return its delivery; empty if the form has acted before
	 * @throws ResponseStatusException 404 if there is no such endpoint
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Optional<UUID> sendTest(UUID formId, UUID endpointId) {
		if (this.endpoints.active(this.current.businessId(), endpointId).isEmpty()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return Optional.empty();
		}
		Optional<UUID> delivery = this.testEvents.to(this.current.businessId(), endpointId);
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
		if (this.log.count(this.current.businessId(), deliveryIds) != deliveryIds.size()) {
			return Optional.empty();
		}
		int redelivered = this.redeliver.of(deliveryIds);
		record("WEBHOOKS_REDELIVERED", (deliveryIds.size() == 1) ? deliveryIds.iterator().next().toString() : null,
				Map.of(), Map.of("deliveries", redelivered));
		return Optional.of(redelivered);
	}

	private Outcome missing(UUID endpointId) {
		return removed(endpointId).<Outcome>map(Outcome.Gone::new).orElseGet(Outcome.Unknown::new);
	}

	/** One person decides where webhooks go, so the others learn of it. */
	private void tell(URI url, String act) {
		this.letters.write(this.current.businessId(), List.of(Role.OWNER, Role.DEVELOPER), LetterKind.WEBHOOK_CHANGED,
				Objects.requireNonNullElse(this.current.get().businessName(), ""), url.toString(), act);
	}

	private void record(String act, @Nullable String object, Map<String, ?> before, Map<String, ?> after) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, object, before, after);
	}

	private static List<String> sorted(Set<WebhookEvent> events) {
		return events.stream().sorted().map(WebhookEvent::code).toList();
	}

}
