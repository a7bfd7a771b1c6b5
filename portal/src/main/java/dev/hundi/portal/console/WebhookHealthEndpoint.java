package dev.hundi.portal.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Webhook endpoints whose last attempts failed. */
@StaffOnly
@Controller
class WebhookHealthEndpoint {

	private static final int MAX_COUNTED = 1_000;

	private final JdbcClient jdbc;

	private final OperateWebhooks operate;

	WebhookHealthEndpoint(JdbcClient jdbc, OperateWebhooks operate) {
		this.jdbc = jdbc;
		this.operate = operate;
	}

	@GetMapping("/console/webhooks")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public String page(@RequestParam(required = false) @Nullable State state,
			@RequestParam(required = false) @Nullable UUID after, Model model) {
		Slice<Failing> found = failing(state, after);
		model.addAttribute("endpoints", found.rows());
		model.addAttribute("next", found.more() ? found.last().endpointId() : null);
		model.addAttribute("maxCounted", MAX_COUNTED);
		model.addAttribute("states", State.values());
		model.addAttribute("state", state);
		return "console/webhooks";
	}

	@PostMapping("/console/webhooks/{id}/enable")
	String enable(@PathVariable UUID id, @RequestParam(defaultValue = "") String list,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		Optional<String> problem = this.operate.enable(id, reason);
		FormAnswer.flash(next, problem, "console.webhooks.enabled", id.toString(), reason);
		return Answers.back("/console/webhooks", list);
	}

	/**
	 * The order of endpoint ids is that of their creation and does not change while a
	 * person pages.
	 */
	private Slice<Failing> failing(@Nullable State state, @Nullable UUID after) {
		return Slice.of(this.jdbc
			.sql("""
					SELECT f.endpoint_id, f.business_id, b.business_code, b.business_name, e.url, f.failed_attempts,
					       f.failing_since, f.parked_until, f.disabled_at,
					       (SELECT count(*) FROM (SELECT FROM webhook_delivery d
					                               WHERE d.endpoint_id = f.endpoint_id AND d.state = 'PENDING' LIMIT :counted) w) AS waiting
					  FROM webhook_endpoint_failure f
					  JOIN webhook_endpoint e ON e.business_id = f.business_id AND e.endpoint_id = f.endpoint_id
					  JOIN business b ON b.business_id = f.business_id
					 WHERE f.endpoint_id > :after AND e.active = (:state::text IS DISTINCT FROM 'REMOVED')
					   AND (coalesce(:state::text, 'REMOVED') = 'REMOVED'
					        OR :state::text = CASE WHEN f.disabled_at IS NOT NULL THEN 'DISABLED'
					                               WHEN f.parked_until IS NOT NULL THEN 'PARKED' ELSE 'FAILING' END)
					 ORDER BY f.endpoint_id LIMIT :limit
					""")
			.param("counted", MAX_COUNTED)
			.param("after", (after != null) ? after : new UUID(0, 0))
			.param("state", (state != null) ? state.name() : null)
			.param("limit", Slice.READ)
			.query(WebhookHealthEndpoint::read)
			.list());
	}

	private static Failing read(ResultSet row, int number) throws SQLException {
		return new Failing(row.getObject("endpoint_id", UUID.class), row.getObject("business_id", UUID.class),
				row.getString("business_code"), row.getString("business_name"), row.getString("url"),
				row.getInt("failed_attempts"), Timestamps.instant(row, "failing_since"),
				State.of(row.getObject("parked_until") != null, row.getObject("disabled_at") != null),
				row.getInt("waiting"), Timestamps.nullable(row, "parked_until"));
	}

	/** What an endpoint that fails gets. */
	enum State {

		/** All deliveries, on their schedule. */
		FAILING,

		/** Single attempts. */
		PARKED,

		/** Nothing. */
		DISABLED,

		/** In a filter: removed by the business, so it gets only deliveries of before. */
		REMOVED;

		static State of(boolean parked, boolean disabled) {
			return disabled ? DISABLED : parked ? PARKED : FAILING;
		}

	}

	/**
	 * An endpoint whose last attempt failed.
	 *
	 * @param since the first failure after the last success, UTC
	 * @param waiting pending deliveries, at most 1,000 are counted
	 * @param nextProbe of a parked one, UTC
	 */
	record Failing(UUID endpointId, UUID businessId, String businessCode, String businessName, String url, int failures,
			Instant since, State state, int waiting, @Nullable Instant nextProbe) {
	}

}
