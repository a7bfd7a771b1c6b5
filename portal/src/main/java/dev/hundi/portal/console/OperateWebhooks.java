package dev.hundi.portal.console;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.webhook.FailingEndpoints;
import dev.hundi.webhook.RedeliverWebhooks;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Redelivers webhooks and enables endpoints of any business. */
@StaffOnly
@Component
@PreAuthorize("@rights.any('OPERATOR')")
class OperateWebhooks {

	private final JdbcClient jdbc;

	private final RedeliverWebhooks redeliver;

	private final FailingEndpoints endpoints;

	private final StaffRecord record;

	OperateWebhooks(JdbcClient jdbc, RedeliverWebhooks redeliver, FailingEndpoints endpoints, StaffRecord record) {
		this.jdbc = jdbc;
		this.redeliver = redeliver;
		this.endpoints = endpoints;
		this.record = record;
	}

	/** A redelivery of some deliveries of one business. */
	private record OfBusiness(UUID businessId, List<UUID> deliveries) {
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
		for (OfBusiness chosen : byBusiness(deliveryIds)) {
			int redelivered = this.redeliver.of(chosen.deliveries);
			this.record.of(chosen.businessId, "STAFF_REDELIVERED_WEBHOOKS", null, Map.of(),
					Map.of("deliveries", chosen.deliveries, "redelivered", redelivered, "reason", reason.strip()));
			due += redelivered;
		}
		return new Redelivery(Optional.empty(), due);
	}

	/**
	 * Makes a paused or disabled endpoint get its deliveries again.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> enable(UUID endpointId, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		Optional<UUID> business = this.jdbc
			.sql("SELECT business_id FROM webhook_endpoint WHERE endpoint_id = :endpoint")
			.param("endpoint", endpointId)
			.query(UUID.class)
			.optional();
		if (business.isEmpty() || !this.endpoints.enable(endpointId)) {
			return Optional.of("console.webhooks.well");
		}
		this.record.of(business.get(), "WEBHOOK_ENDPOINT_ENABLED", endpointId.toString(), Map.of(),
				Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	private List<OfBusiness> byBusiness(Collection<UUID> deliveryIds) {
		return this.jdbc.sql("""
				SELECT business_id, array_agg(delivery_id ORDER BY delivery_id) AS deliveries FROM webhook_delivery
				 WHERE delivery_id = ANY(:deliveries::uuid[]) GROUP BY business_id ORDER BY business_id
				""")
			.param("deliveries", deliveryIds.toArray(UUID[]::new))
			.query((row, number) -> new OfBusiness(row.getObject("business_id", UUID.class),
					List.of((UUID[]) row.getArray("deliveries").getArray())))
			.list();
	}

	/** What became of a redelivery. */
	record Redelivery(Optional<String> problem, int due) {
	}

}
