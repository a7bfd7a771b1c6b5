package dev.hundi.bench.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.sandbox.Platform;
import dev.hundi.time.Timestamps;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Describes every violation of what must hold after any crash
 * (docs/decisions/0014-crash-campaign.md).
 */
final class Violations {

	private static final JsonMapper json = JsonMapper.shared();

	private static final int PAGE = 10_000;

	private final Platform platform;

	private final JdbcClient jdbc;

	private final List<String> found = new ArrayList<>();

	private Violations(Platform platform) {
		this.platform = platform;
		this.jdbc = JdbcClient.create(platform.dataSource());
	}

	/**
	 * Finds all violations on an idle platform.
	 * @param payers the merchants of the campaign
	 * @param received what they received so far
	 */
	static List<String> of(Platform platform, List<Payer> payers, ReceivedEvents received) {
		Violations violations = new Violations(platform);
		violations.ofTheBooks();
		payers.forEach(violations::ofAnswers);
		payers.forEach(violations::ofHeldPayouts);
		violations.ofDecisions();
		violations.ofTheBank();
		violations.ofWebhooks(received);
		return violations.found;
	}

	private void ofTheBooks() {
		this.found
			.addAll(this.jdbc.sql("SELECT rule || ': ' || subject FROM money_violation").query(String.class).list());
		this.found
			.addAll(this.jdbc.sql("SELECT 'wallet below zero: ' || business_id FROM wallet WHERE balance_paise < 0")
				.query(String.class)
				.list());
		this.found.addAll(this.jdbc.sql("""
				SELECT 'payout not terminal: ' || payout_id || ' in status ' || status || ', attempts '
				       || coalesce((SELECT string_agg(a.state || ' due ' || coalesce(a.due_at::text, 'never'), ', ')
				                      FROM bank_attempt a WHERE a.payout_id = payout.payout_id), 'none')
				  FROM payout WHERE status NOT IN (11, 12)
				""").query(String.class).list());
	}

	/** Every answer is one payout, and every payout was requested. */
	private void ofAnswers(Payer payer) {
		this.found.addAll(payer.violations());
		Map<String, UUID> stored = new HashMap<>();
		this.jdbc.sql("SELECT idempotency_key, payout_id FROM payout WHERE business_id = :business")
			.param("business", payer.business().businessId())
			.query((row) -> {
				String key = row.getString("idempotency_key");
				UUID payout = row.getObject("payout_id", UUID.class);
				if (stored.put(key, payout) != null) {
					this.found.add("two payouts under the key " + key);
				}
			});
		Map<String, UUID> accepted = payer.accepted();
		accepted.forEach((key, payout) -> {
			if (!payout.equals(stored.get(key))) {
				this.found.add("key %s returned %s, stored is %s".formatted(key, payout, stored.get(key)));
			}
		});
		stored.keySet()
			.stream()
			.filter((key) -> !accepted.containsKey(key))
			.forEach((key) -> this.found.add("a payout under key " + key + "  without any answer"));
	}

	/**
	 * What the merchant requested and was answered, against the rows: money_violation
	 * compares the rows with each other only.
	 */
	private void ofHeldPayouts(Payer payer) {
		Set<UUID> cancelled = payer.cancelled();
		payer.held().forEach((payout, held) -> this.jdbc.sql("""
				SELECT p.response_code, h.approval_id, h.scheduled_for, coalesce(a.state, 'none') AS approval,
				       EXISTS (SELECT FROM ledger_transaction l
				                WHERE l.business_id = p.business_id AND l.payout_id = p.payout_id) AS moved,
				       (SELECT e.created_at FROM payout_event e
				         WHERE e.business_id = p.business_id AND e.payout_id = p.payout_id
				           AND e.stage = 'WALLET_DEBITED') AS debited_at
				  FROM payout p
				  LEFT JOIN payout_hold h ON h.business_id = p.business_id AND h.payout_id = p.payout_id
				  LEFT JOIN approval a ON a.approval_id = h.approval_id
				 WHERE p.business_id = :business AND p.payout_id = :payout
				""").param("business", payer.business().businessId()).param("payout", payout).query((row) -> {
			boolean moved = row.getBoolean("moved");
			String code = row.getString("response_code");
			if (cancelled.contains(payout) && (moved || !code.equals("CANCELLED_BY_MERCHANT"))) {
				this.found.add("payout %s was cancelled and has code %s".formatted(payout, code));
			}
			UUID approval = row.getObject("approval_id", UUID.class);
			boolean approved = approval != null && Checkers.Decision.about(approval) == Checkers.Decision.APPROVE
					&& row.getString("approval").equals("AGREED");
			if (held.approval() && moved && !approved) {
				this.found.add("payout %s was debited without its approval".formatted(payout));
			}
			Instant notBefore = (held.notBefore() != null && approval == null && Checkers.isMoved(payout))
					? Timestamps.nullable(row, "scheduled_for") : held.notBefore();
			Instant debitedAt = Timestamps.nullable(row, "debited_at");
			if (notBefore != null && debitedAt != null && debitedAt.isBefore(notBefore)) {
				this.found.add("payout %s was debited at %s, before its time".formatted(payout, debitedAt));
			}
		}));
	}

	/** A campaign in which something never happened proves nothing about it. */
	private void ofDecisions() {
		this.found.addAll(this.jdbc.sql("""
				SELECT 'no payout ended with ' || code
				  FROM unnest(ARRAY['CANCELLED_BY_MERCHANT', 'REJECTED_BY_APPROVER', 'APPROVAL_EXPIRED']) AS code
				 WHERE NOT EXISTS (SELECT FROM payout WHERE response_code = code)
				UNION ALL
				SELECT 'no payout was released by ' || releaser
				  FROM unnest(ARRAY['APPROVAL', 'SCHEDULE']) AS releaser
				 WHERE NOT EXISTS (SELECT FROM payout_event WHERE stage = 'RELEASED' AND source = releaser)
				UNION ALL
				SELECT 'payout rejected but ended with ' || p.response_code || ': ' || p.payout_id
				  FROM approval a
				  JOIN payout_hold h ON h.approval_id = a.approval_id
				  JOIN payout p ON p.business_id = h.business_id AND p.payout_id = h.payout_id
				 WHERE a.state = 'REFUSED' AND p.response_code <> 'REJECTED_BY_APPROVER'
				UNION ALL
				SELECT 'approval still open: ' || approval_id FROM approval WHERE kind = 'PAYOUT' AND state = 'OPEN'
				""").query(String.class).list());
	}

	/**
	 * The bank paid and kept the money once if and only if the payout is successful, and
	 * never if it failed.
	 */
	private void ofTheBank() {
		Map<String, Integer> paid = new HashMap<>();
		Map<String, Integer> returned = new HashMap<>();
		long after = 0;
		while (true) {
			JsonNode page = get("/ledger?after=" + after + "&limit=" + PAGE);
			for (JsonNode entry : page.path("entries")) {
				String kind = entry.path("kind").asString();
				if (!kind.equals("CREDIT")) {
					(kind.equals("PAYMENT") ? paid : returned).merge(entry.path("reference").asString(), 1,
							Integer::sum);
				}
			}
			if (!page.path("nextAfter").isNumber()) {
				break;
			}
			after = page.path("nextAfter").asLong();
		}
		Set<String> known = new HashSet<>();
		this.jdbc.sql("SELECT payout_id, status FROM payout").query((row) -> {
			UUID payout = row.getObject("payout_id", UUID.class);
			String reference = BankReference.of(payout);
			known.add(reference);
			int payments = paid.getOrDefault(reference, 0);
			int kept = payments - returned.getOrDefault(reference, 0);
			int expected = (row.getInt("status") == 11) ? 1 : 0;
			if (payments > 1 || kept != expected) {
				this.found.add("payout %s is in status %d; the bank paid it %d times and kept %d".formatted(payout,
						row.getInt("status"), payments, kept));
			}
		});
		paid.keySet()
			.stream()
			.filter((reference) -> !known.contains(reference))
			.forEach((reference) -> this.found.add("the bank paid an order that does not exist: " + reference));
	}

	/**
	 * Every merchant received each status of each payout, with one webhook id per event.
	 */
	private void ofWebhooks(ReceivedEvents received) {
		this.found.addAll(eventsWithoutWebhook(this.jdbc));
		received.read(this.platform.receiver());
		this.found.addAll(received.violations(this.jdbc));
	}

	/**
	 * Events of payouts that merchants learn and that do not have exactly one ended
	 * delivery. A payout that was paid and returned has two final statuses.
	 */
	static List<String> eventsWithoutWebhook(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT 'payout ' || e.payout_id || ' has for ' || e.stage || ' the webhooks '
				       || coalesce(string_agg(d.event || ' ' || d.state, ', '), 'none')
				  FROM payout_event e
				  LEFT JOIN webhook_delivery d
				    ON d.business_id = e.business_id AND d.payout_id = e.payout_id AND d.event_id = e.event_id
				 WHERE e.stage IN ('CREATED', 'SUCCESS', 'FAILED', 'RETURNED')
				 GROUP BY e.business_id, e.payout_id, e.sequence, e.stage
				HAVING count(d.delivery_id) <> 1
				    OR count(*) FILTER (
				         WHERE d.state IN ('DELIVERED', 'FAILED')
				           AND d.event = CASE e.stage WHEN 'CREATED' THEN 'Initiated' WHEN 'SUCCESS' THEN 'Successful'
				                                      ELSE 'Failed' END) <> 1
				""").query(String.class).list();
	}

	private JsonNode get(String path) {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpRequest request = HttpRequest.newBuilder(URI.create(this.platform.bankUrl() + path)).build();
			return json.readTree(http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
