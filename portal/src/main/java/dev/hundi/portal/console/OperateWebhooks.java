package dev.hundi.portal.console;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.RedeliverWebhooks;
import dev.hundi.webhook.WebhookEndpoints;
import dev.hundi.webhook.WebhookLog;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Redelivers webhooks and enables endpoints of any business. */
@StaffOnly
@Component
@PreAuthorize("@rights.any('OPERATOR')")
class OperateWebhooks {

	private final WebhookLog log;

	private final RedeliverWebhooks redeliver;

	private final WebhookEndpoints endpoints;

	private final FailingEndpoints failing;

	private final StaffRecord record;

	OperateWebhooks(WebhookLog log, RedeliverWebhooks redeliver, WebhookEndpoints endpoints, FailingEndpoints failing,
			StaffRecord record) {
		this.log = log;
		this.redeliver = redeliver;
		this.endpoints = endpoints;
		this.failing = failing;
		this.record = record;
	}

	/**
	 * Makes deliveries due again, audited for each business.
	 * @return the key of the problem, or the number of deliveries that are due
	 */
	@Transactional
	public Redelivery redeliver(Collection<UUID> deliveryIds, String reason) {
		if (!Reason.isValid(reason)) {
			return new Redelivery(Optional.of(Reason.INVALID), 0);
		}
		if (deliveryIds.isEmpty() || deliveryIds.size() > Slice.ROWS) {
			return new Redelivery(Optional.of("developers.deliveries.none.chosen"), 0);
		}
		int due = 0;
		for (var chosen : this.log.byBusiness(deliveryIds).entrySet()) {
			int redelivered = this.redeliver.of(chosen.getValue());
			this.record.of(chosen.getKey(), "STAFF_REDELIVERED_WEBHOOKS", null, Map.of(),
					Map.of("deliveries", chosen.getValue(), "redelivered", redelivered, "reason", reason.strip()));
			due += redelivered;
		}
		return new Redelivery(Optional.empty(), due);
	}

	/**
	 * Makes a parked or disabled endpoint get its deliveries again.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> enable(UUID endpointId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<UUID> business = this.endpoints.businessOf(endpointId);
		if (business.isEmpty() || !this.failing.enable(endpointId)) {
			return Optional.of("console.webhooks.well");
		}
		this.record.of(business.get(), "WEBHOOK_ENDPOINT_ENABLED", endpointId.toString(), Map.of(),
				Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	/** What became of a redelivery. */
	record Redelivery(Optional<String> problem, int due) {
	}

}
