package dev.hundi.webhook;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.list.Window;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The events of a business as its webhooks report them, whether or not an endpoint
 * received them. Initiated, Successful and Failed are not stored: they follow from
 * payouts and their status events.
 */
@Repository
public class ListEvents {

	private static final String LIST = """
			WITH listed AS MATERIALIZED (
			  SELECT * FROM (
			    (SELECT payout_id AS position, payout_id, NULL::uuid AS event_id, NULL::uuid AS recorded_id
			       FROM payout
			      WHERE (:event::text IS NULL OR :event::text = 'Initiated')
			        AND business_id = :business AND payout_id >= :from AND payout_id < :to
			      ORDER BY payout_id DESC LIMIT :end)
			    UNION ALL
			    (SELECT event_id, payout_id, event_id, NULL
			       FROM payout_event
			      WHERE (:event::text IS NULL OR :event::text = 'Successful')
			        AND status = 11 AND stage IN ('SUCCESS', 'FAILED', 'RETURNED') AND business_id = :business
			        AND event_id >= :from AND event_id < :to
			      ORDER BY event_id DESC LIMIT :end)
			    UNION ALL
			    (SELECT event_id, payout_id, event_id, NULL
			       FROM payout_event
			      WHERE (:event::text IS NULL OR :event::text = 'Failed')
			        AND status = 12 AND stage IN ('SUCCESS', 'FAILED', 'RETURNED') AND business_id = :business
			        AND event_id >= :from AND event_id < :to
			      ORDER BY event_id DESC LIMIT :end)
			    UNION ALL
			    (SELECT event_id, NULL, NULL, event_id
			       FROM business_event
			      WHERE (:event::text IS NULL OR event = :event::text)
			        AND business_id = :business AND event_id >= :from AND event_id < :to
			      ORDER BY event_id DESC LIMIT :end)
			    UNION ALL
			    (SELECT event_id, NULL, NULL, event_id
			       FROM business_event
			      WHERE (:event::text IS NULL OR event = :event::text)
			        AND business_id IS NULL AND event_id >= :from AND event_id < :to
			      ORDER BY event_id DESC LIMIT :end)) AS every
			   ORDER BY position DESC
			   LIMIT :limit OFFSET :offset
			)
			SELECT b.body, coalesce(d.webhook_id, d.delivery_id, e.event_id) AS webhook_id, e.business_id, e.payout_id, e.event_id,
			       e.status, e.response_code, e.response_message, e.utr, e.created_at, p.transaction_id, p.merchant_reference_id
			  FROM listed l
			  LEFT JOIN business_event b ON b.event_id = l.recorded_id
			  LEFT JOIN LATERAL (SELECT transaction_id, merchant_reference_id FROM payout
			                      WHERE payout.business_id = :business AND payout.payout_id = l.payout_id OFFSET 0) p ON true
			  LEFT JOIN LATERAL (
			    (SELECT * FROM payout_event n
			      WHERE l.event_id IS NULL AND n.business_id = :business AND n.payout_id = l.payout_id AND n.sequence = 1)
			    UNION ALL
			    (SELECT * FROM payout_event n WHERE n.event_id = l.event_id)) e ON true
			  LEFT JOIN LATERAL (SELECT delivery_id, webhook_id FROM webhook_delivery w
			                      WHERE w.payout_id = e.payout_id AND w.event_id = e.event_id AND w.business_id = e.business_id
			                      ORDER BY delivery_id LIMIT 1) d ON true
			 ORDER BY l.position DESC
			""";

	private final JdbcClient jdbc;

	ListEvents(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * A page of events, newest first. Initiated has the time of its payout, which is in
	 * the primary key; the other ids contain the time of the event.
	 * @param event only this event, or null for all
	 * @return JSON, the bodies of the webhooks
	 */
	public List<String> list(UUID businessId, Window window, @Nullable WebhookEvent event, Page page) {
		return this.jdbc.sql(LIST)
			.param("business", businessId)
			.param("event", (event != null) ? event.code() : null)
			.param("from", window.fromId())
			.param("to", window.toId())
			.param("end", page.end())
			.param("limit", page.limit())
			.param("offset", page.offset())
			.query(ListEvents::body)
			.list();
	}

	private static String body(ResultSet row, int number) throws SQLException {
		String recorded = row.getString("body");
		return (recorded != null) ? recorded : new String(
				WebhookPayload.of(row, row.getObject("webhook_id", UUID.class)).bytes(), StandardCharsets.UTF_8);
	}

}
